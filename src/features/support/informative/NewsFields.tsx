import { MultiSelect, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useId } from 'react'
import { listNewsAudiences, type Choosable } from '#features/support/informative/api.ts'
import { informative } from '#features/support/informative/informative.ts'
import { localOf, momentAt } from '#features/support/informative/moment.ts'
import styles from '#features/support/informative/news.module.css'
import { useAnswer } from '#web/call.ts'
import { FieldInputs } from '#web/form/FormFrame.tsx'
import type { Form } from '#web/form/useForm.ts'
import { labelOf } from '#web/kinds/label.tsx'
import { isRecord } from '#web/storage.ts'
import form_ from '#web/form/form.module.css'

/** The form of a piece of news: its text, audience, dates, and whether readers must confirm it. */
export function NewsFields({ form }: { readonly form: Form }) {
  const { values } = form
  const { data } = useAnswer(listNewsAudiences, {})
  return (
    <>
      <section className={form_.section}>
        <FieldInputs resource={informative} names={['title', 'category', 'content']} form={form} />
      </section>
      <section className={form_.section}>
        <h2>Para quem</h2>
        <FieldInputs resource={informative} names={['audience', 'empresa']} form={form} />
        <div className={styles.pair}>
          <Several form={form} name="profiles" id="profile_id" all="Todos os perfis" among={data?.data.profiles} />
          {values.audience !== 'equipe' && (
            <Several
              form={form}
              name="client_types"
              id="client_type_id"
              all="Todos os tipos"
              among={data?.data.client_types}
            />
          )}
        </div>
      </section>
      <section className={form_.section}>
        <h2>Quando</h2>
        <div className={styles.pair}>
          <Moment form={form} name="publish_at" />
          <Moment form={form} name="expires_at" />
        </div>
        <FieldInputs resource={informative} names={['draft']} form={form} />
      </section>
      <section className={form_.section}>
        <h2>Leitura</h2>
        <FieldInputs
          resource={informative}
          names={values.mandatory === true ? ['mandatory', 'read_until'] : ['mandatory']}
          form={form}
        />
        <ReadAgain form={form} />
      </section>
    </>
  )
}

type SeveralName = 'profiles' | 'client_types'
interface SeveralProps {
  readonly form: Form
  readonly name: SeveralName
  /** Where a line points. */
  readonly id: 'profile_id' | 'client_type_id'
  readonly all: string
  readonly among: readonly Choosable[] | undefined
}
/** Lines of one reference each, chosen together; none means all. */
function Several({ form, name, id, all, among }: SeveralProps) {
  const given = form.values[name]
  const lines = Array.isArray(given) ? given.filter(isRecord) : []
  const field = informative.fields[name]
  const chosen = lines.map(line => String(line[id]))
  return (
    <MultiSelect
      id={name}
      label={labelOf(field)}
      placeholder={chosen.length ? undefined : all}
      data={(among ?? []).map(each => ({ value: String(each.id), label: each.name }))}
      disabled={!among}
      value={among ? chosen : []}
      searchable
      error={form.errorOf(name)}
      onChange={next =>
        form.set(
          name,
          next.map(each => lines.find(line => String(line[id]) === each) ?? { [id]: Number(each) }),
        )
      }
    />
  )
}

/** A day and an hour of Brasília; empty until the user fills it in. */
function Moment({ form, name }: { readonly form: Form; readonly name: 'publish_at' | 'expires_at' }) {
  const field = informative.fields[name]
  const value = form.values[name]
  return (
    <TextInput
      id={name}
      type="datetime-local"
      label={labelOf(field)}
      description={field.options.hint}
      value={typeof value === 'string' ? localOf(value) : ''}
      error={form.errorOf(name)}
      onChange={event => form.set(name, momentAt(event.currentTarget.value))}
      onBlur={() => void form.leave(name)}
    />
  )
}

/** Appears when the text of confirmed news changes. */
function ReadAgain({ form }: { readonly form: Form }) {
  const { read_again: field } = informative.fields
  const refused = form.errorOf('read_again')
  const value = form.values.read_again
  const id = useId()
  if (!refused && typeof value !== 'string') return null
  return (
    <Radio.Group
      id="read_again"
      name={id}
      label={field.label}
      error={refused}
      value={typeof value === 'string' ? value : null}
      onChange={chosen => form.set('read_again', chosen)}
    >
      <div className={styles.choices}>
        {Object.entries(field.options.choices ?? {}).map(([key, label]) => (
          <Radio key={key} value={key} label={label} />
        ))}
      </div>
    </Radio.Group>
  )
}
