import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { showInstant } from '#kernel/show.ts'
import { Input } from '#web/kinds/Input.tsx'
import { nameOf } from '#web/kinds/Show.tsx'
import type { Form } from '#web/form/useForm.ts'
import styles from '#web/form/form.module.css'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { MessageSummary } from '#web/ui/MessageSummary.tsx'

const wide: ReadonlySet<string> = new Set(['many', 'longtext', 'richtext'])

/** The inputs of some fields, in two columns where there is room. */
export function FieldInputs({
  resource,
  names,
  form,
}: {
  readonly resource: AnyResource
  readonly names: readonly string[]
  readonly form: Form
}) {
  const fields = names.flatMap(name => {
    const field = resource.fields[name]
    return field?.writable ? [{ name, key: keyOf(name, field), field }] : []
  })
  return (
    <div className={styles.fields}>
      {fields.map(({ name, key, field }) => (
        <div key={key} className={wide.has(field.kind) ? styles.wide : undefined}>
          <Input
            name={key}
            field={field}
            value={form.values[key]}
            known={form.values[key] === undefined ? undefined : knownName(form, name, key)}
            onChange={value => form.set(key, value)}
            onBlur={() => void form.leave(key)}
            errorOf={form.errorOf}
          />
        </div>
      ))}
    </div>
  )
}

/** The name that came with the row still holds while its reference was not changed. */
function knownName({ values }: Form, name: string, key: string): string | undefined {
  const brought = values[name]
  return typeof brought === 'object' && brought !== null && 'id' in brought && brought.id === values[key]
    ? nameOf(brought) || undefined
    : undefined
}

interface Props {
  readonly resource: AnyResource
  readonly form: Form
  readonly saving: boolean
  readonly onSave: (then: 'stay' | 'leave' | 'again') => void
  readonly onCancel: () => void
  /** Offers to begin another one after saving. */
  readonly again?: boolean
  readonly children?: ReactNode
}

/** The sections of a form as declared, what is wrong on top, and the bar that saves. */
export function FormFrame({ resource, form, saving, onSave, onCancel, again, children }: Props) {
  useHotkeys(
    [
      ['mod+S', () => onSave('stay')],
      ['mod+Enter', () => onSave('leave')],
    ],
    [],
  )
  const pick = (field: string) => document.getElementById(field)?.focus()
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={e => {
        e.preventDefault()
        onSave('stay')
      }}
    >
      <MessageSummary labelOf={name => labelIn(resource, name)} onPick={pick} />
      {form.kept.found && (
        <div className={styles.band}>
          <span>Há um rascunho de {showInstant(form.kept.found.at)} que não foi salvo.</span>
          <Button
            variant="default"
            onClick={() => form.kept.found && (form.restore(form.kept.found.values), form.kept.dismiss())}
          >
            Recuperar
          </Button>
          <Button variant="subtle" color="gray" onClick={form.kept.forget}>
            Descartar
          </Button>
        </div>
      )}
      {children ??
        resource.form.map(({ title, help, fields }) => (
          <section key={fields.join()} className={styles.section}>
            {title && <h2>{title}</h2>}
            {help && <p>{help}</p>}
            <FieldInputs resource={resource} names={fields} form={form} />
          </section>
        ))}
      <div className={styles.bar}>
        <BusyButton type="submit" busy={saving} doing="Salvando…">
          Salvar
        </BusyButton>
        {again && (
          <Button variant="default" onClick={() => onSave('again')}>
            Salvar e criar outro
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancelar
        </Button>
        <span className="meta">{form.dirty ? 'Alterações por salvar' : ''}</span>
      </div>
    </form>
  )
}

/** 'finances.0.icms_percent' → 'Financeiro por estado, linha 1, ICMS (%)'. */
export function labelIn({ fields }: Pick<AnyResource, 'fields'>, name: string): string {
  const [first = '', at, ...rest] = name.split('.')
  const field = fields[first] ?? fields[first.replace(/_id$/, '')]
  if (!field) return name
  if (at === undefined) return field.label
  const below = rest.length ? `, ${labelIn({ fields: field.options.shape ?? {} }, rest.join('.'))}` : ''
  return `${field.label}, linha ${Number(at) + 1}${below}`
}
