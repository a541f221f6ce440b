import type { ClientBase } from 'pg'

/** What is called when rows of some tables may have changed. */
interface Watcher {
  readonly tables: RegExp
  readonly changed: () => void
}

/** Statements remembered, and characters of each, at most. */
const rememberedStatements = 1_000
const longestStatement = 5_000
const reads = /^\s*select\b/i
const begins = /^\s*(begin|start)\b/i
const ends = /^\s*(commit|end|rollback(?!\s+to))\b/i

/**
 * Notifies watchers of what the connections of one pool commit, before the caller gets its answer, so that the next request
 * sees it. Statements count whatever their result: a commit whose answer was lost may have succeeded.
 */
export class Commits {
  readonly #watchers = new Set<Watcher>()
  readonly #known = new Map<string, readonly Watcher[]>()

  watch(tables: readonly string[], changed: () => void): void {
    // The tables of their lines begin with their names.
    this.#known.clear()
    this.#watchers.add({ tables: new RegExp(`\\b(${tables.join('|')})(_\\w+)?\\b`), changed })
  }

  /** Somebody else committed rows of this table; null: of any, for nobody could say which. */
  tell(table: string | null): void {
    for (const { tables, changed } of this.#watchers) if (table === null || tables.test(table)) changed()
  }

  /** Whose tables a statement names: what is written again and again is looked through once. */
  #touchedBy(text: string): readonly Watcher[] {
    const known = this.#known.get(text)
    if (known) return known
    const found = [...this.#watchers].filter(({ tables }) => tables.test(text))
    if (text.length > longestStatement) return found
    if (this.#known.size >= rememberedStatements) this.#known.clear()
    this.#known.set(text, found)
    return found
  }

  /** Watches every query of this connection from now on. */
  follow(client: ClientBase): void {
    const query = client.query.bind(client)
    const touched = new Set<Watcher>()
    let isWithin = false
    const tell = () => {
      for (const { changed } of touched) changed()
      touched.clear()
    }
    /** Whether what was touched is known once this was answered. */
    const isLast = (texts: readonly string[]) => {
      for (const text of texts) listen(text)
      return !isWithin && touched.size > 0
    }
    const listen = (text: string) => {
      if (reads.test(text)) return
      for (const each of this.#touchedBy(text)) touched.add(each)
      isWithin = isWithin ? !ends.test(text) : begins.test(text)
    }
    Object.assign(client, {
      query: (asked: unknown, ...more: unknown[]) => {
        if (!isLast(Array.isArray(asked) ? asked.map(textOf) : [textOf(asked)]))
          return Reflect.apply(query, client, [asked, ...more])
        const answered = more.at(-1)
        if (typeof answered === 'function')
          return Reflect.apply(query, client, [
            asked,
            ...more.slice(0, -1),
            (...answer: unknown[]) => {
              tell()
              Reflect.apply(answered, undefined, answer)
            },
          ])
        const answer: unknown = Reflect.apply(query, client, [asked, ...more])
        if (answer instanceof Promise) answer.then(tell, tell)
        return answer
      },
    })
  }
}

const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : typeof asked === 'object' && asked && 'text' in asked ? String(asked.text) : ''
