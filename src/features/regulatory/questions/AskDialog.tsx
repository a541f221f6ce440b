import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { unanswered, useCheck } from '#features/regulatory/collects/check/useCheck.web.ts'
import { useCollect } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import { useQuestionActs } from '#features/regulatory/questions/useQuestions.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/regulatory/questions/questions.module.css'

interface Props {
  readonly uuid: string
  readonly onClose: () => void
}

/** A question to the client about a coleta: words, with what the check found where it is marked. */
export default function AskDialog({ uuid, onClose }: Props) {
  const { data: read } = useCollect(uuid)
  const { data } = useCheck(uuid, read?.version ?? null)
  const { busy, refusal, ask } = useQuestionActs()
  const [words, write] = useState('')
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const findings = unanswered(data?.data ?? []).filter(({ severity }) => severity !== 'dica')
  const marked = findings.filter(({ key }) => !left.has(key))
  const content = [words.trim(), marked.map(({ message }) => `• ${message}`).join('\n')].filter(Boolean).join('\n\n')
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`O que falta esclarecer com ${read?.row.client.name ?? 'o cliente'}?`}
      size="lg"
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void ask(uuid, content).then(isDone => isDone && onClose())
        }}
      >
        <p className="meta">
          A coleta volta ao cliente, e as pessoas dele recebem a pergunta aqui e por e-mail. A resposta entra na coleta;
          a pergunta fica aberta até alguém da equipe encerrar.
        </p>
        <Textarea
          mt="sm"
          label="Pergunta"
          autosize
          minRows={3}
          maxLength={8_000}
          value={words}
          data-autofocus
          onChange={event => write(event.currentTarget.value)}
        />
        {findings.length > 0 && (
          <fieldset className={styles.found}>
            <legend>Da conferência, vai junto</legend>
            {findings.map(({ key, message }) => (
              <Checkbox
                key={key}
                label={message}
                checked={!left.has(key)}
                onChange={event => {
                  const next = new Set(left)
                  if (event.currentTarget.checked) next.delete(key)
                  else next.add(key)
                  leave(next)
                }}
              />
            ))}
          </fieldset>
        )}
        <DialogFoot refusals={[refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={busy} doing="Enviando…" disabled={words.trim().length < 3}>
            Perguntar ao cliente
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
