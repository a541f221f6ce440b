import { showBytes } from '#kernel/show.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { documents } from '#features/clients/documents/documents.ts'
import { AskAbout } from '#parts/asking/AskAbout.tsx'
import { download } from '#parts/file/download.web.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { DetailScreen } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { isRecord } from '#web/storage.ts'

function DocumentFacts({ row }: { readonly row: ReadRow['row'] }) {
  const client = isRecord(row.client) ? String(row.client.uuid) : ''
  return (
    <>
      <Link to={`/clients/${client}?tab=documentos`}>{nameOfRef(row.client)}</Link>
      <span>{showBytes(Number(row.size))}</span>
      {nameOfRef(row.user) && <span>Enviado por {nameOfRef(row.user)}</span>}
    </>
  )
}

const DownloadButton = ({ row }: { readonly row: ReadRow['row'] }) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
    onClick={() => void download({ uuid: row.uuid, name: String(row.name) }).catch(() => undefined)}
  >
    Baixar o arquivo
  </Button>
)

/** Shows a document: its facts and its file. */
const DocumentScreen = () => (
  <DetailScreen
    resource={documents}
    facts={row => <DocumentFacts row={row} />}
    acts={row => (
      <>
        <DownloadButton row={row} />
        <AskAbout by="document" row={row} />
      </>
    )}
  />
)
export default DocumentScreen
