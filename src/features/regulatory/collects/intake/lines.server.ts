import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import { maxAccesses, type AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import type { TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { siglasOf, type Tokens } from '#features/regulatory/anatel/tokens.server.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { isCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { recordOf } from '#features/regulatory/collects/intake/contents.server.ts'
import type { Ctx } from '#server/operation.ts'

/** The file's groups as the lines of a coleta, a location per municipality. */
export async function locationsOf(ctx: Ctx, groups: readonly AccessGroup[], tokens: Tokens) {
  const codes = [...new Set(groups.map(({ cod_ibge }) => cod_ibge))]
  const { rows } = await sql<{
    id: number
    ibge: number
  }>`select id, ibge from cities where ibge = any(${codes}::integer[])`.execute(ctx.sql)
  const cities = new Map(rows.map(({ id, ibge }) => [ibge, id]))
  const inCity = new Map<number, AccessGroup[]>(codes.map(code => [code, []]))
  for (const group of groups) inCity.get(group.cod_ibge)?.push(group)
  return [...inCity].map(([code, some]) => ({
    city_id: requireId(cities.get(code)),
    accesses_ordered: some.map(group => ({
      client_type_id: requireId(tokens.id('TIPO_CLIENTE', group.tipo_cliente)),
      attendance_type_id: siglaOf(tokens, 'TIPO_ATENDIMENTO', group.tipo_atendimento),
      attendance_middle_id: requireId(tokens.id('TIPO_MEIO', group.tipo_meio)),
      product_type_id: siglaOf(tokens, 'TIPO_PRODUTO', group.tipo_produto),
      technology_type_id: siglaOf(tokens, 'TIPO_TECNOLOGIA', group.tipo_tecnologia),
      speed: group.velocidade || null,
      amount: group.acessos,
    })),
  }))
}

/** Returns null for what the service's layout has no column for. */
const siglaOf = (tokens: Tokens, column: TokenColumn, token: string) =>
  token === '' ? null : requireId(tokens.id(column, token))

/** The importer accepts only what the lookups hold: anything else is a mistake of ours. */
function requireId(id: number | undefined): number {
  if (id === undefined) throw new Error('an accepted row names what no lookup holds')
  return id
}

type FileLocations = Awaited<ReturnType<typeof locationsOf>>

/**
 * The lines of a coleta with those of a file: accesses of one record are one line, and what is set aside stays as it is.
 * Throws a 422 of `file` where a line would pass what its column holds.
 */
export async function addedTo(ctx: Ctx, id: number, found: FileLocations) {
  const { locations } = await ctx.rows(collects).find(id)
  const siglas = await siglasOf(ctx.sql)
  const keyOf = (line: Parameters<typeof recordOf>[1]) => {
    const { acessos: _, ...record } = recordOf(0, line, siglas)
    return Object.values(record).join('\n')
  }
  // A municipality that the coleta has twice takes what is brought once.
  const brought = new Map(
    found.map(({ city_id, accesses_ordered: lines }) => [city_id, new Map(lines.map(line => [keyOf(line), line]))]),
  )
  const unknown = found.filter(({ city_id }) => !locations.some(each => each.city_id === city_id))
  const grown = locations.map(location => {
    const more = brought.get(location.city_id) ?? new Map<string, never>()
    const lines = location.accesses_ordered.map(line => {
      const added = isCounted(line) ? more.get(keyOf(line)) : undefined
      if (!added) return line
      more.delete(keyOf(line))
      return { ...line, amount: fitting(line.amount + added.amount, location.city.name) }
    })
    brought.delete(location.city_id)
    return { ...location, accesses_ordered: [...lines, ...more.values()] }
  })
  return [...grown, ...unknown]
}

function fitting(amount: number, city: string): number {
  if (amount <= maxAccesses) return amount
  throw invalid({ file: `Somados, os acessos de uma linha de ${city} passam de 8 dígitos.` })
}
