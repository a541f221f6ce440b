import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { ListedOf } from '#kernel/resource.ts'
import type { ticketUploads } from '#features/tickets/tickets.ts'
import { download } from '#parts/file/download.web.ts'
import { showBytes } from '#parts/file/file.ts'
import styles from '#features/tickets/tickets.module.css'

/** What was sent along with a message, each a click from the reader's downloads. */
export function Attachments({ files }: { readonly files: readonly ListedOf<typeof ticketUploads>[] }) {
  if (!files.length) return null
  return (
    <ul className={styles.files} aria-label="Anexos">
      {files.map(({ uuid, name, size }) => (
        <li key={uuid}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPaperclip size={14} stroke={1.5} aria-hidden />}
            onClick={() => void download({ uuid, name }).catch(() => undefined)}
          >
            {name}
          </Button>
          <span className="meta">{showBytes(size)}</span>
        </li>
      ))}
    </ul>
  )
}
