import { textPlaces } from '#features/tickets/text.ts'

/** The places a text may have. */
export const PlacesHelp = ({ without = [] }: { readonly without?: readonly string[] }) => (
  <p className="meta">
    Estes campos são preenchidos com o que se sabe do chamado:{' '}
    {textPlaces
      .filter(([name]) => !without.some(each => name.startsWith(`${each}.`)))
      .map(([name]) => `{{ ${name} }}`)
      .join(', ')}
    .
  </p>
)
