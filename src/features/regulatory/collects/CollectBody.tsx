import { useState } from 'react'
import { CollectForm } from '#features/regulatory/collects/CollectForm.tsx'
import { useColumns } from '#features/regulatory/collects/grid/useColumns.web.ts'
import { Upload } from '#features/regulatory/collects/intake/Upload.tsx'
import { coletaSlots } from '#features/regulatory/collects/slots.web.ts'
import { useCollect } from '#features/regulatory/collects/coleta/useCollect.web.ts'

interface Props {
  readonly uuid: string
  readonly writable: boolean
}

/** The form of a coleta or, while a file is being judged, what is seen of it. */
export function CollectBody({ uuid, writable }: Props) {
  const { data } = useCollect(uuid)
  const columns = useColumns(data?.row)
  const [uploading, upload] = useState(false)
  if (!data) return null
  if (uploading) return <Upload read={data} onClose={() => upload(false)} />
  return (
    <>
      {coletaSlots.above && <coletaSlots.above collect={data.row} />}
      <CollectForm key={uuid} read={data} columns={columns} writable={writable} onUpload={() => upload(true)} />
    </>
  )
}
