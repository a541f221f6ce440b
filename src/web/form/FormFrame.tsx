import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { Input } from '#web/kinds/Input.tsx'
import { MarksRequired, marksRequired, mustBeFilled } from '#web/kinds/label.tsx'
import { metaLabel, metasIn } from '#web/kinds/metas.ts'
import { knownIn, Show } from '#web/kinds/Show.tsx'
import type { Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { DraftBadge } from '#web/form/DraftBadge.tsx'
import { DraftBands, OthersBand } from '#web/form/DraftBands.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#web/form/form.module.css'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'

/** Kinds that take the whole width. */
export const wide: ReadonlySet<string> = new Set(['many', 'metas', 'longtext', 'richtext'])

/** The inputs of some fields, in two columns where there is room. */
export function FieldInputs({
  resource,
  names,
  form,
  title,
}: {
  readonly resource: AnyResource
  readonly names: readonly string[]
  readonly form: Form
  /** The title above them: a field alone and of that name needs no label. */
  readonly title?: string | undefined
}) {
  const fields = names.flatMap(name => {
    const field = resource.fields[name]
    return field?.writable ? [{ name, key: keyOf(name, field), field }] : []
  })
  return (
    <div className={styles.fields}>
      {fields.map(({ name, key, field }) => (
        <div key={key} className={wide.has(field.kind) ? styles.wide : undefined}>
          {field.kind === 'many' && fields.length > 1 && <h3 className={styles.linesTitle}>{field.label}</h3>}
          {form.fixed?.[name] !== undefined ? (
            <dl className={styles.fact}>
              <dt>{field.label}</dt>
              <dd>
                <Show field={field} value={form.values[name]} />
              </dd>
            </dl>
          ) : (
            <Input
              name={key}
              field={field}
              bare={fields.length === 1 && field.label === title}
              value={form.values[key]}
              known={form.values[key] === undefined ? undefined : knownIn(form.values, name, key)}
              onChange={value => form.set(key, value)}
              onBlur={left => void form.leave(left)}
              errorOf={form.errorOf}
            />
          )}
        </div>
      ))}
    </div>
  )
}

interface Props {
  readonly resource: AnyResource
  readonly form: Form
  readonly saving: boolean
  readonly onSave: (then: 'stay' | 'leave' | 'again') => void
  readonly onCancel: () => void
  /** Offers to begin another one after saving. */
  readonly again?: boolean
  /** Somebody else saved what is being typed in. */
  readonly behind?: ComponentProps<typeof OthersBand> | null
  /** What helps to fill it in, under the first section. */
  readonly helper?: ReactNode
  readonly children?: ReactNode
}

/** The sections of a form as declared, and the bar that saves; what is wrong is on top of the page. */
export function FormFrame({ resource, form, saving, onSave, onCancel, again, behind, helper, children }: Props) {
  useFieldGuide({ labelOf: name => labelIn(resource, name, form.values) })
  useHotkeys(
    [
      ['mod+S', () => onSave('stay')],
      ['mod+Enter', () => onSave('leave')],
    ],
    [],
  )
  const written = resource.form.flatMap(({ fields }) =>
    fields.flatMap(name => (resource.fields[name]?.writable ? [resource.fields[name]] : [])),
  )
  const marks = marksRequired(written)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={e => {
        e.preventDefault()
        onSave('stay')
      }}
    >
      <DraftBands form={form} />
      {behind && <OthersBand {...behind} />}
      {[...new Set(Object.values(form.fixed ?? {}))].map(why => (
        <Band key={why} tone="neutro">
          {why}
        </Band>
      ))}
      {marks && written.some(mustBeFilled) && (
        <p className="meta">Preencha os campos marcados com *; os outros são opcionais.</p>
      )}
      <MarksRequired value={marks}>
        {children ??
          resource.form
            .filter(({ fields }) => fields.some(name => resource.fields[name]?.writable))
            .map(({ title, help, fields }, i) => (
              <section key={fields.join()} className={styles.section}>
                {title && <h2>{title}</h2>}
                {help && <p>{help}</p>}
                <FieldInputs resource={resource} names={fields} form={form} title={title} />
                {i === 0 && helper}
              </section>
            ))}
      </MarksRequired>
      <Bar of="foot" className={styles.bar}>
        <BusyButton type="submit" busy={saving} doing="Salvando…" aria-keyshortcuts="Control+S">
          Salvar
        </BusyButton>
        {again && (
          <Button variant="default" onClick={() => onSave('again')}>
            {`Salvar e criar ${resource.text.gender === 'f' ? 'outra' : 'outro'}`}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancelar
        </Button>
        {form.dirty && <DraftBadge kept={form.kept} />}
      </Bar>
    </form>
  )
}

/** 'finances.0.icms_percent' → 'Financeiro por estado, linha 1, ICMS (%)'. */
export function labelIn({ fields }: Pick<AnyResource, 'fields'>, name: string, values: Values = {}): string {
  const [first = '', at, ...rest] = name.split('.')
  const field = fields[first] ?? fields[first.replace(/_id$/, '')]
  if (!field) return name
  if (at === undefined) return field.label
  // A run-time field says itself what it is called.
  if (field.kind === 'metas') return metaLabel(metasIn(values[first]), [at, ...rest]) ?? field.label
  const below = rest.length ? `, ${labelIn({ fields: field.options.shape ?? {} }, rest.join('.'))}` : ''
  return `${field.label}, linha ${Number(at) + 1}${below}`
}
