import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import type { Ref } from '#kernel/field.ts'
import { showDate } from '#kernel/show.ts'
import { listClientDocuments, listPendingDocuments, sendDocument } from '#features/clients/documents/api.ts'
import type { Pending } from '#features/clients/documents/schema.ts'
import { DocumentRow } from '#features/clients/documents/DocumentRow.tsx'
import { documents as papers, pendingStates } from '#features/clients/documents/documents.ts'
import { SendDocument } from '#features/clients/documents/SendDocument.tsx'
import { storedExtensions } from '#parts/file/file.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/clients/documents/documents.module.css'

interface Props {
  readonly client: { readonly id: number; readonly uuid: string; readonly active: boolean }
}
interface Sending {
  readonly file: File
  readonly type: Ref | null
}

/** Its resource is the client; it is cached with the documents, whose changes renew it. */
const listPending = { ...listPendingDocuments, lists: papers }

/** Shows a client's papers: the missing and expiring ones, a place to drop more, and the stored ones. */
export default function ClientDocuments({ client }: Props) {
  const user = useUser()
  const [sending, send] = useState<Sending | null>(null)
  /** The pending type the next file answers. */
  const [answered, answer] = useState<Ref | null>(null)
  const documents = useAnswer(listClientDocuments, {
    id: client.uuid,
    query: { sort: '-created_at', pagination: 'false' },
  })
  const pending = useAnswer(listPending, { id: client.uuid }, { enabled: can(user, listPending.id) })
  const open = client.active && can(user, sendDocument.id)
  if (documents.error && !documents.data)
    return <ErrorState error={documents.error} onRetry={() => void documents.refetch()} />
  return (
    <>
      {pending.data && pending.data.data.length > 0 && (
        <Card className={styles.pending} title="Pendências">
          <ul>
            {pending.data.data.map(({ document_type: type, state, valid_until }) => (
              <li key={type.uuid}>
                <StatusChip tone={state === 'a-vencer' ? 'atencao' : 'erro'}>{pendingStates[state]}</StatusChip>
                <span>{type.name}</span>
                {valid_until && <span className="meta">{endOf(state, valid_until)}</span>}
                {open && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={() => answer(type)}
                    aria-label={`Enviar ${type.name}`}
                  >
                    Enviar
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {pending.data?.left && (
        <p className="meta">Nenhum fistel deste cliente está em uso: os documentos obrigatórios não são pedidos.</p>
      )}
      {open && !sending && (
        <DropZone
          title={answered ? `Enviar ${answered.name}` : 'Enviar documento'}
          help={`Solte o arquivo aqui ou escolha um, de até 25 MB: ${storedExtensions.join(', ')}.`}
          label="Documento"
          accept={storedExtensions.map(ext => `.${ext}`).join(',')}
          onFile={file => send({ file, type: answered })}
        />
      )}
      {sending && (
        <SendDocument
          client={client.uuid}
          {...sending}
          onDone={() => {
            send(null)
            answer(null)
          }}
        />
      )}
      <Skeletons waiting={documents.isPending} lines={4} height={28} />
      {documents.data?.data.length === 0 && <p className="meta">Nenhum documento guardado ainda.</p>}
      {documents.data && documents.data.data.length > 0 && (
        <List boxed className={styles.list}>
          {documents.data.data.map(document => (
            <DocumentRow key={document.uuid} document={document} />
          ))}
        </List>
      )}
    </>
  )
}

const endOf = (state: Pending['state'], day: string) =>
  `${state === 'vencido' ? 'venceu' : 'vence'} em ${showDate(day)}`
