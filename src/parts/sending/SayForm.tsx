import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { AnswerBlock } from '#parts/sending/AnswerBlock.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'

interface Props {
  readonly label: string
  readonly description?: string
  /** The maximum length of the text, in characters. */
  readonly most: number
  readonly busy: boolean
  readonly refusal?: string | null
  /** The button: 'Registrar a recusa'. */
  readonly act: string
  /** It makes this the main action. */
  readonly main?: boolean
  readonly onSay: (words: string) => void
}

/** A user says why a warning remains, or what Anatel refused. */
export function SayForm({ label, description, most, busy, refusal = null, act, main = false, onSay }: Props) {
  const [words, setWords] = useState('')
  return (
    <AnswerBlock>
      <Textarea
        label={label}
        description={description}
        autosize
        minRows={2}
        maxLength={most}
        value={words}
        error={refusal}
        onChange={e => setWords(e.currentTarget.value)}
      />
      <BusyButton
        variant={main ? 'filled' : 'default'}
        busy={busy}
        doing="Registrando…"
        disabled={words.trim().length < 3}
        onClick={() => onSay(words)}
      >
        {act}
      </BusyButton>
    </AnswerBlock>
  )
}
