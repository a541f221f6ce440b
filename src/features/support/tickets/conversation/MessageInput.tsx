import { Textarea } from '@mantine/core'
import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { fillTextModule } from '#features/support/tickets/ticket/api.ts'
import { callingAt, type Calling } from '#features/support/tickets/ticket/suggest.ts'
import { SuggestionList, useSuggestions, type Suggestion } from '#features/support/tickets/conversation/Suggestions.tsx'
import { sendCall } from '#web/call.ts'

export interface CalledPerson {
  readonly id: number
  readonly name: string
}
interface Props {
  readonly uuid: string
  readonly label: string
  readonly value: string
  readonly error: string | null
  /** May colleagues be called, and texts put in? */
  readonly helped: boolean
  readonly ref: Ref<HTMLTextAreaElement>
  readonly onChange: (value: string) => void
  readonly onCall: (person: CalledPerson) => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onSend: () => void
  readonly onEscape: () => void
}

/** Where a message is typed: '@' calls a colleague, '::' puts in a text, and a pasted picture goes along. */
export function MessageInput(props: Props) {
  const { uuid, label, value, error, helped, ref, onChange, onCall, onFiles, onSend, onEscape } = props
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [calling, call] = useState<Calling | null>(null)
  const [at, setAt] = useState(0)
  const found = useSuggestions(helped ? calling : null)
  const listed = found.length > 0
  const look = (typed: string, caret: number) => {
    call(callingAt(typed, caret))
    setAt(0)
  }
  async function pick({ id: chosen, name }: Suggestion) {
    if (!calling) return
    const put = (words: string) => {
      const typed = box.current?.value ?? value
      const end = calling.from + calling.words.length + (calling.of === 'person' ? 1 : 2)
      onChange(`${typed.slice(0, calling.from)}${words}${typed.slice(end)}`)
      call(null)
      box.current?.focus()
    }
    if (calling.of === 'person') {
      onCall({ id: chosen, name })
      return put(`@${name} `)
    }
    const { data } = await sendCall(fillTextModule, { id: uuid, text: chosen })
    put(data.content)
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSend()
    const chosen = found[at]
    if (event.key === 'Escape') {
      event.stopPropagation()
      return listed ? call(null) : onEscape()
    }
    if (!listed || !chosen) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt((at + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      void pick(chosen).catch(() => undefined)
    }
  }
  return (
    <div>
      <Textarea
        ref={node => {
          box.current = node
          if (typeof ref === 'function') ref(node)
          else if (ref) ref.current = node
        }}
        label={label}
        autosize
        minRows={3}
        maxRows={14}
        value={value}
        error={error}
        role={helped ? 'combobox' : undefined}
        aria-expanded={helped ? listed : undefined}
        aria-controls={helped ? id : undefined}
        aria-activedescendant={listed ? `${id}-${at}` : undefined}
        aria-keyshortcuts="Control+Enter"
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          look(currentTarget.value, currentTarget.selectionStart)
        }}
        onSelect={({ currentTarget }) => look(currentTarget.value, currentTarget.selectionStart)}
        onBlur={() => call(null)}
        onKeyDown={press}
        onPaste={event => {
          const files = [...event.clipboardData.files]
          if (!files.length) return
          event.preventDefault()
          onFiles(files)
        }}
      />
      {listed && calling && (
        <SuggestionList
          id={id}
          label={calling.of === 'person' ? 'Colegas' : 'Textos prontos'}
          of={found}
          at={at}
          onPick={each => void pick(each).catch(() => undefined)}
        />
      )}
    </div>
  )
}
