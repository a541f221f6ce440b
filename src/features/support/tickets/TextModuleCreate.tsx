import { PlacesHelp } from '#features/support/tickets/PlacesHelp.tsx'
import { ticketPlaces } from '#features/support/tickets/text.ts'
import { textModules } from '#features/support/tickets/tickets.ts'
import { useReused } from '#parts/asking/useReused.web.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** A new text, with the places it may have beside it; the address may name an answer it is made of. */
export default function TextModuleCreate() {
  const { words, waiting } = useReused('texto')
  if (waiting) return null
  return (
    <CreateScreen
      resource={textModules}
      {...(words && { start: { content: words } })}
      helper={() => <PlacesHelp known={ticketPlaces} />}
    />
  )
}
