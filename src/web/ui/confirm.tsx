import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createStore, useStore } from '#web/store.ts'
import { Alert } from '#web/ui/Alert.tsx'

interface Question {
  /** Names the object: 'Excluir o cliente Rádio Vale?' */
  readonly title: string
  /** The consequence: '14 tarefas e 3 enlaces deixam de aparecer.' */
  readonly text?: string
  /** The verb on the button: 'Excluir'. */
  readonly act: string
  readonly cancel?: string
  readonly danger?: boolean
  /** What must be typed before, for what cannot be undone in bulk. */
  readonly typed?: string
}
interface OpenQuestion extends Question {
  readonly answer: (yes: boolean) => void
}

const asked = createStore<OpenQuestion | null>(null)

/** Asks, and answers whether to go on. */
export const confirm = (question: Question) =>
  new Promise<boolean>(resolve => {
    asked.get()?.answer(false)
    asked.set({
      ...question,
      answer: yes => {
        asked.set(null)
        resolve(yes)
      },
    })
  })

export function ConfirmHost() {
  const question = useStore(asked)
  return (
    <Alert opened={question !== null} onClose={() => question?.answer(false)} title={question?.title}>
      {question && <Body key={question.title} {...question} />}
    </Alert>
  )
}

function Body({ text, act, cancel = 'Cancelar', danger = false, typed, answer }: OpenQuestion) {
  const [words, setWords] = useState('')
  return (
    <>
      {text && <Text>{text}</Text>}
      {typed && (
        <TextInput
          mt="md"
          label={`Digite “${typed}” para confirmar`}
          value={words}
          onChange={e => setWords(e.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => answer(false)} data-autofocus={danger || undefined}>
          {cancel}
        </Button>
        <Button
          color={danger ? 'danger' : 'accent'}
          onClick={() => answer(true)}
          disabled={typed !== undefined && words.trim() !== typed}
          data-autofocus={danger ? undefined : true}
        >
          {act}
        </Button>
      </Group>
    </>
  )
}
