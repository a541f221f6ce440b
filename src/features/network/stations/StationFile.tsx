import { ActionIcon } from '@mantine/core'
import { IconDownload, IconFileText, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showBytes } from '#kernel/show.ts'
import { stationUploads } from '#features/network/stations/uploads.ts'
import { downloadUpload } from '#features/platform/uploads/api.ts'
import { download } from '#parts/file/download.web.ts'
import { usePicture } from '#parts/file/usePicture.web.ts'
import { api } from '#web/api.ts'
import { renewAnswers, sendCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/network/stations/files.module.css'

type StationFileRow = ListedOf<typeof stationUploads>
const { list, remove: removeUpload } = callsOf(stationUploads)

/** What browsers draw, by extension. */
const pictures: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }
/** A preview fetches pictures up to this many bytes: a larger one waits for a click. */
const small = 3 * 1024 ** 2

/** A picture as an address the page may draw; none until it is there. */
function usePictureAddress({ uuid, ext }: StationFileRow, wanted: boolean): string | undefined {
  const type = pictures[ext]
  const { data } = usePicture(downloadUpload, { upload: uuid }, { type, enabled: wanted && type !== undefined })
  const address = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}

/** A file of a station: a picture small, and large when it is clicked; who sent it, and what can be done with it. */
export function StationFile({ file }: { readonly file: StationFileRow }) {
  const { uuid, name, ext, size, user: author, created_at } = file
  const user = useUser()
  const queries = useQueryClient()
  const [now] = useState(() => Date.now())
  const [open, setOpen] = useState(false)
  const picture = usePictureAddress(file, open || size <= small)
  const fresh = () => renewAnswers(queries, list)
  async function remove() {
    const sure = await confirm({
      title: `Excluir o arquivo ${name}?`,
      text: 'Sai da estação. Pode ser trazido de volta logo em seguida.',
      act: 'Excluir',
      danger: true,
    })
    if (!sure) return
    const { message } = await sendCall(removeUpload, { id: uuid })
    await fresh()
    const undo = () => api.put(`/${stationUploads.path}/${uuid}/restaurar`, {}).then(fresh)
    toast(message, { undo: () => void undo().catch(() => undefined) })
  }
  return (
    <li>
      {pictures[ext] ? (
        <button type="button" className={styles.thumb} aria-label={`Ver ${name}`} onClick={() => setOpen(true)}>
          {picture && <img src={picture} alt="" />}
        </button>
      ) : (
        <span className={styles.thumb}>
          <IconFileText size={24} stroke={1.5} aria-hidden />
        </span>
      )}
      <div>
        <strong>{name}</strong>
        <p className="meta">
          {[showBytes(size), author?.name].filter(Boolean).join(' · ')} ·{' '}
          <time dateTime={created_at} title={fullTime(created_at)}>
            {ago(created_at, now)}
          </time>
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Baixar ${name}`}
        onClick={() => void download(file).catch(() => undefined)}
      >
        <IconDownload size={18} stroke={1.5} />
      </ActionIcon>
      {can(user, removeUpload.id) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Excluir ${name}`}
          onClick={() => void remove().catch(() => undefined)}
        >
          <IconTrash size={18} stroke={1.5} />
        </ActionIcon>
      )}
      <Dialog opened={open} onClose={() => setOpen(false)} title={name} size="xl">
        {picture ? <img className={styles.large} src={picture} alt={name} /> : <p className="meta">Abrindo…</p>}
      </Dialog>
    </li>
  )
}
