import { PlacesHelp } from '#features/tickets/PlacesHelp.tsx'
import { ticketTemplates } from '#features/tickets/templates.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** A new template, with the places its first message may have beside it: before a ticket is there it has no number. */
const TemplateCreate = () => (
  <CreateScreen resource={ticketTemplates} helper={() => <PlacesHelp without={['chamado']} />} />
)
export default TemplateCreate
