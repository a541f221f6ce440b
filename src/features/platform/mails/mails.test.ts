import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { remindAwaited } from '#features/regulatory/month/reminders.server.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { openSender } from '#features/platform/mails/sender.server.ts'
import { write } from '#parts/outbox/outbox.server.ts'
import { readConfig } from '#settings.server.ts'
import { openMailer } from '#server/mail.ts'
import { openSmtp } from '#test/support/smtp.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

// Mail that must go: laid with what causes it, sent until it goes or is refused, and never twice.

const letter = {
  name: 'Ana Reis',
  subject: 'Aviso da casa',
  reason: 'Um aviso.',
  link: 'http://localhost/clients',
  label: 'Abrir',
  terms: [],
}
const password = 'nove pipas no quintal'
const linkIn = (text: string | undefined) => /reset\?token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

describe('mail', () => {
  let world: World
  let smtp: Awaited<ReturnType<typeof openSmtp>>
  let now = new Date()
  let failures = 0
  beforeAll(async () => {
    smtp = await openSmtp()
    world = await openWorld({
      env: { SMTP_URL: smtp.url, MAIL_FROM: 'Outorga <avisos@outorga.example>' },
      fittings: { now: () => now, pace: { pollMs: 3_600_000 } },
    })
  })
  afterAll(async () => {
    await world?.close()
    await smtp?.down()
  })
  beforeEach(async () => {
    await sql`delete from mails`.execute(world.db)
    smtp.heard.length = 0
    smtp.replies.length = 0
    failures = 0
  })

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, who = 'superAdmin') =>
    world.call(who, method, url, body === undefined ? {} : { body })
  /** Lays mails of the house, as whatever causes them does. */
  const lay = (...to: readonly string[]) =>
    world.db.transaction().execute(trx =>
      write(
        trx,
        world.house.config,
        to.map(each => ({ kind: 'teste', to: each, letter })),
      ),
    )
  const settle = async () => {
    world.house.mail.sender?.nudge()
    await world.runner.settled()
  }
  const forward = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000)
    return settle()
  }
  const read = async (uuid: unknown): Promise<Row> => dataOf(await call('GET', `mails/${String(uuid)}`))
  const outcomes = (row: Row) =>
    Array.isArray(row.attempts) ? row.attempts.map(({ outcome }: { outcome: string }) => outcome) : []
  const profileAt = async (slug: string) => {
    const { rows } = await sql<{ id: number }>`select id from profiles where slug = ${slug}`.execute(world.db)
    return rows[0]?.id ?? 0
  }
  const invited = async (email: string) =>
    dataOf(await call('POST', 'users', { name: 'Dora Reis', email, profile_id: await profileAt('colaborador') }))
  const mailTo = async (recipient: string) => {
    const { rows } = await sql<{
      uuid: string
    }>`select uuid from mails where recipient = ${recipient} order by id desc`.execute(world.db)
    return rows[0]?.uuid ?? ''
  }

  test('a test goes to one’s own address, and its row tells when, by which message and what came of it', async () => {
    const made = await call('POST', 'mails/mail-test')
    expect(made.status).toBe(201)
    await settle()
    const row = await read(await mailTo('zzsuperzz@exemplo.com.br'))
    expect(made.body.data).toEqual({ uuid: row.uuid })
    expect(row).toMatchObject({ state: 'enviado', kind: 'teste', tries: 1, error: null, next_at: null })
    expect(row.sent_at).toBe(now.toISOString())
    expect(outcomes(row)).toEqual(['enviado'])
    expect(smtp.heard).toMatchObject([{ to: 'zzsuperzz@exemplo.com.br', messageId: row.message_id }])
    expect(smtp.heard[0]?.text).toContain('chegam até você')
    expect(row.message_id).toMatch(/^<[\w-]{36}@outorga\.example>$/)
    expect((await call('POST', 'mails/mail-test', undefined, 'staffA')).status).toBe(403)
  })

  test('while the server is away a mail waits and says so; it goes, as the same message, once the server is back', async () => {
    await smtp.down()
    const [mail] = await lay('espera@exemplo.com.br')
    await settle()
    const waiting = await read(mail?.uuid)
    expect(waiting).toMatchObject({ state: 'aguardando', tries: 1, sent_at: null })
    expect(waiting.error).toContain('fora do ar')
    expect(Date.parse(String(waiting.next_at))).toBe(now.getTime() + 60_000)
    expect((await call('GET', 'mails/resumo')).body.data).toMatchObject({
      waiting: 1,
      folder: null,
      trouble: waiting.error,
    })
    await forward(59)
    expect((await read(mail?.uuid)).tries).toBe(1)
    await smtp.up()
    await forward(1)
    const sent = await read(mail?.uuid)
    expect([sent.state, sent.error, outcomes(sent)]).toEqual(['enviado', null, ['aguardando', 'enviado']])
    expect(smtp.heard.map(({ messageId }) => messageId)).toEqual([waiting.message_id])
    expect((await call('GET', 'mails/resumo')).body.data).toMatchObject({ sent: 1, waiting: 0, trouble: null })
  })

  test('a server that asks for patience is asked again, later each time, and after five tries it is given up', async () => {
    const [kept, lost] = await lay('paciencia@exemplo.com.br')
    smtp.replies.push(451)
    await settle()
    expect((await read(kept?.uuid)).error).toContain('451')
    await forward(60)
    expect(outcomes(await read(kept?.uuid))).toEqual(['aguardando', 'enviado'])
    expect(lost).toBeUndefined()

    const [mail] = await lay('nunca@exemplo.com.br')
    smtp.replies.push(421, 451, 452, 450, 451)
    for (const seconds of [0, 60, 600, 3_600, 21_600]) await forward(seconds)
    const given = await read(mail?.uuid)
    expect([given.state, given.tries, given.next_at]).toEqual(['desistiu', 5, null])
    await forward(36_000)
    expect((await read(mail?.uuid)).tries).toBe(5)
    expect(smtp.heard.filter(({ to }) => to === 'nunca@exemplo.com.br')).toEqual([])
  })

  test('what the server refuses for good is not tried again; sent again by somebody, it goes', async () => {
    const [mail] = await lay('recusa@exemplo.com.br')
    smtp.replies.push(550)
    await settle()
    const refused = await read(mail?.uuid)
    expect([refused.state, refused.tries]).toEqual(['recusado', 1])
    expect(refused.error).toContain('recusou a mensagem: 550')
    await forward(3_600)
    expect((await read(mail?.uuid)).tries).toBe(1)
    expect((await world.app.inject('/metrics')).body).toContain('mails{state="recusado"} 1')
    const again = await call('PUT', `mails/${mail?.uuid}/reenviar`)
    expect(again.status).toBe(200)
    expect(await world.auditsOf(String(again.headers['x-request-id']))).toEqual(['mails.reenviar'])
    await settle()
    expect(outcomes(await read(mail?.uuid))).toEqual(['recusado', 'enviado'])
    expect(smtp.heard.map(({ messageId }) => messageId)).toEqual([refused.message_id])
  })

  test('a transaction that is undone sends nothing', async () => {
    const undone = world.db.transaction().execute(async trx => {
      await write(trx, world.house.config, [{ kind: 'teste', to: 'nada@exemplo.com.br', letter }])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await settle()
    expect(smtp.heard).toEqual([])
    expect(rowsOf(await call('GET', 'mails'))).toEqual([])
  })

  test('asked twelve times at once to go again, a mail goes once', async () => {
    const [mail] = await lay('doze@exemplo.com.br')
    smtp.replies.push(550)
    await settle()
    await smtp.down()
    const replies = await Promise.all(Array.from({ length: 12 }, () => call('PUT', `mails/${mail?.uuid}/reenviar`)))
    await smtp.up()
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThan(0)
    expect(statuses.every(status => status === 200 || status === 409)).toBe(true)
    await world.runner.settled()
    await forward(60)
    expect(smtp.heard).toHaveLength(1)
  })

  test('several are sent again at once; those that wait already are counted, and one out of sight refuses all', async () => {
    const laid = await lay('um@exemplo.com.br', 'dois@exemplo.com.br')
    smtp.replies.push(550, 550)
    await settle()
    const ids = laid.map(({ uuid }) => uuid)
    const missing = '00000000-0000-4000-8000-000000000000'
    expect((await call('PUT', 'mails/reenviar', { ids: [...ids, missing] })).status).toBe(404)
    expect((await read(ids[0])).state).toBe('recusado')
    await smtp.down()
    await sql`update mails set state = 'aguardando' where uuid = ${ids[0] ?? ''}`.execute(world.db)
    const { body } = await call('PUT', 'mails/reenviar', { ids })
    expect(body).toMatchObject({ data: { changed: 1, left: 1 } })
    await world.runner.settled()
    await smtp.up()
    await forward(600)
    expect(smtp.heard.map(({ to }) => to).toSorted()).toEqual(['dois@exemplo.com.br', 'um@exemplo.com.br'])
  })

  test('two that send side by side send each mail once', async () => {
    const prepare = {
      recuperacao: async () => null,
      convite: async () => null,
      'lembrete-coleta': async () => null,
      seguranca: async () => null,
      resumo: async () => null,
      extrato: async () => null,
      cobranca: async () => null,
      fatura: async () => null,
      'resposta-chamado': async () => null,
      avisos: async () => null,
    }
    const other = openSender(
      world.house,
      { ...prepare, teste: async () => ({}) },
      { pollMs: 3_600_000, lease: 30 },
      () => now,
      () => failures++,
    )
    const to = Array.from({ length: 24 }, (_, i) => `lado${i}@exemplo.com.br`)
    await lay(...to)
    other.nudge()
    await settle()
    await other.settled()
    await other.stop()
    expect(smtp.heard.map(each => each.to).toSorted()).toEqual(to.toSorted())
    expect(failures).toBe(0)
  })

  test('what somebody took and never ended is taken over when their time is up, as the same message', async () => {
    const [mail] = await lay('morto@exemplo.com.br')
    await sql`update mails set state = 'enviando', tries = 1, run = gen_random_uuid(),
      leased_until = ${now.toISOString()}::timestamptz + interval '30 seconds'`.execute(world.db)
    await settle()
    expect(smtp.heard).toEqual([])
    expect((await call('PUT', `mails/${mail?.uuid}/reenviar`)).status).toBe(409)
    await forward(30)
    const row = await read(mail?.uuid)
    expect([row.state, row.tries, smtp.heard[0]?.messageId]).toEqual(['enviado', 2, row.message_id])
  })

  test('an invitation that waited carries a link that works; sent again it carries another, as another message', async () => {
    await smtp.down()
    const person = await invited('espera.convite@exemplo.com.br')
    await settle()
    await smtp.up()
    await forward(60)
    const uuid = await mailTo('espera.convite@exemplo.com.br')
    const first = await read(uuid)
    expect(first).toMatchObject({ state: 'enviado', kind: 'convite', about_path: `/users/${person.uuid}` })
    expect((await call('PUT', `mails/${uuid}/reenviar`)).status).toBe(200)
    await settle()
    const [one, two] = smtp.heard
    expect([one?.messageId, two?.messageId]).toEqual([first.message_id, (await read(uuid)).message_id])
    expect(one?.messageId).not.toBe(two?.messageId)
    const choose = (text: string | undefined) =>
      call('POST', 'reset-password', { token: linkIn(text), password, password_confirmation: password }, 'anonymous')
    expect((await choose(one?.text)).status).toBe(422)
    expect((await choose(two?.text)).status).toBe(200)
    await call('PUT', `mails/${uuid}/reenviar`)
    await settle()
    expect(await read(uuid)).toMatchObject({ state: 'dispensado', error: 'A pessoa já escolheu a senha dela.' })
    expect(smtp.heard).toHaveLength(2)
  })

  test('both copies of a mail that was tried twice carry a link that works', async () => {
    await invited('copias@exemplo.com.br')
    await settle()
    const uuid = await mailTo('copias@exemplo.com.br')
    // The server took it, and the process died before it wrote that down.
    await sql`update mails set state = 'enviando', run = gen_random_uuid(), leased_until = ${now.toISOString()}::timestamptz
      where uuid = ${uuid}`.execute(world.db)
    await forward(1)
    expect(new Set(smtp.heard.map(({ messageId }) => messageId)).size).toBe(1)
    expect(smtp.heard).toHaveLength(2)
    const token = linkIn(smtp.heard[0]?.text)
    const body = { token, password, password_confirmation: password }
    expect((await call('POST', 'reset-password', body, 'anonymous')).status).toBe(200)
  })

  test('no link that signs somebody in is in the table, in what is read or taken away, or in history', async () => {
    await invited('segredo@exemplo.com.br')
    await settle()
    await call('POST', 'password-recovery', { email: 'Segredo@exemplo.com.br' }, 'anonymous')
    await settle()
    const tokens = smtp.heard.map(({ text }) => linkIn(text))
    expect(tokens).toHaveLength(2)
    expect(tokens.every(token => token.length === 43)).toBe(true)
    const { rows } = await sql<{ text: string }>`
      select m::text as text from mails m union all select a::text from mails_attempts a union all select e::text from audit_events e
      union all select p::text from password_resets p`.execute(world.db)
    const mails = rowsOf(await call('GET', 'mails'))
    const told = [
      ...rows.map(({ text }) => text),
      (await call('GET', 'mails/csv')).text,
      ...(await Promise.all(mails.map(({ uuid }) => call('GET', `mails/${uuid}`)))).map(({ text }) => text),
      ...(await Promise.all(mails.map(({ uuid }) => call('GET', `mails/${uuid}/historico`)))).map(({ text }) => text),
    ]
    expect(mails).toHaveLength(2)
    expect(told.length).toBeGreaterThan(6)
    for (const token of tokens) expect(told.filter(text => text.includes(token))).toEqual([])
  })

  test('an unknown e-mail leaves what a known one leaves until it goes: nothing that was typed, and then nothing', async () => {
    const typed = 'ninguem.mesmo@exemplo.com.br'
    const laid = async () =>
      (await sql<{ text: string }>`select m::text as text from mails m`.execute(world.db)).rows.map(({ text }) => text)
    const answer = await call('POST', 'password-recovery', { email: typed }, 'anonymous')
    expect(answer.status).toBe(200)
    expect((await laid()).join().includes('ninguem.mesmo')).toBe(false)
    await settle()
    expect(await laid()).toEqual([])
    expect(smtp.heard).toEqual([])
    await write(world.db, world.house.config, [{ kind: 'recuperacao', to: 'a'.repeat(64), letter }])
    expect(rowsOf(await call('GET', 'mails'))).toEqual([])
    await settle()
    expect(await laid()).toEqual([])
  })

  test('a reminder whose server is away waits; whoever handed theirs over meanwhile is not asked', async () => {
    const ask = async (owner: 'A1') => {
      const row = await world.make(collects, owner)
      await call('PUT', `collects/${row.uuid}/pedir-ao-cliente`)
      const due = new Date(Date.UTC(Number(row.year), Number(row.month), 9, 15))
      await smtp.down()
      expect(await remindAwaited(world.house, due)).toBe(1)
      expect(await remindAwaited(world.house, due)).toBe(0)
      await settle()
      await smtp.up()
      const { rows } = await sql<{
        uuid: string
      }>`select uuid from mails where about_path = ${`/collects/${row.uuid}`}`.execute(world.db)
      return { row, mails: rows }
    }
    const asked = await ask('A1')
    expect(asked.mails.length).toBeGreaterThan(0)
    await forward(60)
    expect(smtp.heard).toHaveLength(asked.mails.length)
    expect(smtp.heard[0]?.text).toContain(`/collects/${asked.row.uuid}`)
    const own = await call('GET', `mails/${asked.mails[0]?.uuid}`, undefined, 'adminA')
    expect(dataOf(own)).toMatchObject({ kind: 'lembrete-coleta', empresa_id: world.companies.A, state: 'enviado' })

    const handed = await ask('A1')
    await sql`update collects set status_id = (select id from statuses where model = 'Collect' and slug = 'em-conferencia')
      where uuid = ${String(handed.row.uuid)}`.execute(world.db)
    await forward(60)
    expect(smtp.heard).toHaveLength(asked.mails.length)
    expect((await read(handed.mails[0]?.uuid)).state).toBe('dispensado')
  })

  test('who looks after one company sees its mails and not the house’s, nor sends what is a super-admin’s', async () => {
    const [house] = await lay('casa@exemplo.com.br')
    const inA = dataOf(
      await call('POST', 'users', {
        name: 'Chefe de A',
        email: 'chefe.a@exemplo.com.br',
        empresa_id: world.companies.A,
        profile_id: await profileAt('administrador'),
      }),
    )
    await settle()
    const uuid = await mailTo(String(inA.email))
    const seen = async (who: string) => rowsOf(await call('GET', 'mails', undefined, who)).map(row => row.uuid)
    expect((await seen('superAdmin')).toSorted()).toEqual([house?.uuid, uuid].toSorted())
    expect(await seen('adminA')).toEqual([uuid])
    expect((await call('PUT', `mails/${house?.uuid}/reenviar`, undefined, 'adminA')).status).toBe(404)
    expect((await call('GET', 'mails', undefined, 'staffA')).status).toBe(403)

    const staff = await profileAt('colaborador')
    await sql`insert into profiles_profile_roles (parent_id, position, role)
      select ${staff}, 900 + row_number() over (), name from permissions where name like 'mails.%'`.execute(world.db)
    await sql`update users set empresa_id = null where id = ${world.people.staffA}`.execute(world.db)
    expect(await seen('staffA')).toEqual([uuid])
    expect(await seen('staffB')).toEqual([])
    expect((await call('PUT', `mails/${uuid}/reenviar`, undefined, 'staffA')).status).toBe(403)
    expect((await call('PUT', 'mails/reenviar', { ids: [uuid] }, 'staffA')).status).toBe(403)
    await sql`update users set empresa_id = ${world.companies.A} where id = ${world.people.staffA}`.execute(world.db)
    await sql`delete from profiles_profile_roles where parent_id = ${staff} and position > 900`.execute(world.db)
  })

  test('who was erased is no recipient any more, and what waited for them goes no more', async () => {
    const person = await invited('apagada@exemplo.com.br')
    await settle()
    await smtp.down()
    await call('PUT', `users/${person.uuid}/convidar`)
    await settle()
    await smtp.up()
    expect((await call('PUT', `users/${person.uuid}/anonimizar`)).status).toBe(200)
    await forward(60)
    expect(smtp.heard).toHaveLength(1)
    const { rows } = await sql<{ text: string }>`select m::text as text from mails m`.execute(world.db)
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ text }) => /apagada|Dora/.test(text))).toEqual([])
  })
})

test('what is wrong with the way mail goes is known without sending any', async () => {
  const smtp = await openSmtp()
  const at = (MAIL_FROM: string) => openMailer(readConfig({ SMTP_URL: smtp.url, MAIL_FROM }))
  expect(await at('Outorga <avisos@outorga.example>').check()).toBeNull()
  const mailer = at('avisos@outorga.example')
  await smtp.down()
  expect(await mailer.check()).toContain('fora do ar')
  expect(mailer.trouble).toContain('fora do ar')
  expect(openMailer(readConfig({ OUTORGA_DATA_DIR: '/tmp/dados' })).folder).toBe('/tmp/dados/mail')
})
