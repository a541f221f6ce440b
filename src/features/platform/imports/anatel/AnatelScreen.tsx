import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCloudDownload, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { ufs } from '#kernel/brasil.ts'
import { showInstant, showInteger } from '#kernel/show.ts'
import { allOf, count } from '#kernel/text.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { ProviderTable } from '#features/platform/imports/anatel/ProviderTable.tsx'
import { adoptProviders, sendAnatelFile, type ProviderSearch } from '#features/platform/imports/anatel/api.ts'
import { useProviders } from '#features/platform/imports/anatel/useProviders.web.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/platform/imports/section/imports.module.css'
import judged from '#parts/verdicts/verdicts.module.css'

const everybody: ProviderSearch = { search: '', uf: '', city: '', service: '', entity: '', page: 1 }

/** Who provides telecommunications and is in nobody's books yet, by Anatel's open file. */
export default function AnatelScreen() {
  const user = useUser()
  const go = useNavigate()
  const [asked, ask] = useState(everybody)
  const [settled] = useDebouncedValue(asked, 300)
  const { standing, found, error, busy, refused, send, fetchIt, adopt } = useProviders(settled)
  const [selected, select] = useState<ReadonlyMap<string, string>>(new Map())
  const [sending, openSending] = useState(false)
  const follow = async (uuid: string | undefined) => {
    if (uuid) await go({ to: `/imports/${uuid}` })
  }
  const narrow = (part: Partial<ProviderSearch>) => {
    select(new Map())
    ask({ ...asked, page: 1, ...part })
  }
  const may = can(user, sendAnatelFile.id)
  const { data } = standing
  async function take() {
    const names = [...selected.values()]
    const more = names.length > 8 ? ` e mais ${names.length - 8}` : ''
    const title = `Registrar ${count(names.length, prospects.text)}?`
    if (!(await confirm({ title, text: `${names.slice(0, 8).join(', ')}${more}.`, act: 'Registrar' }))) return
    if (await adopt([...selected.keys()])) select(new Map())
  }
  const zone = (
    <DropZone
      title="Arquivo de prestadoras da Anatel"
      help="O ZIP ou o CSV de “Prestadoras de serviços de telecomunicações”, dos dados abertos da Anatel (Outorga e licenciamento)."
      label="Arquivo da Anatel"
      accept=".zip,.csv,application/zip,text/csv"
      onFile={file => void send(file).then(follow)}
    />
  )
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
          <>
            {data.fetches && (
              <BusyButton
                variant="default"
                busy={busy}
                doing="Buscando…"
                leftSection={<IconCloudDownload size={16} stroke={1.5} aria-hidden />}
                onClick={() => void fetchIt().then(follow)}
              >
                Buscar na Anatel
              </BusyButton>
            )}
            {data.data && (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} stroke={1.5} aria-hidden />}
                aria-expanded={sending}
                onClick={() => openSending(!sending)}
              >
                Enviar arquivo novo
              </Button>
            )}
          </>
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
          <search className={styles.choices}>
            <TextInput
              label="Buscar"
              placeholder="Nome ou CNPJ"
              value={asked.search}
              onChange={e => narrow({ search: e.currentTarget.value })}
            />
            <Select
              label="UF"
              data={[...ufs]}
              value={asked.uf || null}
              onChange={uf => narrow({ uf: uf ?? '' })}
              clearable
              searchable
            />
            <TextInput label="Município" value={asked.city} onChange={e => narrow({ city: e.currentTarget.value })} />
            <Select
              label="Serviço"
              data={data.services.map(({ code, name }) => ({ value: code, label: name ? `${code} ${name}` : code }))}
              value={asked.service || null}
              onChange={service => narrow({ service: service ?? '' })}
              clearable
              searchable
            />
            <Select
              label="Entidade"
              data={[
                { value: 'outorgada', label: 'Outorgada' },
                { value: 'dispensada', label: 'Dispensada de outorga' },
              ]}
              value={asked.entity || null}
              onChange={entity => narrow({ entity: entity === 'outorgada' || entity === 'dispensada' ? entity : '' })}
              clearable
            />
          </search>
          {refused.length > 0 && (
            <Band tone="erro" role="alert">
              <ul className="points">
                {refused.map(({ name, why }) => (
                  <li key={name}>
                    {name}: {why}
                  </li>
                ))}
              </ul>
            </Band>
          )}
          {found.data ? (
            <ProviderTable
              found={found.data}
              selected={selected}
              {...(can(user, adoptProviders.id) && can(user, 'prospectos.store') && { onSelect: select })}
              onPage={page => ask({ ...asked, page })}
            />
          ) : (
            <Skeletons waiting lines={8} height={28} />
          )}
          {selected.size > 0 && (
            <Bar of="foot" className={judged.keep}>
              <p className={judged.said}>
                {count(selected.size, { one: 'prestadora marcada', many: 'prestadoras marcadas', gender: 'f' })}
              </p>
              <BusyButton busy={busy} doing="Registrando…" disabled={selected.size > 200} onClick={() => void take()}>
                {selected.size > 200 ? 'Marque até 200' : `Registrar ${count(selected.size, prospects.text)}`}
              </BusyButton>
            </Bar>
          )}
        </>
      )}
    </Page>
  )
}
