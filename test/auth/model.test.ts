import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userOf } from '#features/people/auth/authenticate.server.ts'
import { endSession, refreshSession, startSession, type SessionTokens } from '#features/people/auth/sessions.server.ts'
import type { Database } from '#server/database/database.ts'
import { freshDatabase } from '../support/databases.ts'
import { addUser, stoppedClock, type Clock } from './desk.ts'

/** Sequences; a release runs 10,000. */
const sequences = Number(process.env.SESSION_SEQUENCES ?? 40)
/** Short enough for a sequence to reach every end. */
const lives = { access: 900, idle: 4_500, max: 5_000 }

/** What the rules say, told of each token one by one: no generations, no SQL. */
class Model {
  seconds = 0
  readonly sessions: ModelSession[] = []
  readonly refresh: ModelRefresh[] = []
  readonly access: ModelAccess[] = []

  readonly isLive = (session: ModelSession) =>
    !session.ended && this.seconds < session.idleUntil && this.seconds < session.expires

  signIn() {
    const session = { ended: false, idleUntil: this.seconds + lives.idle, expires: this.seconds + lives.max }
    this.sessions.push(session)
    const live = this.sessions.filter(this.isLive)
    for (const old of live.slice(0, Math.max(0, live.length - 10))) old.ended = true
    this.hand(session)
  }

  /** Whether the token at `index` buys another pair. */
  trade(index: number): boolean {
    const token = this.refresh[index]
    if (!token || !this.isLive(token.session)) return false
    const { session } = token
    if (token.state === 'new') {
      for (const other of this.refresh.filter(each => each.session === session))
        other.state = other.state === 'new' ? 'just spent' : 'long spent'
      session.grace = { until: this.seconds + 10, left: 2 }
    } else if (
      token.state === 'just spent' &&
      session.grace &&
      session.grace.left > 0 &&
      this.seconds <= session.grace.until
    ) {
      session.grace.left--
    } else {
      session.ended = true
      return false
    }
    session.idleUntil = this.seconds + lives.idle
    this.hand(session)
    return true
  }

  opens(index: number): boolean {
    const token = this.access[index]
    return token !== undefined && !token.session.ended && this.seconds < token.until
  }

  private hand(session: ModelSession) {
    this.refresh.push({ session, state: 'new' })
    this.access.push({ session, until: Math.min(this.seconds + lives.access, session.idleUntil, session.expires) })
  }
}
interface ModelSession {
  ended: boolean
  idleUntil: number
  expires: number
  grace?: { until: number; left: number }
}
interface ModelRefresh {
  session: ModelSession
  state: 'new' | 'just spent' | 'long spent'
}
interface ModelAccess {
  readonly session: ModelSession
  readonly until: number
}

/** The real thing, and the tokens it handed out, in the order of the model's. */
interface Real {
  readonly database: Database
  readonly user_id: number
  readonly clock: Clock
  readonly tokens: SessionTokens[]
}
type Step = fc.AsyncCommand<Model, Real>

const step = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Step => ({
  check,
  run,
  toString: () => name,
})
const always = () => true
const some = (model: Model) => model.refresh.length > 0

const signIn = (times: number) =>
  step(`sign in on ${times} devices`, always, async (model, { database, user_id, clock, tokens }) => {
    const from = { ip: '10.0.0.1', agent: 'Firefox' }
    for (let i = 0; i < times; i++) {
      model.signIn()
      tokens.push(
        await database.kysely.transaction().execute(trx => startSession(trx, user_id, from, clock.now, lives)),
      )
    }
  })
const trade = async (real: Real, index: number) =>
  refreshSession(real.database.kysely, real.tokens[index]?.refresh_token ?? '', real.clock.now, lives)

const refresh = (pick: number) =>
  step(`refresh ${pick}`, some, async (model, real) => {
    const index = model.refresh.length - 1 - (pick % model.refresh.length)
    const bought = await trade(real, index)
    if (bought) real.tokens.push(bought)
    expect(bought !== null).toBe(model.trade(index))
  })
const refreshTwice = (pick: number) =>
  step(`refresh ${pick} in two tabs`, some, async (model, real) => {
    const index = model.refresh.length - 1 - (pick % model.refresh.length)
    const both = await Promise.all([trade(real, index), trade(real, index)])
    for (const bought of both) if (bought) real.tokens.push(bought)
    const expected = [model.trade(index), model.trade(index)]
    expect(both.filter(Boolean).length).toBe(expected.filter(Boolean).length)
  })
const use = (pick: number) =>
  step(`use ${pick}`, some, async (model, { database, clock, tokens }) => {
    const index = model.access.length - 1 - (pick % model.access.length)
    const caller = await userOf(database.kysely, tokens[index]?.access_token ?? '', clock.now)
    expect(caller !== null).toBe(model.opens(index))
  })
const leave = (pick: number) =>
  step(`leave ${pick}`, some, async (model, { database, clock, tokens }) => {
    const index = pick % model.access.length
    const caller = await userOf(database.kysely, tokens[index]?.access_token ?? '', clock.now)
    if (caller) await endSession(database.kysely, caller.session_id, 'logout', clock.now)
    const token = model.access[index]
    if (token && model.opens(index)) token.session.ended = true
  })
const wait = (seconds: number) =>
  step(`wait ${seconds}`, always, async (model, { clock }) => {
    model.seconds += seconds
    clock.forward(seconds)
  })

const recent = fc.nat({ max: 6 })
const steps = fc.commands(
  [
    fc.constantFrom(1, 1, 1, 6).map(signIn),
    recent.map(refresh),
    recent.map(refresh),
    recent.map(refreshTwice),
    fc.nat({ max: 40 }).map(refresh),
    recent.map(use),
    fc.nat({ max: 40 }).map(use),
    fc.nat({ max: 40 }).map(leave),
    fc.constantFrom(1, 4, 9, 10, 11, 600, 900, 899, 4_400, 4_499, 4_500).map(wait),
    fc.constantFrom(1, 5, 10, 11).map(wait),
  ],
  { maxCommands: 50, size: 'max' },
)

describe('sessions', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())

  test(
    `${sequences} random sequences of sign-ins, refreshes, theft and time end as the rules say`,
    { timeout: 3_600_000 },
    async () => {
      expect.hasAssertions()
      let users = 0
      await fc.assert(
        fc
          .asyncProperty(steps, async commands => {
            const user_id = await addUser({ db: database.kysely }, { email: `${users++}@casa.com.br` })
            await fc.asyncModelRun(
              () => ({ model: new Model(), real: { database, user_id, clock: stoppedClock(), tokens: [] } }),
              commands,
            )
          })
          .afterEach(async () => {
            await sql`truncate access_tokens, refresh_tokens, viewings, directory_sessions, sessions`.execute(
              database.kysely,
            )
          }),
        { numRuns: sequences },
      )
    },
  )
})
