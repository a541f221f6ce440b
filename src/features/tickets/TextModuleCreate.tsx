import { textPlaces } from '#features/tickets/text.ts'
import { textModules } from '#features/tickets/tickets.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** A new text, with the places it may have beside it. */
export default function TextModuleCreate() {
  return (
    <CreateScreen
      resource={textModules}
      helper={() => (
        <p className="meta">
          Estes campos são preenchidos com o que se sabe do chamado:{' '}
          {textPlaces.map(([name]) => `{{ ${name} }}`).join(', ')}.
        </p>
      )}
    />
  )
}
