import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showBytes, showDate } from '#kernel/show.ts'
import { deleteDocument } from '#features/clients/documents/api.ts'
import type { documents } from '#features/clients/documents/documents.ts'
import { download } from '#parts/file/download.web.ts'
import { useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

export type Document = ListedOf<typeof documents>

/** A document as the client's list shows it, and what can be done with it. */
export function DocumentRow({ document }: { readonly document: Document }) {
  const { uuid, name, size, document_type, valid_until, user: author, created_at, client } = document
  const user = useUser()
  const { send } = useCall(deleteDocument)
  const [now] = useState(() => Date.now())
  async function remove() {
    const sure = await confirm({ title: `Excluir o documento ${name}?`, act: 'Excluir', danger: true })
    if (!sure) return
    const { message } = await send({ id: client.uuid, upload: uuid })
    toast(message)
  }
  return (
    <li>
      <IconFileText size={20} stroke={1.5} aria-hidden />
      <div>
        <strong>{can(user, 'documents.update') ? <Link to={`/documents/${uuid}`}>{name}</Link> : name}</strong>
        <p className="meta">
          {[document_type?.name ?? 'Sem tipo', valid_until && `válido até ${showDate(valid_until)}`, showBytes(size)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <time className="meta" dateTime={created_at} title={fullTime(created_at)}>
        {[author?.name, ago(created_at, now)].filter(Boolean).join(', ')}
      </time>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Baixar ${name}`}
        onClick={() => void download(document).catch(() => undefined)}
      >
        <IconDownload size={18} stroke={1.5} />
      </ActionIcon>
      {can(user, deleteDocument.id) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Mais ações de ${name}`}>
              <IconDots size={18} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="danger" onClick={() => void remove().catch(() => undefined)}>
              Excluir
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
