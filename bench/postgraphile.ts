// How PostGraphile does what is measured: one query, with the relations that it generates from foreign keys.
import * as z from 'zod'
import { shapes, type Dress } from './answers.ts'
import relations from './peers/lists.json' with { type: 'json' }
import type { Call } from './rounds.ts'
import { titleOf, type References, type Side } from './sides.ts'

const { columns, references, lists } = relations
const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const capital = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
/** `fantasy_name: fantasyName`. */
const fieldOf = (name: string) => `${name}: ${camel(name)}`
const plainFields = columns.map(fieldOf).join(' ')
/** Fields by the names that PostGraphile generates: `plan: planByPlanId { … }`. */
const referencesIn = (all: References) =>
  Object.entries(all)
    .map(([name, table]) => {
      const one = camel(table.replace(/ies$/, 'y').replace(/s$/, ''))
      return `${name}: ${one}By${capital(camel(name))}Id { id uuid name: ${camel(titleOf(table))} }`
    })
    .join(' ')
const listFields = Object.entries(lists)
  .map(([name, { table, columns, references: targets }]) => {
    // The list is a view, which has no foreign key; its table has one.
    const relation =
      name === 'fistels'
        ? 'fistelsByClientIdList(condition: { deletedAt: null }, orderBy: ID_ASC)'
        : `${camel(table)}ByParentIdList(orderBy: POSITION_ASC)`
    return `${name}: ${relation} { id uuid ${columns.map(fieldOf).join(' ')} ${referencesIn(targets)} }`
  })
  .join(' ')

export function postgraphileIn(dress: Dress): Side {
  const { row, card } = shapes[dress]
  const inPage = dress === 'bare' ? plainFields : `${plainFields} ${referencesIn(references)}`
  const inCard = dress === 'bare' ? plainFields : `${inPage} ${listFields}`
  const search = dress === 'bare' ? 'searchClients' : 'searchOwnClients'
  const graphql = (query: string, variables: object): Call => ({
    method: 'POST',
    path: '/graphql',
    body: { query, variables },
  })
  return {
    name: 'PostGraphile',
    port: 4822,
    list: page =>
      graphql(
        `query ($offset: Int!) { all: allClients(first: 25, offset: $offset, orderBy: NAME_ASC) { nodes { ${inPage} } totalCount } }`,
        { offset: 25 * (page - 1) },
      ),
    search: term =>
      graphql(`query ($term: String!) { all: ${search}(term: $term, first: 25) { nodes { ${inPage} } totalCount } }`, {
        term,
      }),
    one: ({ id }) => graphql(`query ($id: BigInt!) { one: clientById(id: $id) { ${inCard} } }`, { id }),
    change: ({ id }, phoneName) =>
      graphql(
        `mutation ($id: BigInt!, $phoneName: String) { done: updateClientById(input: { id: $id, clientPatch: { phoneName: $phoneName } }) { client { ${inCard} } } }`,
        { id, phoneName },
      ),
    create: draft =>
      graphql(
        `mutation ($name: String!, $document: String!) { done: createClient(input: { client: { name: $name, document: $document } }) { client { ${inCard} } } }`,
        draft,
      ),
    page: z
      .object({ data: z.object({ all: z.object({ nodes: z.array(row), totalCount: z.number() }) }) })
      .transform(({ data: { all } }) => ({ rows: all.nodes, total: all.totalCount })),
    single: z.object({ data: z.object({ one: card }) }).transform(({ data: { one } }) => one),
    written: z
      .object({ data: z.object({ done: z.object({ client: card }) }) })
      .transform(({ data: { done } }) => done.client),
    isSound: body => !body.startsWith('{"errors"'),
  }
}
