import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { showBytes } from '#kernel/show.ts'
import { attachToStation } from '#features/network/stations/api.ts'
import { StationFile } from '#features/network/stations/StationFile.tsx'
import { stationUploads } from '#features/network/stations/uploads.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { fitFile, storedExtensions, fileLimit } from '#parts/file/file.ts'
import { bytesIn } from '#web/files.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/network/stations/files.module.css'

interface Props {
  readonly station: { readonly id: number; readonly uuid: string; readonly active: boolean }
}
interface RefusedFile {
  readonly name: string
  readonly why: string
}

/** Photos and papers of a station: dropped or chosen, several at once, and shown before they are fetched. */
export default function StationFiles({ station }: Props) {
  const user = useUser()
  const renew = useRenewal(attachToStation)
  const [sending, send] = useState(0)
  const [refused, refuse] = useState<readonly RefusedFile[]>([])
  const { data, error, isPending, refetch } = useAnswer(callsOf(stationUploads).list, {
    query: {
      'filter[station_id]': station.id,
      sort: '-created_at',
      pagination: 'false',
      columns: 'name,ext,size,user',
    },
  })
  async function keep(file: File) {
    send(now => now + 1)
    try {
      const unfit = fitFile(file.name, file.size)
      if (unfit !== null) return refuse(now => [...now, { name: file.name, why: unfit }])
      const sent = { id: station.uuid, query: { name: file.name }, body: bytesIn(file) }
      await sendCall(attachToStation, sent, { quiet: true, timeout: 120_000 })
    } catch (cause) {
      refuse(now => [...now, { name: file.name, why: reasonOf(cause) }])
    } finally {
      send(now => now - 1)
      await renew()
    }
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const files = data?.data ?? []
  return (
    <section className={styles.files} aria-label="Fotos e arquivos">
      {station.active && can(user, attachToStation.id) && (
        <DropZone
          title={sending ? 'Enviando…' : 'Guardar fotos e documentos'}
          help={`Solte aqui ou escolha, um ou vários, de até ${showBytes(fileLimit)} cada: ${storedExtensions.join(', ')}. Uma estação guarda até 200 MB.`}
          label="Foto ou documento"
          accept={storedExtensions.map(ext => `.${ext}`).join(',')}
          many
          onFile={file => void keep(file)}
        />
      )}
      {refused.map(({ name, why }, at) => (
        <Band key={`${name} ${at}`} tone="erro" role="alert">
          <div>
            <strong>{name}</strong> não foi guardado. {why}
          </div>
          <CloseButton
            size="sm"
            aria-label={`Fechar o aviso de ${name}`}
            onClick={() => refuse(refused.filter((_, i) => i !== at))}
          />
        </Band>
      ))}
      <Skeletons waiting={isPending} lines={4} height={28} />
      {data && !files.length && <p className="meta">Nenhuma foto nem documento guardado ainda.</p>}
      {files.length > 0 && (
        <List boxed>
          {files.map(file => (
            <StationFile key={file.uuid} file={file} />
          ))}
        </List>
      )}
    </section>
  )
}
