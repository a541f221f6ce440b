import { sql } from 'kysely'
import { familiesFor } from '#features/regulatory/anatel/infrastructure-layouts.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import { everyNth } from '#features/platform/demo/base.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import { sow, type Sown } from '#features/platform/demo/sow.server.ts'
import { leftOutOf, planOf, reasonsInWords, type FilingPlan } from '#features/regulatory/infrastructure/check.ts'
import {
  filingDuty,
  infrastructureFiles,
  infrastructureFilings,
  type FilingStep,
} from '#features/regulatory/infrastructure/filings.ts'
import { noNetwork, type FiledNetwork } from '#features/regulatory/infrastructure/network.ts'
import { filingFileName, writeFiling } from '#features/regulatory/infrastructure/write.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Reads the networks of real clients; the server passes it in. */
export type NetworksOf = (db: Sql, clients: readonly number[]) => Promise<ReadonlyMap<number, FiledNetwork>>

interface FilingSowing {
  readonly clients: readonly number[]
  readonly users: readonly number[]
  readonly today: string
  readonly networksOf: NetworksOf
}
interface SownFiling {
  readonly provider: DemoProvider
  readonly client: number
  readonly year: number
  readonly step: FilingStep
  readonly plan: FilingPlan
}
const refused = 'Linha 3: a estação informada não consta do cadastro da Anatel. Regularize no Mosaico e envie de novo.'

/** Writes the yearly files: of the year that fell due last, sent but for a few; of the one after it, in work. */
export async function fillFilings(db: Sql, config: Config, all: readonly DemoProvider[], around: FilingSowing) {
  const { clients, users, today, networksOf } = around
  const last = Number(today.slice(0, 4)) - 1
  const served = everyNth(all, 2).filter(({ active }) => active)
  const ids = served.map(({ index }) => clients[index] ?? 0)
  const networks = await networksOf(db, ids)
  const told = (provider: DemoProvider, at: number, year: number, step: FilingStep): SownFiling => {
    const client = ids[at] ?? 0
    const family = familiesFor(year)[0] ?? '2021'
    return { provider, client, year, step, plan: planOf(networks.get(client) ?? noNetwork, family, today) }
  }
  const due = daysFrom(`${last + 1}-03-31`, -1)
  const filings = served
    .flatMap((provider, at) => [
      ...(at % 5 === 4 ? [] : [told(provider, at, last, at === 2 ? 'recusada' : 'enviada')]),
      ...(at % 6 === 0 ? [told(provider, at, last + 1, 'gerada')] : []),
    ])
    .filter(({ plan }) => plan.stations.length > 0)
  const yesterday = daysFrom(today, -1)
  const sentOn = (at: number) => [daysFrom(due, -(at % 20) - 3), yesterday].toSorted()[0] ?? yesterday
  const made = await sow(
    db,
    infrastructureFilings,
    filings.map(({ client, year, step }, at) => filingRow(client, year, step, sentOn(at), users[at % 4] ?? null)),
  )
  await keepAll(db, config, filings, made, users, at => (filings[at]?.step === 'gerada' ? yesterday : sentOn(at)))
  await settleAll(db, filings, users, sentOn)
}

function filingRow(client_id: number, year: number, step: FilingStep, sent_on: string, user_id: number | null) {
  const went = step === 'enviada' || step === 'recusada'
  const error = step === 'recusada' ? refused : null
  const protocol = went ? `${year}.${String(client_id).padStart(6, '0')}` : null
  const at = `${sent_on}T14:20:00.000Z`
  const row: Sown<typeof infrastructureFilings> = {
    client_id,
    year,
    step,
    edition: 1,
    sent_on: went ? sent_on : null,
    protocol,
    error,
    sendings: went ? [{ edition: 1, sent_on, user_id, at, protocol, error, refused_at: error && at }] : [],
  }
  return row
}

async function keepAll(
  db: Sql,
  config: Config,
  filings: readonly SownFiling[],
  made: readonly number[],
  users: readonly number[],
  dayOf: (at: number) => string,
) {
  const files = filings.flatMap(({ provider, year, plan, step }, at) => {
    const common = {
      filing_id: made[at] ?? 0,
      edition: 1,
      user_id: users[at % 4] ?? null,
      created_at: `${dayOf(at)}T14:00:00.000Z`,
    }
    const head = { cnpj: provider.document, year, srid: 4326 }
    const written = writeFiling(head, plan, familiesFor(year)[0] ?? '2021').map(({ layout, bytes, rows }) => ({
      bytes,
      row: {
        ...common,
        ext: 'csv',
        name: filingFileName(year, provider.name, layout),
        kind: layout.kind,
        layout: layout.id,
        rows,
        size: bytes.length,
        ...(layout.kind === 'estacoes' && { left_out: leftOutOf(plan), reasons: reasonsInWords(plan) }),
      },
    }))
    const bytes = new TextEncoder().encode(
      `Coleta de Dados Anatel\r\nInfraestrutura dos Serviços de Telecomunicações ${year}\r\n${provider.name}\r\nRecibo de demonstração\r\n`,
    )
    const receipt = {
      bytes,
      row: {
        ...common,
        ext: 'txt',
        name: `recibo-infraestrutura-${year}.txt`,
        kind: 'recibo' as const,
        size: bytes.length,
      },
    }
    return step === 'enviada' ? [...written, receipt] : written
  })
  const kept = await keepFiles(
    { config, sql: db },
    files.map(({ bytes }) => bytes),
  )
  await sow(
    db,
    infrastructureFiles,
    files.map(({ row }, i) => ({ ...row, sha256: kept[i] ?? '' })),
  )
}

/** What was sent is done in the calendar, and what came back is not. */
async function settleAll(
  db: Sql,
  filings: readonly SownFiling[],
  users: readonly number[],
  sentOn: (at: number) => string,
) {
  const settled = filings.flatMap(({ client, year, step }, at) =>
    step === 'gerada' ? [] : [{ client, year, step, done_on: sentOn(at), user_id: users[at % 4] ?? null }],
  )
  const periods = settled.map(({ year }) => String(year))
  await sql`
    delete from client_obligations where obligation = ${filingDuty} and (client_id, period) in (
      select * from unnest(${settled.map(({ client }) => client)}::bigint[], ${periods}::text[]))`.execute(db)
  await sow(
    db,
    obligations,
    settled
      .filter(({ step }) => step === 'enviada')
      .map(({ client, year, done_on, user_id }) => ({
        obligation: filingDuty,
        period: String(year),
        client_id: client,
        done_on,
        note: 'Versão 1 da infraestrutura anual.',
        user_id,
      })),
  )
}
