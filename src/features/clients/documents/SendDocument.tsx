import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Ref } from '#kernel/field.ts'
import type { FieldErrors } from '#kernel/problem.ts'
import { showBytes } from '#kernel/show.ts'
import { sendDocument } from '#features/clients/documents/api.ts'
import { documents } from '#features/clients/documents/documents.ts'
import { fitFile } from '#parts/file/file.ts'
import { fieldErrorsOf, messageOf } from '#web/api-error.ts'
import { useCall } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'
import { toast } from '#web/ui/toast.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/clients/documents/documents.module.css'

interface Props {
  /** The client's uuid. */
  readonly client: string
  readonly file: File
  readonly type: Ref | null
  readonly onDone: () => void
}

/** Asks type and expiry of a file, then stores it. */
export function SendDocument({ client, file, type, onDone }: Props) {
  const sending = useCall(sendDocument)
  const [typeId, setType] = useState<unknown>(type?.id ?? null)
  const [validUntil, setValidUntil] = useState<unknown>(null)
  const unfit = fitFile(file.name, file.size)
  const [errors, setErrors] = useState<FieldErrors>(unfit === null ? {} : { file: [unfit] })
  const [busy, setBusy] = useState(false)
  useConfirmLeave(true)
  const errorOf = (name: string) => errors[name]?.join(' ')
  async function send() {
    setBusy(true)
    setErrors({})
    try {
      const query = {
        name: file.name,
        ...(typeof typeId === 'number' && { document_type_id: typeId }),
        ...(typeof validUntil === 'string' && { valid_until: validUntil }),
      }
      const body = new Blob([file], { type: 'application/octet-stream' })
      const { message } = await sending.send({ id: client, query, body }, { quiet: true, timeout: 120_000 })
      toast(message)
      onDone()
    } catch (error) {
      const fields = fieldErrorsOf(error)
      setErrors(Object.keys(fields).length ? fields : { file: [messageOf(error)] })
    } finally {
      setBusy(false)
    }
  }
  const { document_type, valid_until } = documents.fields
  const wrong = errorOf('file') ?? errorOf('name')
  return (
    <Card
      title={
        <>
          {file.name} <span className="meta">{showBytes(file.size)}</span>
        </>
      }
    >
      {wrong && (
        <p role="alert" className="wrong">
          {wrong}
        </p>
      )}
      <div className={styles.said}>
        <Input
          name="document_type_id"
          field={document_type}
          value={typeId}
          known={type?.name}
          errorOf={errorOf}
          onChange={setType}
        />
        <Input name="valid_until" field={valid_until} value={validUntil} errorOf={errorOf} onChange={setValidUntil} />
      </div>
      <Group gap={8}>
        <BusyButton busy={busy} doing="Enviando…" disabled={unfit !== null} onClick={() => void send()}>
          Guardar documento
        </BusyButton>
        <Button variant="default" disabled={busy} onClick={onDone}>
          Cancelar
        </Button>
      </Group>
    </Card>
  )
}
