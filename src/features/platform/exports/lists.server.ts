import { can, companyOf, isStaff, permission } from '#kernel/access.ts'
import { companyToken, dayTokens, listTests, meToken, splitValues, type FilterTest } from '#kernel/condition.ts'
import { listQuery, type ListQuery } from '#kernel/page.ts'
import { invalid, problem, Problem } from '#kernel/problem.ts'
import { titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { showDate } from '#kernel/show.ts'
import { allOf, capital } from '#kernel/text.ts'
import type { Ctx } from '#server/operation.ts'
import type { SheetAbout } from '#server/sheet.ts'

export type Lists = readonly AnyResource[]
/** A list and what of it: as in the address of its screen. */
export interface ListRequest {
  readonly resource: string
  readonly query?: string | null | undefined
}

/** The list at this address, if the user may take it away. */
export function listAt(ctx: Ctx, lists: Lists, path: string): AnyResource {
  const found = lists.find(each => each.path === path && verbsOf(each).includes('index'))
  if (!found) throw invalid({ resource: 'Não há uma lista com este endereço.' })
  if (!can(ctx.user, permission(found, 'csv'))) throw problem('forbidden')
  return found
}

/** Answers the rows and columns that the query requests; all columns if it names none. */
export function listQueryOf(ctx: Ctx, list: AnyResource, query: ListRequest['query']): ListQuery {
  try {
    const asked = listQuery(list, Object.fromEntries(new URLSearchParams(query ?? '')), !isStaff(ctx.user))
    if (asked.trashed) throw invalid({ trashed: 'A lixeira não se exporta.' })
    return asked
  } catch (error) {
    const wrong = error instanceof Problem ? Object.values(error.detail.errors ?? {}).flat() : []
    throw wrong.length ? invalid({ query: wrong }) : error
  }
}

const tests: Readonly<Record<FilterTest, string>> = {
  eq: 'é',
  gte: 'a partir de',
  lte: 'até',
  in: 'é um destes',
  is: 'é',
  not: 'não é',
  contains: 'contém',
  starts: 'começa com',
  gt: 'maior que',
  lt: 'menor que',
  empty: 'sem valor',
}

/** Answers the request in words, and its user: the second sheet of a workbook. */
export async function listFacts(
  ctx: Ctx,
  lists: Lists,
  list: AnyResource,
  asked: ListQuery,
  user: { readonly name: string } | null,
): Promise<SheetAbout> {
  const facts: [string, string][] = [['Lista', capital(allOf(list.text))]]
  if (asked.search) facts.push(['Busca', asked.search])
  if (asked.any.length) facts.push(['Um destes', asked.any.join(', ')])
  for (const { field, test, value } of asked.filters) {
    const values = listTests.has(test) ? splitValues(value) : [value]
    const words =
      test === 'empty'
        ? [value === 'true' ? 'sim' : 'não']
        : await Promise.all(values.map(part => inWords(ctx, lists, field, part)))
    facts.push([field.label, `${tests[test]} ${words.join(', ')}`])
  }
  if (asked.active !== 'all') facts.push(['Ativo', asked.active === 'true' ? 'Sim' : 'Não'])
  facts.push([
    'Ordem',
    asked.sort
      .map(({ field, descending }) => `${list.fields[field]?.label ?? field}${descending ? ' (decrescente)' : ''}`)
      .join(', '),
  ])
  if (asked.columns) facts.push(['Colunas', asked.columns.map(([, { label }]) => label).join(', ')])
  facts.push(['Pedida por', user?.name ?? ''])
  return facts
}

async function inWords(ctx: Ctx, lists: Lists, { kind, options }: AnyResource['fields'][string], value: string) {
  if (value === '') return 'vazio'
  if (kind === 'choice') return options.choices?.[value] ?? value
  if (kind === 'flag') return value === 'true' ? 'Sim' : 'Não'
  if (kind === 'date' || kind === 'instant') return dayTokens[value] ?? showDate(value)
  const target = kind === 'ref' ? lists.find(({ path }) => path === options.to) : undefined
  if (!target) return value
  if (value === meToken) return ctx.user.name
  const company = companyOf(ctx.user)
  if (value === companyToken && company === null) return 'todas as empresas'
  const row = await ctx.rows(target).seek(value === companyToken ? String(company) : value)
  const name: unknown = row && Object.entries(row).find(([key]) => key === titleOf(target))?.[1]
  return typeof name === 'string' ? name : value
}
