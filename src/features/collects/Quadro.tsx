import { useLocation } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { QuadroScreen } from '#features/collects/QuadroScreen.tsx'
import { YearScreen } from '#features/collects/YearScreen.tsx'
import { useUser } from '#web/session/store.ts'

/** The board, as the address asks to see it: the month, or the last twelve. */
export default function Quadro() {
  const user = useUser()
  const asked = new URLSearchParams(useLocation().searchStr)
  if (asked.get('vista') === 'meses' && can(user, 'collects.quadro.meses')) return <YearScreen />
  return <QuadroScreen />
}
