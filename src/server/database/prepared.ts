import { createHash } from 'node:crypto'
import type { ClientBase, QueryResult } from 'pg'
import { isStalePlan } from '#server/database/errors.ts'
import { Flight, type Descriptions, type Statement } from '#server/database/flight.ts'

/**
 * What a statement has in its text whose plan depends on its values: PostgreSQL's one plan for all of them may read ten times as many
 * rows as the values need. It is planned each time, which takes a millisecond or two.
 */
export const plannedByValues = '/* planned by its values */'

/** A statement that runs this often on one connection is worth a stored plan. */
const often = 3
/** Statements stored per connection, at most: each takes memory of the server until the connection ends. */
const statementLimit = 300
/** Characters of a text worth remembering, and number of texts not yet frequent: writes of many rows differ each time. */
const longestText = 20_000
const remembered = 2_000
/** Which tables the plans of this process are made for: once one no longer fits, those of other connections do not either. */
let plansOf = 0

/**
 * Stores the plans of frequent statements of a connection: planning a row with all its lines takes longer than reading it. A
 * text's name is its hash, so that one name never means two texts, whatever is between this client and the server; texts past
 * the last one, and those of `plannedByValues`, are planned each time. Where a migration changed a table under a plan, statements
 * outside a transaction, or those that begin one, are sent once more without the plan.
 */
export function prepareOften(client: ClientBase): void {
  const asked = new Map<string, number>()
  const names = new Map<string, string>()
  const described: Descriptions = new Map()
  const query = client.query.bind(client)
  let own = plansOf
  const nameOf = (text: string): string | undefined => {
    if (own !== plansOf) {
      own = plansOf
      for (const each of [names, asked, described]) each.clear()
    }
    const known = names.get(text)
    if (known !== undefined || names.size >= statementLimit || text.length > longestText) return known
    if (text.includes(plannedByValues)) return undefined
    const times = (asked.get(text) ?? 0) + 1
    if (times < often) {
      if (asked.size >= remembered) asked.clear()
      asked.set(text, times)
      return undefined
    }
    asked.delete(text)
    const name = planName(text) + (own ? `.${own}` : '')
    names.set(text, name)
    return name
  }
  const flyOnce = (statements: readonly Statement[]) =>
    new Promise<readonly QueryResult[]>((resolve, reject) => {
      const named = statements.map(each => ({ ...each, name: nameOf(each.text) }))
      const landed = (error: unknown, results: readonly QueryResult[]) => (error ? reject(error) : resolve(results))
      query(new Flight(named, described, landed))
    })
  const fly = async (statements: readonly Statement[]) => {
    const isFree = client.getTransactionStatus() === 'I'
    try {
      return await flyOnce(statements)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      plansOf += 1
      if (!isFree) throw error
      // Nothing of it was done: the server skipped the rest of the message, and undoes what it began.
      await query('rollback')
      return flyOnce(statements)
    }
  }
  Object.assign(client, {
    query: (text: unknown, values?: unknown, ...more: unknown[]) => {
      if (Array.isArray(text)) return fly(text)
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
      return name === undefined
        ? Reflect.apply(query, client, [text, values, ...more])
        : Reflect.apply(query, client, [{ name, text, values }, ...more])
    },
  })
}

/** Of 44 characters: PostgreSQL cuts a name at 63 bytes, and two cut names might be one. */
export const planName = (text: string): string => `q${createHash('sha256').update(text).digest('base64url')}`
