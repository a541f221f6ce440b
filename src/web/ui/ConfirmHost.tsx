import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useStore } from '#web/store.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { openQuestion, type OpenQuestion } from '#web/ui/confirm.tsx'

/** Where what `confirm` asks is answered. */
export function ConfirmHost() {
  const question = useStore(openQuestion)
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
