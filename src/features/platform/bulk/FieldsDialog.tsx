import { NativeSelect } from '@mantine/core'
import type { Field } from '#kernel/field.ts'
import type { OneRowField } from '#kernel/many.ts'
import { keyOf } from '#kernel/resource.ts'
import { count, join } from '#kernel/text.ts'
import { FieldsPreview } from '#features/platform/bulk/FieldsPreview.tsx'
import styles from '#features/platform/bulk/bulk.module.css'
import { useChangeOfFields, type FieldTurn } from '#features/platform/bulk/useChangeOfFields.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { mustBeFilled } from '#web/kinds/label.tsx'
import type { ChangedRows } from '#web/table/desk.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Gives many rows the same value in some fields: which fields first, then what changes, then it is done. */
export function FieldsDialog(rows: ChangedRows) {
  const { resource, total, onClose } = rows
  const change = useChangeOfFields(rows)
  const { preview, busy, refusal } = change
  return (
    <Dialog
      opened
      onClose={onClose}
      size="xl"
      title={`Alterar campos de ${count(preview?.total ?? total, resource.text)}`}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!busy) (preview ? change.act : change.look)()
        }}
      >
        {preview ? (
          <FieldsPreview of={resource} preview={preview} notice={change.notice} onBack={change.back} />
        ) : (
          <FieldChoices resource={resource} change={change} />
        )}
        <DialogFoot refusals={[refusal]} onClose={onClose}>
          <BusyButton
            type="submit"
            busy={busy}
            doing={preview ? 'Alterando…' : 'Conferindo…'}
            disabled={preview?.changed === 0}
          >
            {preview ? `Alterar ${count(preview.changed, resource.text)}` : 'Ver o que muda'}
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

interface FieldChoicesProps {
  readonly resource: ChangedRows['resource']
  readonly change: ReturnType<typeof useChangeOfFields>
}
function FieldChoices({ resource, change }: FieldChoicesProps) {
  const { settable, ofOneRow } = change
  const named = new Map(settable)
  return (
    <>
      <p className="meta">O que ficar em Manter não muda. Nada é gravado antes de você ver o que muda.</p>
      <div className={styles.fields}>
        {resource.form.map(({ title, fields }) => {
          const shown = fields.flatMap(name => {
            const field = named.get(name)
            return field ? [[name, field] as const] : []
          })
          return (
            shown.length > 0 && (
              <section key={fields.join()}>
                {title && <h3>{title}</h3>}
                {shown.map(([name, field]) => (
                  <FieldChoice key={name} name={name} field={field} change={change} />
                ))}
              </section>
            )
          )
        })}
      </div>
      {ofOneRow.length > 0 && <p className="meta">{`Ficam de fora: ${leftOutInWords(ofOneRow)}.`}</p>}
    </>
  )
}

const turnNames = { definir: 'Definir', limpar: 'Limpar', sim: 'Sim', nao: 'Não' } as const
const turnsOf = (field: Field): readonly FieldTurn[] => {
  if (field.kind === 'flag') return ['sim', 'nao']
  return mustBeFilled(field) ? ['definir'] : ['definir', 'limpar']
}

interface FieldChoiceProps {
  readonly name: string
  readonly field: Field
  readonly change: ReturnType<typeof useChangeOfFields>
}
function FieldChoice({ name, field, change }: FieldChoiceProps) {
  const { turns, values, set } = change.fields
  const key = keyOf(name, field)
  const offered = turnsOf(field)
  return (
    <div className={styles.field} role="group" aria-label={field.label}>
      <span aria-hidden>{field.label}</span>
      <NativeSelect
        aria-label={`${field.label}: o que fazer`}
        value={turns[name] ?? ''}
        data={[{ value: '', label: 'Manter' }, ...offered.map(each => ({ value: each, label: turnNames[each] }))]}
        onChange={({ currentTarget: { value } }) => change.turn(name, offered.find(each => each === value) ?? null)}
      />
      {turns[name] === 'definir' && (
        <div className={styles.input}>
          <Input
            name={key}
            field={field}
            bare
            value={values[key]}
            onChange={value => set(key, value)}
            errorOf={change.errorOf}
          />
        </div>
      )}
    </div>
  )
}

/** 'Razão social (nome do registro); E-mail e Telefone (dado pessoal)'. */
function leftOutInWords(fields: readonly OneRowField[]): string {
  const reasons = [...new Set(fields.map(({ why }) => why))]
  return reasons
    .map(reason => `${join(fields.flatMap(({ label, why }) => (why === reason ? [label] : [])))} (${reason})`)
    .join('; ')
}
