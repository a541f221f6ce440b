import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { allOf } from '#kernel/text.ts'
import { downloadKml, readKmlFile } from '#features/network/stations/kml/api.ts'
import { KmlProposed } from '#features/network/stations/kml/KmlProposed.tsx'
import { useKmlImport } from '#features/network/stations/kml/useKmlImport.web.ts'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { shapedParameter, useAddress } from '#web/route/search.ts'
import { api } from '#web/api.ts'
import { callPath } from '#web/call.ts'
import { saveFile } from '#web/files.ts'
import { Input } from '#web/kinds/Input.tsx'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/network/stations/kml/kml.module.css'

const formats = ['kml', 'kmz'] as const

/** The network of a client as programs of maps read it, out and in. */
export default function KmlScreen() {
  const [given] = useAddress({ client: shapedParameter(/^\d{1,9}$/) })
  const [client, choose] = useState(given.client ? Number(given.client) : null)
  return (
    <Page title="KML e KMZ" crumbs={[{ label: allOf(stations.text), to: `/${stations.path}` }]}>
      <div className={styles.page}>
        <div className={styles.client}>
          <Input
            name="client_id"
            field={stationLinks.fields.client}
            value={client}
            onChange={value => choose(typeof value === 'number' ? value : null)}
          />
        </div>
        {client === null ? (
          <EmptyState
            title="Escolha o cliente"
            text="As estações e os enlaces dele saem em KML ou KMZ, e os de um arquivo entram nele."
          />
        ) : (
          <BothWays key={client} client={client} />
        )}
      </div>
    </Page>
  )
}

function BothWays({ client }: { readonly client: number }) {
  const may = can(useUser(), readKmlFile.id)
  const incoming = useKmlImport(client)
  const { read, refused, busy, send, network } = incoming
  const download = async (format: (typeof formats)[number]) =>
    saveFile(
      await api.blob(callPath(downloadKml, { client }), 'application/octet-stream', { query: { format } }),
      `rede.${format}`,
    )
  return (
    <>
      <section>
        <h2>Baixar</h2>
        <p className="meta">As estações com coordenadas e as conexões entre elas, com estilos por meio.</p>
        <div className={styles.acts}>
          {formats.map(format => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
              onClick={() => void download(format).catch(() => undefined)}
            >
              {`Baixar ${format.toUpperCase()}`}
            </Button>
          ))}
        </div>
      </section>
      {may && (
        <section>
          <h2>Trazer de um arquivo</h2>
          {refused && !read && (
            <Band tone="erro" role="alert">
              {refused}
            </Band>
          )}
          {network.error ? (
            <ErrorState error={network.error} onRetry={network.retry} />
          ) : busy === 'reading' || network.pending ? (
            <Skeletons waiting lines={6} />
          ) : read ? (
            <KmlProposed incoming={incoming} />
          ) : (
            <DropZone
              title="Arraste o KML ou o KMZ para cá"
              help="Pontos viram estações propostas, e linhas, enlaces entre as mais próximas. Nada é gravado antes de você confirmar."
              label="Arquivo KML ou KMZ"
              accept=".kml,.kmz"
              onFile={file => void send(file)}
            />
          )}
        </section>
      )}
    </>
  )
}
