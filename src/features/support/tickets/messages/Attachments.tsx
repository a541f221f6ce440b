import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListedOf } from '#kernel/resource.ts'
import { showBytes } from '#kernel/show.ts'
import { downloadUpload } from '#features/platform/uploads/api.ts'
import type { ticketUploads } from '#features/support/tickets/ticket/tickets.ts'
import { download } from '#parts/file/download.web.ts'
import { usePicture } from '#parts/file/usePicture.web.ts'
import styles from '#features/support/tickets/ticket/tickets.module.css'

type ShownFile = Pick<ListedOf<typeof ticketUploads>, 'uuid' | 'name' | 'ext' | 'size'>

/** Bytes of a picture that is drawn small: what is larger waits for a click. */
const largestDrawn = 2 * 1024 ** 2
const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/** What was sent along with a message, each a click from the reader's downloads; pictures are seen at once. */
export function Attachments({ files }: { readonly files: readonly ShownFile[] }) {
  if (!files.length) return null
  return (
    <ul className={styles.files} aria-label="Anexos">
      {files.map(file => (
        <li key={file.uuid}>
          <Button
            variant="default"
            size="compact-sm"
            className={styles.file ?? ''}
            leftSection={<IconPaperclip size={14} stroke={1.5} aria-hidden />}
            onClick={() => void download(file).catch(() => undefined)}
          >
            {file.name}
          </Button>
          <span className="meta">{showBytes(file.size)}</span>
          {types[file.ext] && file.size <= largestDrawn && <Thumbnail file={file} />}
        </li>
      ))}
    </ul>
  )
}

/** A picture, fetched as any file is: with the reader's own rights. */
function Thumbnail({ file: { uuid, ext } }: { readonly file: ShownFile }) {
  const { data } = usePicture(downloadUpload, { upload: uuid }, { type: types[ext], gcTime: 60_000, timeout: 60_000 })
  const [broken, setBroken] = useState(false)
  if (!data || broken) return null
  const draw = (image: HTMLImageElement) => {
    const url = URL.createObjectURL(data)
    image.src = url
    return () => URL.revokeObjectURL(url)
  }
  // Its name appears beside it.
  return <img className={styles.thumbnail} ref={draw} alt="" onError={() => setBroken(true)} />
}
