import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useId } from 'react'
import type { mergeDifferences, MergedField } from '#features/clients/merges/fields.ts'
import type { MergePreview } from '#features/clients/merges/api.ts'
import { Show } from '#web/kinds/Show.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/clients/merges/merge.module.css'

type ReadClient = MergePreview['into']['row']
interface Props {
  readonly clients: Readonly<Record<'into' | 'from', ReadClient>>
  readonly differences: ReturnType<typeof mergeDifferences>
  /** The columns of which the value of the client that goes is taken. */
  readonly taken: ReadonlySet<string>
  readonly onTake: (key: string, isTaken: boolean) => void
}

/** The fields of which the two have different values, side by side, with a choice each. */
export const MergeFields = ({ clients, differences, taken, onTake }: Props) => (
  <Card title="Campos que diferem" className={styles.card}>
    {differences.length === 0 && <p>Nenhum: onde os dois dizem algo, dizem o mesmo.</p>}
    {differences.length > 0 && (
      <div className={styles.head} aria-hidden>
        <span />
        <span>{`Fica: ${clients.into.name}`}</span>
        <span>{`Do outro: ${clients.from.name}`}</span>
      </div>
    )}
    {differences.map(each => (
      <Choices key={each.key} of={each} clients={clients} isTaken={taken.has(each.key)} onTake={onTake} />
    ))}
  </Card>
)

interface ChoicesProps extends Pick<Props, 'clients' | 'onTake'> {
  readonly of: MergedField
  readonly isTaken: boolean
}
function Choices({ of: { name, key, field }, clients, isTaken, onTake }: ChoicesProps) {
  const id = useId()
  const valueOf = (client: ReadClient): unknown => Object(client)[name]
  const option = (side: 'into' | 'from', hint: string) => (
    <Radio
      name={id}
      checked={isTaken === (side === 'from')}
      onChange={() => onTake(key, side === 'from')}
      label={
        <>
          <span className="sr-only">{hint}</span> <Show field={field} value={valueOf(clients[side])} />
        </>
      }
    />
  )
  return (
    <fieldset className={styles.field}>
      <legend>{field.label}</legend>
      {option('into', 'De quem fica:')}
      {option('from', 'Do outro:')}
    </fieldset>
  )
}
