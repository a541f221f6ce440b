import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import type { Field } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { problem } from '#kernel/problem.ts'
import { capital, count, join } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import type { MergePreview } from '#features/clients/merges/api.ts'
import { conflictsInWords, equalRows } from '#features/clients/merges/conflicts.server.ts'
import {
  kindOfHolder,
  readClientHolders,
  readFoldHolders,
  textFor,
  type ClientHolder,
  type MergedPair,
} from '#features/clients/merges/holders.server.ts'
import { doubledLines, type FoundHolders } from '#features/clients/merges/move.server.ts'
import type { RowOf } from '#kernel/resource.ts'
import type { Ctx } from '#server/operation.ts'
import type { Key, Versioned } from '#server/rows.ts'

export type ClientRow = Versioned<RowOf<typeof clients>>
/** The client that remains, and the one that goes. */
export interface MergedClients {
  readonly into: ClientRow
  readonly from: ClientRow
}
export interface JudgedMerge extends FoundHolders {
  readonly preview: MergePreview
}

/** A merge changes one client and deletes another: it needs both rights. */
export function refuseMerger({ user }: Ctx): void {
  if (!can(user, 'clients.update') || !can(user, 'clients.destroy'))
    throw problem('forbidden', 'Unificar clientes é para quem pode alterar e excluir clientes.')
}

/** The two clients as their reader sees them; refuses a prospect in words. */
export async function findBoth(ctx: Ctx, into: Key, from: Key): Promise<MergedClients> {
  const remaining = await ctx.rows(clients).find(into)
  const going = await ctx.rows(clients).seek(from)
  if (going) return { into: remaining, from: going }
  const prospect = await ctx.rows(prospects).seek(from)
  if (!prospect)
    throw problem('missing', 'O outro cliente não foi encontrado: ele pode ter sido excluído ou unificado.')
  throw problem(
    'conflict',
    `“${prospect.name}” ainda é prospecto. Converta em cliente antes, ou exclua o prospecto se ele não tem nada a guardar.`,
  )
}

export async function judgeMerge(ctx: Ctx, both: MergedClients): Promise<JudgedMerge> {
  const pair: MergedPair = { into: both.into.id, from: both.from.id }
  const holders = await readClientHolders(ctx.sql)
  const folds = await readFoldHolders(ctx.sql)
  const equals = await equalRows(ctx.sql, holders, folds, pair)
  const counted = await countRows(ctx, holders, pair)
  const lines = counted.filter(({ holder }) => kindOfHolder(holder).list)
  const preview: MergePreview = {
    into: { row: both.into, version: both.into.version },
    from: { row: both.from, version: both.from.version },
    lines: lines.map(({ holder, rows, doubles }) => ({
      label: kindOfHolder(holder).list?.label ?? '',
      moves: rows - doubles,
      doubles,
    })),
    moves: countsInWords(
      ctx,
      counted.filter(each => !lines.includes(each)).map(({ holder, there }) => ({ holder, n: there })),
    ),
    spared: countsInWords(
      ctx,
      equals.map(({ holder, spared, folded }) => ({ holder, n: spared.length - folded.length })),
    ),
    folded: countsInWords(
      ctx,
      equals.map(({ holder, folded }) => ({ holder, n: folded.length })),
    ),
    conflicts: await conflictsInWords(ctx, equals),
    refusals: [...barsOf(both), ...longLists(counted, both), ...(await barsInRows(ctx, both))],
    confirmations: confirmationsOf(both),
    remarks: await remarksOf(ctx, pair),
  }
  return { preview, holders, folds, equals }
}

interface CountedHolder {
  readonly holder: ClientHolder
  /** Of the client that goes; of these, lines the other has too; and rows that are not in the bin. */
  readonly rows: number
  readonly doubles: number
  readonly there: number
}
async function countRows({ sql: db }: Ctx, holders: readonly ClientHolder[], pair: MergedPair) {
  const counted: CountedHolder[] = []
  for (const holder of holders) {
    const { table, column, columns } = holder
    const doubles = kindOfHolder(holder).list ? doubledLines(holder, pair) : null
    const there = columns.includes('deleted_at') ? sql`filter (where t.deleted_at is null)` : sql``
    const { rows } = await sql<Omit<CountedHolder, 'holder'>>`
      select count(*)::int as rows, (count(*) ${there})::int as there,
        ${doubles ? sql`(select count(*)::int ${doubles})` : sql`0`} as doubles
      from ${sql.table(table)} t where t.${sql.ref(column)} = ${pair.from}::bigint`.execute(db)
    if (rows[0]?.rows) counted.push({ holder, ...rows[0] })
  }
  return counted
}

/** '120 coletas', '14 estações': the most first, and each kind once. */
export function countsInWords(
  ctx: Ctx,
  counted: readonly { readonly holder: Pick<ClientHolder, 'table' | 'column'>; readonly n: number }[],
): readonly string[] {
  const kinds = new Map<string, { n: number; readonly text: ReturnType<typeof textFor> }>()
  for (const { holder, n } of counted) {
    const text = textFor(ctx.user, kindOfHolder(holder))
    const known = kinds.get(text.many) ?? { n: 0, text }
    kinds.set(text.many, { text, n: known.n + n })
  }
  return [...kinds.values()]
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => b.n - a.n)
    .map(({ n, text }) => count(n, text))
}

function barsOf({ into, from }: MergedClients): readonly string[] {
  if (into.id === from.id) return ['É o mesmo cliente: escolha o outro cadastro.']
  const inactive = [into, from].filter(({ active }) => !active).map(({ name }) => `“${name}”`)
  return [
    ...(into.empresa_responsavel_id === from.empresa_responsavel_id
      ? []
      : [
          'Os dois são de empresas responsáveis diferentes, e cada uma vê só o que é seu. Mude a empresa responsável de um deles antes.',
        ]),
    ...(inactive.length ? [`${join(inactive)}: cadastro inativo. Reative antes de unificar.`] : []),
  ]
}

/** Lists that would be longer than a client's may be. */
const longLists = (counted: readonly CountedHolder[], { into }: MergedClients): readonly string[] =>
  counted.flatMap(({ holder, rows, doubles }) => {
    const { list } = kindOfHolder(holder)
    const most = list?.options.max
    const name = Object.entries<Field>(clients.fields).find(([, field]) => field === list)?.[0]
    if (!list || most === undefined || name === undefined) return []
    const own: unknown = Object(into)[name]
    const all = (Array.isArray(own) ? own.length : 0) + rows - doubles
    return all > most
      ? [`${list.label}: juntos seriam ${all}, e um cliente tem no máximo ${most}. Retire os que sobram antes.`]
      : []
  })

/** What in their rows forbids it. */
async function barsInRows({ sql: db }: Ctx, { into, from }: MergedClients): Promise<readonly string[]> {
  const { rows } = await sql<{ closed: boolean; fistels: number; links: number }>`
    select
      (select count(distinct s.slug is not distinct from 'encerrado') from clients c left join statuses s on s.id = c.status_id
        where c.id in (${into.id}, ${from.id})) > 1 as closed,
      (select count(*) from fistels f where f.client_id = ${from.id} and f.deleted_at is null)::int as fistels,
      (select count(*) from station_links l where l.deleted_at is null and (l.client_id, l.shared_client_id) in (
        (${into.id}::bigint, ${from.id}::bigint), (${from.id}::bigint, ${into.id}::bigint)))::int as links`.execute(db)
  const { closed = false, fistels = 0, links = 0 } = rows[0] ?? {}
  return [
    ...(closed && fistels
      ? [
          'Um dos dois está com a situação Encerrado e o outro não: os fistéis mudariam de “em uso” para “fora de uso”, ou o contrário, sem que ninguém dissesse desde quando. Deixe a situação dos dois igual antes.',
        ]
      : []),
    ...(links
      ? [
          `${count(links, { one: 'enlace é compartilhado', many: 'enlaces são compartilhados', gender: 'm' })} entre os dois. Tire antes o “Cliente que compartilha”: ninguém compartilha consigo mesmo.`,
        ]
      : []),
  ]
}

/** What a person has to say yes to, each by itself. */
function confirmationsOf({ into, from }: MergedClients): MergePreview['confirmations'] {
  const confirmations: { readonly key: string; readonly text: string }[] = []
  const [one, other] = [into, from].map(({ document }) => formats.document.show(document))
  if (into.document !== from.document)
    confirmations.push({
      key: 'documento',
      text: `Os documentos são diferentes: ${one} (“${into.name}”) e ${other} (“${from.name}”). O que já foi enviado à Anatel foi em nome de cada um, e assim continua lá. Confirmo que são o mesmo provedor.`,
    })
  const peopleOf = (row: ClientRow) => new Map(row.client_users.map(({ user_id, user }) => [user_id, user?.name ?? '']))
  const [own, others] = [peopleOf(into), peopleOf(from)]
  const see = (seen: ClientRow, people: ReadonlyMap<number, string>, known: ReadonlyMap<number, string>) => {
    const names = [...people].filter(([id]) => !known.has(id)).map(([, name]) => name)
    if (!names.length) return []
    return [`${join(names)} ${names.length === 1 ? 'passa' : 'passam'} a ver tudo o que é de “${seen.name}”`]
  }
  const newReaders = [...see(into, others, own), ...see(from, own, others)]
  if (newReaders.length) confirmations.push({ key: 'usuarios', text: `${capital(join(newReaders))}.` })
  return confirmations
}

async function remarksOf({ sql: db }: Ctx, { from }: MergedPair): Promise<readonly string[]> {
  const { rows } = await sql<{ notes: number; slips: number; sent: number; filed: number }>`
    select
      (select count(*) from service_invoices n where n.client_id = ${from} and n.authorized_at is not null)::int as notes,
      (select count(*) from bills_to_receive b where b.client_id = ${from} and b.deleted_at is null and not b.downloaded and b.bar_code is not null)::int as slips,
      (select count(*) from collects k where k.client_id = ${from} and k.deleted_at is null and exists (
        select 1 from collect_files s where s.collect_id = k.id and s.kind = 'arquivo' and s.deleted_at is null))::int as sent,
      (select count(*) from infrastructure_filings i where i.client_id = ${from} and i.deleted_at is null and i.step in ('enviada', 'recusada'))::int as filed`.execute(
    db,
  )
  const { notes = 0, slips = 0, sent = 0, filed = 0 } = rows[0] ?? {}
  const filings = [
    ...(sent ? [count(sent, { one: 'coleta', many: 'coletas', gender: 'f' })] : []),
    ...(filed ? [count(filed, { one: 'infraestrutura anual', many: 'infraestruturas anuais', gender: 'f' })] : []),
  ]
  const one = sent + filed === 1
  return [
    ...(filings.length
      ? [
          `${capital(join(filings))} já ${one ? 'enviada passa' : 'enviadas passam'} sem nenhuma alteração, com ${one ? 'seu protocolo' : 'seus protocolos'}.`,
        ]
      : []),
    ...(notes
      ? [
          `${count(notes, { one: 'nota fiscal já autorizada continua', many: 'notas fiscais já autorizadas continuam', gender: 'f' })} com o tomador do dia da emissão.`,
        ]
      : []),
    ...(slips
      ? [
          `${count(slips, { one: 'boleto já registrado continua valendo', many: 'boletos já registrados continuam valendo', gender: 'm' })}; a segunda via passa a sair com o nome de quem fica.`,
        ]
      : []),
  ]
}
