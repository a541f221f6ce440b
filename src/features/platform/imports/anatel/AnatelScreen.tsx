import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCloudDownload, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import type { AnswerOf } from '#kernel/call.ts'
import { showInstant, showInteger } from '#kernel/show.ts'
import { allOf } from '#kernel/text.ts'
import { FoundProviders } from '#features/platform/imports/anatel/FoundProviders.tsx'
import { ProviderFilters } from '#features/platform/imports/anatel/ProviderFilters.tsx'
import { sendAnatelFile, type ProviderSearch, type readAnatelFile } from '#features/platform/imports/anatel/api.ts'
import { useProviders } from '#features/platform/imports/anatel/useProviders.web.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/platform/imports/section/imports.module.css'

const everybody: ProviderSearch = { search: '', uf: '', city: '', service: '', entity: '', page: 1 }

/** Who provides telecommunications and is in nobody's books yet, by Anatel's open file. */
export default function AnatelScreen() {
  const user = useUser()
  const go = useNavigate()
  const [search, change] = useState(everybody)
  const [settled] = useDebouncedValue(search, 300)
  const providers = useProviders(settled)
  const { standing, error, busy, send, fetchIt } = providers
  const [selected, select] = useState<ReadonlyMap<string, string>>(new Map())
  const [sending, openSending] = useState(false)
  const follow = async (uuid: string | undefined) => {
    if (uuid) await go({ to: `/imports/${uuid}` })
  }
  const narrow = (part: Partial<ProviderSearch>) => {
    select(new Map())
    change({ ...search, page: 1, ...part })
  }
  const may = can(user, sendAnatelFile.id)
  const { data } = standing
  const zone = <FileZone onFile={file => void send(file).then(follow)} />
  return (
    <Page
      title="Prestadoras da Anatel"
      crumbs={[{ label: allOf(imports.text), to: '/imports' }]}
      facts={
        data?.data &&
        `${showInteger(data.data.providers)} prestadoras com CNPJ, no arquivo de ${showInstant(data.data.current_at)}.`
      }
      actions={
        may &&
        data && (
          <FileActs
            standing={data}
            busy={busy}
            sending={sending}
            onFetch={() => void fetchIt().then(follow)}
            onSend={() => openSending(!sending)}
          />
        )
      }
    >
      {error && (
        <Band tone="erro" role="alert">
          {error}
        </Band>
      )}
      {sending && <div className={styles.sending}>{zone}</div>}
      {standing.error ? (
        <ErrorState error={standing.error} onRetry={() => void standing.refetch()} />
      ) : !data ? (
        <Skeletons waiting lines={8} height={28} />
      ) : !data.data ? (
        <>
          <EmptyState
            title="Ainda não há o arquivo da Anatel"
            text="Com ele o sistema acha prestadoras que ainda não são clientes e os fistéis que faltam a quem já é."
          />
          {may && zone}
        </>
      ) : (
        <>
          <ProviderFilters search={search} services={data.services} onChange={narrow} />
          <FoundProviders
            providers={providers}
            selected={selected}
            onSelect={select}
            onPage={page => change({ ...search, page })}
          />
        </>
      )}
    </Page>
  )
}

const FileZone = ({ onFile }: { readonly onFile: (file: File) => void }) => (
  <DropZone
    title="Arquivo de prestadoras da Anatel"
    help="O ZIP ou o CSV de “Prestadoras de serviços de telecomunicações”, dos dados abertos da Anatel (Outorga e licenciamento)."
    label="Arquivo da Anatel"
    accept=".zip,.csv,application/zip,text/csv"
    onFile={onFile}
  />
)

interface FileActsProps {
  readonly standing: AnswerOf<typeof readAnatelFile>
  readonly busy: boolean
  /** Whether the place to drop a file is open. */
  readonly sending: boolean
  readonly onFetch: () => void
  readonly onSend: () => void
}

/** Offers the ways a newer file comes. */
function FileActs({ standing, busy, sending, onFetch, onSend }: FileActsProps) {
  return (
    <>
      {standing.fetches && (
        <BusyButton
          variant="default"
          busy={busy}
          doing="Buscando…"
          leftSection={<IconCloudDownload size={16} stroke={1.5} aria-hidden />}
          onClick={onFetch}
        >
          Buscar na Anatel
        </BusyButton>
      )}
      {standing.data && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.5} aria-hidden />}
          aria-expanded={sending}
          onClick={onSend}
        >
          Enviar arquivo novo
        </Button>
      )}
    </>
  )
}
