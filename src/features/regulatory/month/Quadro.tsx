import { can } from '#kernel/access.ts'
import { boardParameters } from '#features/regulatory/month/address.web.ts'
import { readYearBoard, finishColetas } from '#features/regulatory/month/api.ts'
import { ClosingScreen } from '#features/regulatory/month/ClosingScreen.tsx'
import { QuadroScreen } from '#features/regulatory/month/QuadroScreen.tsx'
import { YearScreen } from '#features/regulatory/month/YearScreen.tsx'
import { useAddress } from '#web/route/search.ts'
import { useUser } from '#web/session/store.ts'

/** The board, as the address asks to see it: the month, the last twelve, or what is left to close. */
export default function Quadro() {
  const user = useUser()
  const [{ vista, modo }] = useAddress(boardParameters)
  if (vista === 'meses' && can(user, readYearBoard.id)) return <YearScreen />
  if (modo === 'fechamento' && can(user, finishColetas.id)) return <ClosingScreen />
  return <QuadroScreen />
}
