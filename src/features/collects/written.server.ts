import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients.ts'
import type { collects } from '#features/collects/collects.ts'
import { has, layoutFor, tokenColumns, type Layout } from '#features/collects/layouts.ts'
import { label, type Period } from '#features/collects/period.ts'
import { merge, type Group } from '#features/collects/scm.ts'
import { scmFileName, writeScm, type Written } from '#features/collects/scm-write.server.ts'
import { saidLate, siblingsOf } from '#features/collects/siblings.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What of a coleta its file is made of; its lines are read where they stand. */
export type Fileable = Pick<
  ListedOf<typeof collects>,
  'id' | 'client_id' | 'client' | 'service_type_id' | 'service_type' | 'year' | 'month'
>

/** What the file of a coleta is to hold, merged, and which coletas of the same file are not ready. */
export interface Content {
  readonly layout: Layout
  readonly groups: readonly Group[]
  readonly late: readonly string[]
}
export interface Filed extends Written {
  readonly name: string
  /** Whether every coleta of the same CNPJ, service and month is in it. */
  readonly whole: boolean
}

/** Why there is no file of a coleta. */
export const otherService = ({ service_type, year, month }: Pick<Fileable, 'service_type' | keyof Period>) =>
  `Não há layout de arquivo mensal de ${service_type?.name ?? 'outro serviço'} para ${label({ year, month })}.`

/** The CNPJ a coleta is of, from its client's document. */
export function cnpjIn(document: string | undefined): string {
  if (document === undefined) throw problem('missing')
  if (document.length !== 14) throw problem('conflict', 'O cliente está cadastrado com CPF; a coleta é de um CNPJ.')
  return document
}

/** Anatel's code of a service. */
export const termOf = async (ctx: Ctx, service_type_id: number | null) =>
  (await termsOf(ctx)).get(service_type_id ?? 0) ?? null

async function termsOf(ctx: Ctx): Promise<ReadonlyMap<number, string | null>> {
  const { rows } = await sql<{ id: number; term: string | null }>`select id, term from service_types`.execute(ctx.sql)
  return new Map(rows.map(({ id, term }) => [id, term]))
}

/**
 * What the files of some coletas are to hold, each told when it is asked for: what they have in common is asked once. Null
 * for a service and month without a layout; throws a 422 that says what is missing.
 */
export async function contentsOf(ctx: Ctx, some: readonly Fileable[]): Promise<(collect: Fileable) => Content | null> {
  const terms = await termsOf(ctx)
  const siblings = await siblingsOf(ctx, some)
  const lines = await linesOf(ctx, [...new Set(some.flatMap(each => [each.id, ...siblings(each).ready]))])
  return collect => {
    const layout = layoutFor(terms.get(collect.service_type_id ?? 0) ?? null, collect)
    if (!layout) return null
    const { ready, late } = siblings(collect)
    const groups = [collect.id, ...ready].flatMap(id => (lines.get(id) ?? []).map(line => groupOf(line, layout)))
    return { layout, late, groups: merge(groups) }
  }
}

/** The files Anatel takes of some coletas, each written when it is asked for. Null and throws as above, and a 409 for a CPF. */
export async function filesOf(ctx: Ctx, some: readonly Fileable[]): Promise<(collect: Fileable) => Filed | null> {
  const contentOf = await contentsOf(ctx, some)
  const holders = await ctx.rows(clients).among([...new Set(some.map(({ client_id }) => client_id))])
  const documents = new Map(holders.map(({ id, document }) => [id, document]))
  return collect => {
    const { client_id, client, year, month } = collect
    const content = contentOf(collect)
    if (!content) return null
    const { layout, groups, late } = content
    const { warnings, ...written } = writeScm({ cnpj: cnpjIn(documents.get(client_id)), year, month, groups }, layout)
    return {
      ...written,
      name: scmFileName(collect, client.name, layout),
      warnings: [...warnings, ...(late.length ? [saidLate(late)] : [])],
      whole: late.length === 0,
    }
  }
}

/** A line of accesses, with the sigla and the name of each thing it says; null where it says nothing. */
interface Line {
  readonly collect: number
  readonly cod_ibge: number
  readonly siglas: readonly (string | null)[]
  readonly names: readonly (string | null)[]
  readonly speed: number | null
  readonly amount: number
}

async function linesOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Line[]>> {
  const { rows } = await sql<Line>`
    select l.parent_id as collect, c.ibge as cod_ibge, array[ct.term, att.term, am.term, pt.term, tt.term] as siglas,
      array[ct.name, att.name, am.name, pt.name, tt.name] as names, a.speed::float8 as speed, a.amount
    from collects_locations l
    join collects_locations_accesses a on a.parent_id = l.id
    join cities c on c.id = l.city_id
    left join client_types ct on ct.id = a.client_type_id
    left join attendance_types att on att.id = a.attendance_type_id
    left join attendance_middles am on am.id = a.attendance_middle_id
    left join product_types pt on pt.id = a.product_type_id
    left join technology_types tt on tt.id = a.technology_type_id
    where l.parent_id = any(${[...ids]}::bigint[])
    order by l.parent_id, l.position, a.position`.execute(ctx.sql)
  const found = new Map<number, Line[]>()
  for (const row of rows) {
    const lines = found.get(row.collect)
    if (lines) lines.push(row)
    else found.set(row.collect, [row])
  }
  return found
}

/** A line as a group of a layout; what is missing, or a lookup without its sigla, is told, not skipped. */
function groupOf({ cod_ibge, siglas, names, speed, amount }: Line, layout: Layout): Group {
  const tokens = tokenColumns.map((column, at) => {
    if (!has(layout, column)) return ''
    const [name, sigla] = [names[at], siglas[at]]
    if (name == null)
      throw invalid({ file: `Há acessos sem o que vai na coluna ${column}. Complete-os e gere de novo.` })
    if (sigla == null)
      throw invalid({
        file: `“${name}” está sem a sigla que vai na coluna ${column}. Complete o cadastro e gere de novo.`,
      })
    return sigla
  })
  const [tipo_cliente = '', tipo_atendimento = '', tipo_meio = '', tipo_produto = '', tipo_tecnologia = ''] = tokens
  return {
    cod_ibge,
    tipo_cliente,
    tipo_atendimento,
    tipo_meio,
    tipo_produto,
    tipo_tecnologia,
    velocidade: speed ?? 0,
    acessos: amount,
  }
}
