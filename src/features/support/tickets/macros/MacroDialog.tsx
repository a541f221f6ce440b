import { Radio, Select, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { count } from '#kernel/text.ts'
import { applyMacro, previewMacro, type MacroPreview } from '#features/support/tickets/ticket/api.ts'
import { numbered } from '#features/support/tickets/ticket/conversation.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { useMacroPreview, useMacros } from '#features/support/tickets/macros/useMacro.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { reasonOf } from '#web/api-error.ts'
import { renewAnswers, sendCall } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/support/tickets/ticket/tickets.module.css'

interface Props {
  readonly uuids: readonly string[]
  readonly onClose: () => void
  /** Of one ticket: its text goes to the composer, with what changes once it is sent. */
  readonly onDraft?: (look: MacroPreview) => void
  readonly onDone?: () => void
}

/** What a macro does, seen before it is done: to one ticket, or to all that are marked. */
export function MacroDialog({ uuids, onClose, onDraft, onDone }: Props) {
  const [macro, choose] = useState<string | null>(null)
  const [text, tell] = useState<MacroText | null>(null)
  const { data: offered } = useMacros()
  const { data, error } = useMacroPreview(macro, uuids)
  const look = data?.data
  const { apply, busy, refusal, refuse } = useMacroUse(onClose, onDone)
  const able = look?.rows.filter(({ why }) => !why.length) ?? []
  const says = able.some(({ content }) => content !== null)
  const drafts = onDraft !== undefined && says
  const ready = able.length > 0 && (!says || drafts || text !== null) && (says || (look?.changes.length ?? 0) > 0)
  function go() {
    if (!look || macro === null) return
    if (!drafts) return void apply(macro, look, able, says && text ? text : 'deixar')
    onDraft(look)
    onClose()
  }
  const many = count(able.length, tickets.text)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={uuids.length === 1 ? 'Aplicar macro' : `Aplicar macro a ${count(uuids.length, tickets.text)}`}
    >
      <Select
        label="Macro"
        placeholder="Escolha uma macro"
        data={(offered?.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={macro}
        searchable
        nothingFoundMessage="Nenhuma macro. Faça a primeira em Configurações."
        onChange={chosen => {
          choose(chosen)
          tell(null)
          refuse(null)
        }}
      />
      {look && <MacroEffect look={look} able={able} single={uuids.length === 1} />}
      {look && says && !drafts && <TextChoice look={look} many={many} value={text} onChange={tell} />}
      <DialogFoot refusals={[error ? reasonOf(error) : null, refusal]} onClose={onClose}>
        <BusyButton busy={busy} doing="Aplicando…" disabled={!ready} onClick={go}>
          {drafts ? 'Pôr no rascunho' : uuids.length === 1 ? 'Aplicar' : `Aplicar a ${many}`}
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}

type MacroText = 'enviar' | 'deixar'
interface TextChoiceProps {
  readonly look: MacroPreview
  /** In how many tickets, in words. */
  readonly many: string
  readonly value: MacroText | null
  readonly onChange: (text: MacroText) => void
}

/** Asks each time whether to send the text too; nothing is preselected. */
const TextChoice = ({ look: { kind, changes }, many, value, onChange }: TextChoiceProps) => (
  <Radio.Group
    mt="md"
    label="E o texto?"
    value={value}
    onChange={said => onChange(said === 'enviar' ? said : 'deixar')}
  >
    <Stack gap={8} mt={6}>
      <Radio value="deixar" label="Não enviar: só mudar os chamados" disabled={!changes.length} />
      <Radio
        value="enviar"
        label={
          kind === 'nota'
            ? `Guardar como nota interna em ${many}`
            : `Enviar como resposta ao cliente em ${many}, também por e-mail`
        }
      />
    </Stack>
  </Radio.Group>
)

/** Applies a macro; the dialog shows a refusal. */
function useMacroUse(onClose: () => void, onDone?: () => void) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  async function apply(macro: string, { version }: MacroPreview, able: MacroPreview['rows'], text: MacroText) {
    setBusy(true)
    refuse(null)
    try {
      const { message } = await sendCall(
        applyMacro,
        { body: { macro, ids: able.map(({ uuid }) => uuid), version, text } },
        { quiet: true, timeout: 120_000 },
      )
      await queries.invalidateQueries()
      toast(message)
      announce(message)
      onDone?.()
      onClose()
    } catch (error) {
      refuse(reasonOf(error))
      await renewAnswers(queries, previewMacro)
    } finally {
      setBusy(false)
    }
  }
  return { apply, busy, refusal, refuse }
}

interface PreviewProps {
  readonly look: MacroPreview
  readonly able: MacroPreview['rows']
  readonly single: boolean
}

function MacroEffect({ look: { changes, rows, kind }, able, single }: PreviewProps) {
  const [first] = able
  const left = rows.filter(({ why }) => why.length)
  return (
    <dl className={styles.look}>
      {changes.length > 0 && (
        <Part label="O que muda">
          {changes.map(({ label, value }) => (
            <div key={label}>
              {label}: {value}
            </div>
          ))}
        </Part>
      )}
      {first?.content && (
        <Part
          label={`${kind === 'nota' ? 'Nota interna' : 'Resposta ao cliente'}${single ? '' : `, como sai no ${numbered(first.number)}`}`}
        >
          <blockquote className={styles.words}>{first.content}</blockquote>
        </Part>
      )}
      {!single && (
        <Part label="Em quantos">
          {`${count(able.length, tickets.text)} ${able.length === 1 ? 'muda' : 'mudam'}`}
          {left.length > 0 && `, ${left.length} não ${left.length === 1 ? 'pode' : 'podem'}:`}
        </Part>
      )}
      {left.map(({ uuid, number, name, why }) => (
        <Part key={uuid} label={`${numbered(number)} ${name}`}>
          {why.join(' ')}
        </Part>
      ))}
    </dl>
  )
}

const Part = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
