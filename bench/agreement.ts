// Whether a side does what is measured: no figure counts before it answers as we do, refuses as we do, and writes the history it should.
import type { Client } from 'pg'
import type { ClientPage, ClientRow, Dress } from './answers.ts'
import type { Call } from './rounds.ts'
import { oursIn, type Known, type Side } from './sides.ts'

interface Compared {
  readonly dress: Dress
  /** Of the database that all the sides read. */
  readonly database: Client
  readonly token: string
}

export interface Agreement {
  select<T extends object>(text: string, ...values: readonly unknown[]): Promise<readonly T[]>
  countClients(): Promise<number>
  /** Throws where it is refused. */
  ask(side: Side, call: Call): Promise<unknown>
  /** What we answer for a client. */
  cardOf(client: Known): Promise<ClientRow>
  mustAgree(side: Side, right: unknown, found: unknown): void
  /** Asks both sides for a page, and answers it. */
  mustShowAlike(side: Side, call: (side: Side) => Call): Promise<ClientPage>
  /** Answers what the act does; of a whole peer there is a line of history then that has this value, and of no other side. */
  mustRecord<T>(side: Side, column: string, value: string, act: () => Promise<T>): Promise<T>
  /** Throws where a whole peer answers who has no session, or shows or changes a client of another company. */
  mustGuard(side: Side): Promise<void>
}

/** Our own token opens a session of the peers' too, of a user of every company there is. */
export async function openSessions(database: Client, token: string): Promise<void> {
  await database.query(
    `insert into bench.sessions select sha256(token::bytea), 1, now() + lasting
    from (values ($1, interval '1 day'), ($2, interval '-1 second')) v (token, lasting)`,
    [token, expired(token)],
  )
  await database.query('insert into bench.user_companies select 1, id from empresas')
  await database.query('analyze bench.sessions, bench.user_companies')
}

const expired = (token: string) => `${token}-expired`

export function agreementOf({ dress, database, token }: Compared): Agreement {
  const mine = oursIn(dress)

  const select: Agreement['select'] = async <T extends object>(text: string, ...values: readonly unknown[]) =>
    (await database.query<T>(text, [...values])).rows
  const countClients = async () => Number((await select<{ n: string }>('select count(*) n from clients'))[0]?.n)

  const send = ({ port }: Side, { method, path, body }: Call, bearer = token) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const ask: Agreement['ask'] = async (side, call) => {
    const answer = await send(side, call)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${side.name}, ${call.path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const cardOf: Agreement['cardOf'] = async client => mine.single.parse(await ask(mine, mine.one(client)))

  const mustAgree: Agreement['mustAgree'] = ({ name }, right, found) => {
    const [one, other] = [JSON.stringify(right), JSON.stringify(found)]
    if (one !== other) throw new Error(`${name} answers another thing:\n${one}\n${other}`)
  }
  const mustShowAlike: Agreement['mustShowAlike'] = async (side, call) => {
    const right = mine.page.parse(await ask(mine, call(mine)))
    mustAgree(side, right, side.page.parse(await ask(side, call(side))))
    return right
  }

  const mustRecord: Agreement['mustRecord'] = async ({ name, history }, column, value, act) => {
    if (dress === 'bare') return act()
    const [table, row] = history ?? ['bench.history', 'new']
    const [{ last } = { last: 0 }] = await select<{ last: number }>(`select coalesce(max(id), 0) as last from ${table}`)
    const answer = await act()
    // What a load left behind may still be at work, with other values.
    const lines = await select(`select from ${table} where id > $1 and ${row} ->> $2 = $3`, last, column, value)
    const right = name === mine.name ? 0 : 1
    if (lines.length !== right) throw new Error(`${name} writes ${lines.length} lines of history`)
    return answer
  }

  const mustGuard: Agreement['mustGuard'] = async side => {
    if (dress === 'bare') return
    for (const bearer of ['unknown', expired(token)]) {
      const { status } = await send(side, side.list(1), bearer)
      if (status !== 401) throw new Error(`${side.name} answers ${status} without a session`)
    }
    const [stranger] = await select<Known>(
      `with company as (insert into empresas (nome_fantasia) values ('Leste') returning id)
      insert into clients (name, document, empresa_responsavel_id) select 'Provedor de outra empresa', '1', id from company
      returning id, uuid`,
    )
    if (!stranger) throw new Error('nothing was inserted')
    for (const call of [side.one(stranger), side.change(stranger, 'Intruso')]) {
      const text = await (await send(side, call)).text()
      if (text.includes(stranger.uuid)) throw new Error(`${side.name} shows a client of another company: ${text}`)
    }
    const { total } = side.page.parse(await ask(side, side.list(1)))
    mustAgree(side, (await countClients()) - 1, total)
    const left = await select('delete from clients where id = $1 returning phone_name', stranger.id)
    mustAgree(side, [{ phone_name: null }], left)
    await database.query("delete from empresas where nome_fantasia = 'Leste'")
  }

  return { select, countClients, ask, cardOf, mustAgree, mustShowAlike, mustRecord, mustGuard }
}
