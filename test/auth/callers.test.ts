import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rememberCallers } from '#features/people/auth/callers.server.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { freshPostgresUrl } from '../support/databases.ts'
import { recording } from '../support/statements.ts'
import { addUser, openDesk, type Desk } from './desk.ts'

// Who holds a token is remembered, and nobody may ever notice.

const asksWho = ({ text }: { readonly text: string }) => text.includes('from access_tokens t join sessions')

describe('who holds a token', () => {
  let desk: Desk
  beforeAll(async () => void (desk = await openDesk()))
  afterAll(() => desk?.close())

  const me = (token: string) => desk.call('GET', '/api/v1/users/me', { token })
  let n = 0
  async function someone() {
    const email = `lembrada${++n}@exemplo.com.br`
    const id = await addUser(desk, { email, slug: `perfil-${n}`, audience: 'equipe' })
    const { access_token: token } = await desk.enter(email)
    return { id, slug: `perfil-${n}`, token, email }
  }
  /** Whether the database was asked. */
  async function isAsked(token: string) {
    const statements = recording(desk.database.pool)
    const { status } = await me(token)
    expect(status).toBe(200)
    return statements.stop().some(asksWho)
  }
  const remembered = (token: string) =>
    vi.waitFor(async () => expect(await isAsked(token)).toBe(false), { timeout: 5_000, interval: 5 })

  test('is asked once', async () => {
    const { token } = await someone()
    await remembered(token)
    expect(await isAsked(token)).toBe(false)
  })

  type Someone = Awaited<ReturnType<typeof someone>>
  const changes: Readonly<Record<string, (who: Someone) => Promise<unknown>>> = {
    leaving: ({ token }) => desk.call('POST', '/api/v1/logout', { token }),
    'a user put out of use': ({ id }) => sql`update users set active = false where id = ${id}`.execute(desk.db),
    'a user deleted within a longer transaction': ({ id }) =>
      desk.db.transaction().execute(async trx => {
        await sql`update users set deleted_at = now() where id = ${id}`.execute(trx)
        await sql`select 1`.execute(trx)
      }),
    'a profile put out of use': ({ slug }) =>
      sql`with p as (update profiles set active = false where slug = ${slug} returning id) select * from p`.execute(
        desk.db,
      ),
    'a token thrown away': ({ token }) => sql`delete from access_tokens where hash = ${hashOf(token)}`.execute(desk.db),
  }
  test.each(Object.keys(changes))('%s holds from the very next request', async change => {
    const who = await someone()
    await remembered(who.token)
    await changes[change]?.(who)
    expect((await me(who.token)).status).toBe(401)
  })

  test('a right taken or given holds from the very next request', async () => {
    const { slug, token } = await someone()
    await remembered(token)
    const rights = async () => (await me(token)).body.data.allow_routes
    expect(await rights()).toEqual(['clients.index'])
    const profile = sql`(select id from profiles where slug = ${slug})`
    await sql`insert into profiles_profile_roles (parent_id, position, role) values (${profile}, 7, 'clients.show')`.execute(
      desk.db,
    )
    expect(await rights()).toEqual(['clients.index', 'clients.show'])
    await sql`delete from profiles_profile_roles where parent_id = ${profile} and role = 'clients.show'`.execute(
      desk.db,
    )
    expect(await rights()).toEqual(['clients.index'])
  })

  test('what was rolled back changes nothing', async () => {
    const { id, token } = await someone()
    await remembered(token)
    const failing = desk.db.transaction().execute(async trx => {
      await sql`update users set active = false where id = ${id}`.execute(trx)
      throw new Error('never mind')
    })
    await expect(failing).rejects.toThrow('never mind')
    expect((await me(token)).status).toBe(200)
  })

  test('a token ends by the clock, remembered or not', async () => {
    const { token } = await someone()
    await remembered(token)
    const before = desk.clock.now
    desk.clock.now = new Date(before.getTime() + 901_000)
    expect((await me(token)).status).toBe(401)
    desk.clock.now = before
  })
})

describe('who holds a token, in two processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-callers-'))
  let place: Awaited<ReturnType<typeof freshPostgresUrl>>
  let [here, there]: Database[] = []
  let person = 0
  const token = 'uma-senha-de-acesso-de-alguem-que-trabalha'
  beforeAll(async () => {
    place = await freshPostgresUrl()
    const open = () => openDatabase({ DATABASE_URL: place.url, OUTORGA_DATA_DIR: folder })
    here = await open()
    there = await open()
    person = await addUser({ db: here.kysely }, { email: 'dupla@exemplo.com.br' })
    await sql`
      with s as (insert into sessions (user_id, created_at, last_used_at, rotated_at, idle_until, expires_at, ip, agent)
        values (${person}, now(), now(), now(), now() + interval '1 day', now() + interval '1 day', '10.0.0.1', 'Firefox') returning id)
      insert into access_tokens (hash, session_id, expires_at) select ${hashOf(token)}, id, now() + interval '1 day' from s`.execute(
      here.kysely,
    )
  })
  afterAll(async () => {
    await there?.close()
    await here?.close()
    await place.drop()
    rmSync(folder, { recursive: true })
  })

  /** Asks in the other process, and whether that one asked its database. */
  function elsewhere() {
    if (!there) throw new Error('there is no other process')
    const { pool } = there
    const authenticate = rememberCallers(there, () => new Date())
    return async () => {
      const statements = recording(pool)
      const caller = await authenticate({ authorization: `Bearer ${token}` })
      return { may: caller !== null, asked: statements.stop().some(asksWho) }
    }
  }
  const disable = (active: boolean) =>
    here && sql`update users set active = ${active} where id = ${person}`.execute(here.kysely)
  const known = { may: true, asked: false }

  test('what one commits holds in the other within a fifth of a second', async () => {
    const ask = elsewhere()
    await vi.waitFor(async () => expect(await ask()).toEqual(known), { timeout: 5_000, interval: 5 })
    for (let times = 0; times < 10; times++) {
      await disable(false)
      await after(200)
      expect((await ask()).may).toBe(false)
      await disable(true)
      await after(200)
      expect((await ask()).may).toBe(true)
    }
    expect(await ask()).toEqual(known)
  })

  test('while the other cannot be told, it remembers nobody; and then it does again', async () => {
    const ask = elsewhere()
    await vi.waitFor(async () => expect(await ask()).toEqual(known), { timeout: 5_000, interval: 5 })
    const cut =
      here &&
      (await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`.execute(
        here.kysely,
      ))
    expect(cut?.rows.length).toBeGreaterThan(0)
    await vi.waitFor(async () => expect((await ask()).asked).toBe(true), { timeout: 900, interval: 5 })
    await disable(false)
    expect((await ask()).may).toBe(false)
    await disable(true)
    expect((await ask()).may).toBe(true)
    await vi.waitFor(async () => expect(await ask()).toEqual(known), { timeout: 5_000, interval: 20 })
  })
})
