import { ticketMacros } from '#features/tickets/macros.ts'
import { PlacesHelp } from '#features/tickets/PlacesHelp.tsx'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** A new macro, with the places its text may have beside it. */
const MacroCreate = () => <CreateScreen resource={ticketMacros} helper={() => <PlacesHelp />} />
export default MacroCreate
