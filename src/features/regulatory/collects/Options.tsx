import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { FieldInputs } from '#web/form/FormFrame.tsx'
import { Subject } from '#features/regulatory/collects/Subject.tsx'
import type { Form } from '#web/form/useForm.ts'
import { Show } from '#web/kinds/Show.tsx'
import styles from '#web/form/form.module.css'

const about = ['client', 'fistel', 'year', 'month'] as const
const clientOptions = ['hide_finance', 'hide_report', 'ignore_export'] as const

interface Props {
  readonly form: Form
  readonly readOnly: boolean
  readonly row: Collect
}

/** Shows a coleta's subject and visibility; only the office edits them. */
export const Options = ({ form, readOnly, row }: Props) => (
  <div className={styles.form}>
    <section className={styles.section}>
      <h2>O que o cliente vê</h2>
      {readOnly ? (
        <Read row={row} names={clientOptions} />
      ) : (
        <FieldInputs resource={collects} names={clientOptions} form={form} />
      )}
    </section>
    <section className={styles.section}>
      <h2>Cliente e competência</h2>
      <p>Mude só para corrigir um engano: o tipo de serviço acompanha o fistel.</p>
      {readOnly ? <Read row={row} names={about} /> : <Subject form={form} />}
    </section>
  </div>
)

const Read = ({
  row,
  names,
}: {
  readonly row: Collect
  readonly names: readonly (typeof about | typeof clientOptions)[number][]
}) => (
  <dl className={styles.facts}>
    {names.map(name => (
      <div key={name}>
        <dt>{collects.fields[name].label}</dt>
        <dd>
          <Show field={collects.fields[name]} value={row[name]} />
        </dd>
      </div>
    ))}
  </dl>
)
