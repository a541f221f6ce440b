import { Button, Checkbox } from '@mantine/core'
import { IconLock, IconMessageReply, IconWand } from '@tabler/icons-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import type { MacroPreview, TicketChange } from '#features/support/tickets/ticket/api.ts'
import { Attaching, type ChosenFile } from '#features/support/tickets/messages/Attaching.tsx'
import type { WritingMode } from '#features/support/tickets/ticket/conversation.ts'
import { MessageInput, type CalledPerson } from '#features/support/tickets/conversation/MessageInput.tsx'
import { MacroDialog } from '#features/support/tickets/macros/MacroDialog.tsx'
import { stillCalled } from '#features/support/tickets/ticket/suggest.ts'
import { useMacroAble } from '#features/support/tickets/macros/useMacro.web.ts'
import { useMessageDraft } from '#features/support/tickets/conversation/useMessageDraft.web.ts'
import { useSend } from '#features/support/tickets/conversation/useSend.web.ts'
import { fitFile } from '#parts/file/file.ts'
import { Band } from '#web/ui/Band.tsx'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useLetterKeys, useLettersOn } from '#web/ui/letterKeys.ts'
import styles from '#features/support/tickets/conversation/composer.module.css'

interface Props {
  readonly ticket: { readonly id: number; readonly uuid: string }
  readonly staff: boolean
  /** May files go along? */
  readonly attaches: boolean
  /** An answer may set the ticket waiting for the client, which it does unless that is switched off. */
  readonly waits: boolean
  /** Nobody has the ticket, and who answers takes it unless that is switched off. */
  readonly takes: boolean
  /** Whether single letters open it: not where they are typed into something else. */
  readonly keys: boolean
  /** Who of the client reads an answer. */
  readonly to: string
  readonly onWriting: (mode: WritingMode | null) => void
}

const modes = {
  answer: { title: 'Resposta ao cliente', label: 'Resposta', send: 'Responder ao cliente', doing: 'Respondendo…' },
  note: { title: 'Nota interna', label: 'Nota', send: 'Guardar nota interna', doing: 'Guardando…' },
  client: { title: '', label: 'Sua mensagem', send: 'Enviar', doing: 'Enviando…' },
} as const

/**
 * Staff and clients write here. Staff choose answer or note each time: the last choice is not remembered, so that no note is
 * sent as an answer by habit.
 */
export function Composer(props: Props) {
  const { ticket, staff, keys, onWriting } = props
  const draft = useMessageDraft(ticket.uuid, true)
  const [mode, setMode] = useState<WritingMode | null>(null)
  const keysOn = useLettersOn() && keys
  const [macro, take] = useState<MacroPreview | null>(null)
  const [choosing, choose] = useState(false)
  const macros = useMacroAble()
  // What goes along with an answer goes along with nothing else.
  const begin = (next: WritingMode | null) => {
    if (next !== mode) take(null)
    setMode(next)
  }
  useLetterKeys(staff && keys ? [['r', () => begin('answer')], ['x', () => begin('note')]] : []) // prettier-ignore
  const isTyping = mode !== null && draft.words[mode].trim() !== ''
  useEffect(() => onWriting(isTyping ? mode : null), [isTyping, mode, onWriting])
  if (!staff) return <Writing {...props} key="client" mode="answer" as="client" draft={draft} onEnd={() => undefined} />
  // What was typed already stays, before what the macro says.
  const putWords = (look: MacroPreview) => {
    const into = look.kind === 'nota' ? 'note' : 'answer'
    const [typed, said] = [draft.words[into].trim(), look.rows[0]?.content ?? '']
    if (!typed.includes(said)) draft.set(into, typed ? `${typed}\n\n${said}` : said)
    setMode(into)
    take(look.changes.length ? look : null)
  }
  if (mode)
    return (
      <Writing
        {...props}
        key={mode}
        mode={mode}
        as={mode}
        draft={draft}
        macro={macro}
        onForget={() => take(null)}
        onEnd={() => begin(null)}
      />
    )
  return (
    <div className={styles.choice} role="group" aria-label="Escrever no chamado">
      <Button
        leftSection={<IconMessageReply size={16} stroke={1.75} aria-hidden />}
        aria-keyshortcuts={keysOn ? 'r' : undefined}
        onClick={() => begin('answer')}
      >
        Responder ao cliente
      </Button>
      <Button
        className={styles.toNote}
        variant="default"
        leftSection={<IconLock size={16} stroke={1.75} aria-hidden />}
        aria-keyshortcuts={keysOn ? 'x' : undefined}
        onClick={() => begin('note')}
      >
        Anotar (interno)
      </Button>
      {macros && (
        <Button
          variant="default"
          leftSection={<IconWand size={16} stroke={1.75} aria-hidden />}
          onClick={() => choose(true)}
        >
          Macro
        </Button>
      )}
      {choosing && <MacroDialog uuids={[ticket.uuid]} onClose={() => choose(false)} onDraft={putWords} />}
      {(['answer', 'note'] as const)
        .filter(each => draft.words[each].trim())
        .map(each => (
          <span key={each} className="meta">
            {each === 'answer' ? 'Há uma resposta por enviar' : 'Há uma nota por guardar'}
          </span>
        ))}
    </div>
  )
}

interface WritingProps extends Props {
  readonly mode: WritingMode
  readonly as: keyof typeof modes
  readonly draft: ReturnType<typeof useMessageDraft>
  /** What else is done once it is sent. */
  readonly macro?: MacroPreview | null
  readonly onForget?: () => void
  readonly onEnd: () => void
}

function Writing(props: WritingProps) {
  const { ticket, staff, attaches, waits, takes, to, mode, as, draft, macro = null, onForget, onEnd } = props
  const { title, label, send: act, doing } = modes[as]
  const box = useRef<HTMLTextAreaElement>(null)
  const [files, choose] = useState<readonly ChosenFile[]>([])
  const [called, setCalled] = useState<readonly CalledPerson[]>([])
  const [waiting, wait] = useState(true)
  const [taking, take] = useState(true)
  const turnsByMacro = macro?.change.turn != null
  const answers = staff && mode === 'answer'
  const { send, busy, refusal } = useSend(ticket, staff)
  const value = draft.words[mode]
  useEffect(() => {
    if (staff) box.current?.focus()
  }, [staff])
  const add = (more: readonly File[]) =>
    attaches && choose(now => [...now, ...more.map(file => ({ file, refusal: fitFile(file.name, file.size) }))])
  // In a settled ticket no file is taken any more.
  const late = files.length > 0 && macro?.change.turn === 'finalizar'
  const fit = value.trim() !== '' && !late && files.every(({ file }) => fitFile(file.name, file.size) === null)
  async function go() {
    if (!fit || busy) return
    const mentions = stillCalled(value, called).map(({ id }) => id)
    const left = await send({
      mode,
      content: value,
      files,
      mentions,
      change: {
        ...(answers && waits && waiting && { turn: 'aguardar' }),
        ...(answers && takes && taking && { mine: true }),
        ...changeBy(macro),
      },
    })
    if (!left) return
    draft.set(mode, '')
    choose(left)
    setCalled([])
    if (!left.length) onEnd()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    add([...event.dataTransfer.files])
  }
  return (
    <form
      className={styles.composer}
      data-mode={as}
      aria-label={title || 'Escrever no chamado'}
      onDragOver={event => event.preventDefault()}
      onDrop={drop}
      onSubmit={event => {
        event.preventDefault()
        void go()
      }}
    >
      {staff && (
        <header>
          {mode === 'note' && <IconLock size={16} stroke={2} aria-hidden />}
          <strong>{title}</strong>
          <span>{mode === 'note' ? 'Só a equipe lê. Não vai por e-mail.' : to}</span>
        </header>
      )}
      {staff && mode !== 'note' && <NoMail />}
      <MessageInput
        uuid={ticket.uuid}
        label={label}
        value={value}
        error={refusal}
        helped={staff}
        ref={box}
        onChange={next => draft.set(mode, next)}
        onCall={person => setCalled(now => [...now, person])}
        onFiles={add}
        onSend={() => void go()}
        onEscape={onEnd}
      />
      {staff && (
        <p className="meta">@ chama um colega, :: põe um texto pronto. Imagem colada ou arquivo solto vai junto.</p>
      )}
      {attaches && <Attaching chosen={files} onChange={choose} />}
      {macro && (
        <Band tone="info" role="status">
          <div>
            {late && 'Com anexos o chamado não é finalizado junto: envie só o texto, e finalize depois. '}
            Ao enviar: {macro.changes.map(({ label, value }) => `${label.toLowerCase()}: ${value}`).join(', ')}.
          </div>
          <Button variant="subtle" color="gray" onClick={onForget}>
            Só o texto
          </Button>
        </Band>
      )}
      <div className={styles.acts}>
        <BusyButton type="submit" busy={busy} doing={doing} disabled={!fit} aria-keyshortcuts="Control+Enter">
          {act}
        </BusyButton>
        {staff && (
          <Button variant="subtle" color="gray" onClick={onEnd}>
            Fechar
          </Button>
        )}
        {answers && takes && (
          <Checkbox label="Assumir o chamado" checked={taking} onChange={event => take(event.currentTarget.checked)} />
        )}
        {answers && waits && !turnsByMacro && (
          <Checkbox
            label="Aguardar o cliente"
            checked={waiting}
            onChange={event => wait(event.currentTarget.checked)}
          />
        )}
        <span className="meta" role="status">
          {draftWords[draft.state]}
        </span>
      </div>
    </form>
  )
}

/** What of a macro goes along with its words. */
function changeBy(macro: MacroPreview | null): TicketChange {
  if (!macro) return {}
  const { turn, mine, team_id, type_id, priority, remind_on } = macro.change
  return {
    ...(turn && { turn }),
    ...(mine && { mine }),
    ...(team_id !== null && { team_id }),
    ...(type_id !== null && { type_id }),
    ...(priority && { priority }),
    ...(remind_on !== null && { remind_on }),
  }
}

const draftWords = {
  none: '',
  keeping: 'Guardando o rascunho…',
  kept: 'Rascunho guardado',
  alone: 'Rascunho só nesta página: sem resposta do servidor',
} as const
