import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import type { LayoutFamily } from '#features/regulatory/anatel/infrastructure-layouts.ts'
import {
  addFilingReceipt,
  checkFiling,
  compareWithAnatel,
  generateFiling,
  type FilingCheck,
} from '#features/regulatory/infrastructure/api.ts'
import { Comparison } from '#features/regulatory/infrastructure/Comparison.tsx'
import { filingDutyInWords, StepOfFiling } from '#features/regulatory/infrastructure/EveryFiling.tsx'
import { FilingFindings } from '#features/regulatory/infrastructure/FilingFindings.tsx'
import { infrastructureFilings } from '#features/regulatory/infrastructure/filings.ts'
import { FilingVersions } from '#features/regulatory/infrastructure/FilingVersions.tsx'
import type { FilingLook } from '#features/regulatory/infrastructure/useFilingLook.web.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Tabs, type Tab } from '#web/ui/Tabs.tsx'
import styles from '#features/regulatory/infrastructure/infrastructure.module.css'

interface Props {
  readonly look: FilingLook
  readonly input: ReactNode
  readonly onLook: (change: Partial<FilingLook>) => void
}
/** What an act on a filing may change. */
const touched = [infrastructureFilings, ...(addFilingReceipt.writes ?? [])].map(({ path }) => path)
const isFamily = (name: string, among: FilingCheck['layouts']): name is LayoutFamily =>
  among.some(({ key }) => key === name)

/** A client's year: what will be refused, the versions and what came of them, and what the regulator has. */
export function ClientFiling({ look: { year, client, tab }, input, onLook }: Props) {
  const user = useUser()
  const [family, choose] = useState<LayoutFamily | null>(null)
  const query = { client, year, ...(family && { layout: family }) }
  const reading = { enabled: can(user, checkFiling.id), keepsPrevious: true, timeout: 60_000 }
  const { data: checked, error, isPending, refetch } = useAnswer(checkFiling, { query }, reading)
  const data = checked?.data
  const acts = useSendingActs(touched)
  const tabs: readonly Tab[] = [
    { name: 'conferencia', label: 'Conferência' },
    { name: 'envio', label: 'Versões e envio', ...(data?.filing?.edition && { count: data.filing.edition }) },
    ...(can(user, compareWithAnatel.id) ? [{ name: 'comparar', label: 'Comparar com a Anatel' }] : []),
  ]
  const shown = tabs.find(({ name }) => name === tab)?.name ?? 'conferencia'
  const step = data?.filing?.step ?? null
  const next = (data?.filing?.edition ?? 0) + 1
  const generate = async () => {
    if (!data || !(await askToGenerate(data, next))) return
    const body = { client, year, layout: data.layout, edition: next, left_out: data.left_out }
    const ran = await acts.run(() => sendCall(generateFiling, { body }, { quiet: true, timeout: 120_000 }))
    if (ran) onLook({ tab: 'envio' })
  }
  const mayGenerate = can(user, generateFiling.id) && step !== 'enviada'
  return (
    <Page
      title={data?.client.name ?? 'Infraestrutura anual'}
      crumbs={[{ label: 'Rede' }, { label: 'Infraestrutura anual', to: `/infraestrutura?ano=${year}` }]}
      chip={data && <StepOfFiling step={step} />}
      facts={data && filingDutyInWords(data.duty)}
      actions={
        mayGenerate && (
          <BusyButton
            busy={acts.busy}
            doing="Gerando…"
            disabled={!data || data.blocked !== null}
            onClick={() => void generate()}
          >
            {step === null || step === 'em-aberto' ? 'Gerar arquivos' : `Gerar versão ${next}`}
          </BusyButton>
        )
      }
    >
      <Bar className={styles.bar}>
        {input}
        {data && data.layouts.length > 1 && (
          <SegmentedControl
            aria-label="Layout"
            data={data.layouts.map(({ key, name }) => ({ value: key, label: name }))}
            value={data.layout}
            onChange={name => isFamily(name, data.layouts) && choose(name)}
          />
        )}
        {data && <Link to={`/clients/${data.client.uuid}`}>Ver o cliente</Link>}
      </Bar>
      {acts.refusal && (
        <Band tone="erro" role="alert">
          {acts.refusal}
        </Band>
      )}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons waiting={isPending} lines={8} height={28} />
      ) : (
        <Tabs tabs={tabs} shown={shown} onShow={name => onLook({ tab: name === 'conferencia' ? '' : name })}>
          {shown === 'conferencia' ? (
            <FilingFindings check={data} />
          ) : shown === 'envio' ? (
            <FilingVersions check={data} acts={acts} />
          ) : (
            <Comparison client={data.client} />
          )}
        </Tabs>
      )}
    </Page>
  )
}

const askToGenerate = ({ year, left_out, unchanged }: FilingCheck, edition: number) =>
  confirm({
    title: `Gerar a versão ${edition} de ${year}?`,
    text: [
      saidLeft(left_out),
      'Os arquivos desta versão ficam guardados como são, com a data e o seu nome.',
      ...(unchanged === true ? ['Nada mudou desde a última versão.'] : []),
    ].join(' '),
    act: 'Gerar arquivos',
  })

const saidLeft = (left: number) =>
  left === 0
    ? 'Nada fica de fora.'
    : left === 1
      ? 'Um registro fica de fora, pelo que está na conferência.'
      : `${left} registros ficam de fora, pelo que está na conferência.`
