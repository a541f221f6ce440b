import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients.ts'
import type { collects } from '#features/collects/collects.ts'
import { scm, type TokenColumn } from '#features/collects/layouts.ts'
import type { Group } from '#features/collects/scm.ts'
import { scmFileName, writeScm, type Written } from '#features/collects/scm-write.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What of a coleta its file is made of; its lines are read where they stand. */
export type Fileable = Pick<
  ListedOf<typeof collects>,
  'id' | 'client_id' | 'client' | 'service_type_id' | 'service_type' | 'year' | 'month'
>
export type CollectFile = Written & { readonly name: string }

/** Why there is no file of a coleta of another service. */
export const otherService = ({ service_type }: Pick<Fileable, 'service_type'>) =>
  `O arquivo mensal existe para o SCM (045); esta coleta é de ${service_type?.name ?? 'outro serviço'}.`

/**
 * The files Anatel takes of some coletas, each written when it is asked for: what they have in common is asked once. Null for
 * a service whose layout is not ours to write; throws a 409 or a 422 that says what is wrong.
 */
export async function filesOf(ctx: Ctx, some: readonly Fileable[]): Promise<(collect: Fileable) => CollectFile | null> {
  const service = await scmService(ctx)
  const documents = new Map(
    (await ctx.rows(clients).among([...new Set(some.map(({ client_id }) => client_id))])).map(each => [
      each.id,
      each.document,
    ]),
  )
  const groups = await groupsOf(
    ctx,
    some.filter(({ service_type_id }) => service_type_id === service).map(({ id }) => id),
  )
  return collect => {
    const { id, client_id, client, year, month, service_type_id } = collect
    if (service_type_id !== service) return null
    const cnpj = cnpjIn(documents.get(client_id))
    const written = writeScm({ cnpj, year, month, groups: (groups.get(id) ?? []).map(groupOf) })
    return { ...written, name: scmFileName(collect, client.name) }
  }
}

export async function scmService(ctx: Ctx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from service_types where term = ${scm.service}`.execute(ctx.sql)
  return rows[0]?.id
}

/** The CNPJ a coleta is of, from its client's document. */
export function cnpjIn(document: string | undefined): string {
  if (document === undefined) throw problem('missing')
  if (document.length !== 14)
    throw problem('conflict', 'O cliente está cadastrado com CPF; a coleta do SCM é de um CNPJ.')
  return document
}

/** A line of accesses, with the sigla and the name of each thing it says. */
interface Line {
  readonly collect: number
  readonly cod_ibge: number
  readonly siglas: readonly (string | null)[]
  readonly names: readonly string[]
  readonly speed: number
  readonly amount: number
}
const columns: readonly TokenColumn[] = [
  'TIPO_CLIENTE',
  'TIPO_ATENDIMENTO',
  'TIPO_MEIO',
  'TIPO_PRODUTO',
  'TIPO_TECNOLOGIA',
]

async function groupsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Line[]>> {
  const { rows } = await sql<Line>`
    select l.parent_id as collect, c.ibge as cod_ibge, array[ct.term, att.term, am.term, pt.term, tt.term] as siglas,
      array[ct.name, att.name, am.name, pt.name, tt.name] as names, a.speed::float8 as speed, a.amount
    from collects_locations l
    join collects_locations_accesses a on a.parent_id = l.id
    join cities c on c.id = l.city_id
    join client_types ct on ct.id = a.client_type_id
    join attendance_types att on att.id = a.attendance_type_id
    join attendance_middles am on am.id = a.attendance_middle_id
    join product_types pt on pt.id = a.product_type_id
    join technology_types tt on tt.id = a.technology_type_id
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

/** A line as the file's group; a lookup without its sigla is told, not skipped. */
function groupOf({ cod_ibge, siglas, names, speed, amount }: Line): Group {
  const lacking = siglas.indexOf(null)
  if (lacking >= 0)
    throw invalid({
      file: `“${names[lacking]}” está sem a sigla que vai na coluna ${columns[lacking]}. Complete o cadastro e gere de novo.`,
    })
  const [tipo_cliente = '', tipo_atendimento = '', tipo_meio = '', tipo_produto = '', tipo_tecnologia = ''] =
    siglas.map(sigla => sigla ?? '')
  return {
    cod_ibge,
    tipo_cliente,
    tipo_atendimento,
    tipo_meio,
    tipo_produto,
    tipo_tecnologia,
    velocidade: speed,
    acessos: amount,
  }
}
