import { sql } from 'kysely'
import { daysFrom } from '#features/platform/demo/days.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import type { DanfseFacts } from '#features/billing/invoices/danfse.ts'
import { dpsXml, type Dps } from '#features/billing/invoices/dps/dps.ts'
import { layoutOn } from '#features/billing/invoices/dps/layouts.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import type { IssuerFacts } from '#features/billing/invoices/issuer.ts'
import { planInvoice, noteFields, type TakerFacts } from '#features/billing/invoices/plan.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** How notes are written for real. */
export interface NotesLent {
  readonly issuerFacts: (db: Sql, config: Config, empresa: number) => Promise<IssuerFacts>
  readonly takerFacts: (
    db: Sql,
    parties: { readonly client: number; readonly empresa: number },
    emitter: IssuerFacts['emitter'],
  ) => Promise<TakerFacts>
  readonly draw: (facts: DanfseFacts) => Promise<Buffer>
}
interface NoteSowing {
  readonly companies: readonly number[]
  readonly users: readonly number[]
  readonly today: string
  readonly lent: NotesLent
}

/** How a company issues invoices. */
export const issuing = (town: number) => ({
  inscricao_municipal: '48.210-7',
  municipio_id: town,
  regime: 'simples-nacional' as const,
  aliquota_iss: 2.01,
  carga_tributaria: 6,
  serie: 1,
  servicos: [
    { codigo: '170101', descricao: 'Assessoria ou consultoria de qualquer natureza' },
    { codigo: '070301', descricao: 'Elaboração de projetos e estudos técnicos' },
  ],
})

const months = ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'] // prettier-ignore

/** Notes of the last two months of a few clients: most authorised, one cancelled, and the last one refused. */
export async function fillNotes(db: Sql, config: Config, { companies: [company = 0], users, today, lent }: NoteSowing) {
  const issuer = await lent.issuerFacts(db, config, company)
  const { rows: served } = await sql<{ id: number }>`
    select id from clients where empresa_responsavel_id = ${company} and active and deleted_at is null
      and not prospect order by id limit 6`.execute(db)
  const told: { readonly client: number; readonly dps: Dps; readonly at: string }[] = []
  for (const ago of [1, 0])
    for (const { id } of served) {
      const competence = daysFrom(today, -3 - 30 * ago)
      const month = months[Number(competence.slice(5, 7)) - 1] ?? ''
      const value = [860, 390, 1_480][told.length % 3] ?? 860
      const asked = {
        value,
        description: `Assessoria regulatória de ${month} de ${competence.slice(0, 4)}.\nColetas do SCM e acompanhamento das obrigações com a Anatel.`,
        service: '170101',
        competence,
      }
      const at = `${competence}T14:${String(10 + told.length).padStart(2, '0')}:00-03:00`
      const next = told.length + 1
      const { dps } = planInvoice(
        asked,
        { ...issuer, next },
        await lent.takerFacts(db, { client: id, empresa: company }, issuer.emitter),
        new Date(at),
      )
      if (dps) told.push({ client: id, dps, at: new Date(at).toISOString() })
    }
  const [cancelled, refused] = [told.length - 4, told.length - 1]
  const ids = await sow(
    db,
    serviceInvoices,
    told.map(({ client, dps, at }, i) => ({
      client_id: client,
      empresa_id: company,
      emitter: 'local' as const,
      environment: 'homologacao' as const,
      series: dps.series,
      number: dps.number,
      state:
        i === refused ? ('rejeitada' as const) : i === cancelled ? ('cancelada' as const) : ('autorizada' as const),
      nfse_number: i === refused ? null : String(dps.number),
      authorized_at: i === refused ? null : at,
      cancelled_at: i === cancelled ? at : null,
      cancel_reason: i === cancelled ? 'Erro na emissão: competência trocada, emitida de novo' : null,
      ...noteFields(dps),
      issued_at: at,
      key: `demonstracao:${i}`,
      user_id: users[1] ?? null,
      created_at: at,
      rejections:
        i === refused
          ? [
              {
                code: 'E0240',
                message: 'O CEP do endereço do tomador não pertence ao município informado.',
                advice: 'Confira o cadastro do cliente: documento, nome e endereço com CEP do mesmo município.',
              },
            ]
          : [],
    })),
  )
  await keepNotes(db, config, told, { ids, cancelled, refused, lent })
  await sql`update empresas set proximo_numero = ${told.length + 1} where id = ${company}`.execute(db)
}

interface NoteKeeping {
  readonly ids: readonly number[]
  readonly cancelled: number
  readonly refused: number
  readonly lent: NotesLent
}
async function keepNotes(
  db: Sql,
  config: Config,
  told: readonly { readonly dps: Dps; readonly at: string }[],
  { ids, cancelled, refused, lent }: NoteKeeping,
) {
  for (const [i, { dps, at }] of told.entries()) {
    const id = ids[i] ?? 0
    await sql`insert into service_invoice_sources (invoice_id, dps) values (${id}, ${JSON.stringify(dps)}::json)`.execute(
      db,
    )
    if (i === refused) continue
    const xml = `<?xml version="1.0" encoding="UTF-8"?>${dpsXml(dps, layoutOn(dps.competence))}`
    const common = {
      dps,
      number: String(dps.number),
      accessKey: null,
      authorizedAt: at,
      xml,
      replacedBy: null,
      hasNoValue: true,
      isTest: true,
    } as const
    const files = [Buffer.from(xml, 'utf8'), await lent.draw({ ...common, cancelledAt: i === cancelled ? at : null })]
    const hashes = await keepFiles({ config, sql: db }, files)
    for (const [position, kind] of (['xml', 'pdf'] as const).entries())
      await sql`
        insert into service_invoice_files (invoice_id, kind, sha256, size)
        values (${id}, ${kind}, ${hashes[position] ?? ''}, ${files[position]?.length ?? 0})`.execute(db)
  }
}
