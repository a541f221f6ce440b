import { PlacesHelp } from '#features/support/tickets/texts/PlacesHelp.tsx'
import { ticketPlaces } from '#features/support/tickets/ticket/text.ts'
import { textModules } from '#features/support/tickets/ticket/tickets.ts'
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
