import { useLocation } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { ClosingScreen } from '#features/month/ClosingScreen.tsx'
import { QuadroScreen } from '#features/month/QuadroScreen.tsx'
import { YearScreen } from '#features/month/YearScreen.tsx'
import { useUser } from '#web/session/store.ts'

/** The board, as the address asks to see it: the month, the last twelve, or what is left to close. */
export default function Quadro() {
  const user = useUser()
  const asked = new URLSearchParams(useLocation().searchStr)
  if (asked.get('vista') === 'meses' && can(user, 'collects.quadro.meses')) return <YearScreen />
  if (asked.get('modo') === 'fechamento' && can(user, 'collects.finalizar-mes')) return <ClosingScreen />
  return <QuadroScreen />
}
