import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SystemLine, SystemState } from '#features/platform/system/api.ts'
import { valuesOf } from '#test/support/metrics.ts'
import { openWorld, type World } from '#test/support/world.ts'

// Nobody does jobs, mails and items here: they stay as they are put.
const idle = { pace: { pollMs: 3_600_000 } }
let world: World
beforeAll(async () => {
  world = await openWorld({ fittings: idle })
  await settle()
})
afterAll(() => world?.close())

const seen = async (who = 'superAdmin'): Promise<SystemState> => {
  const { status, body } = await world.call(who, 'GET', 'sistema')
  expect(status).toBe(200)
  return Object(body).data
}
const lineOf = async (key: string, who?: string): Promise<SystemLine | undefined> =>
  (await seen(who)).lines.find(each => each.key === key)
const run = (statement: ReturnType<typeof sql>) => statement.execute(world.db)

/** What the world begins with and an administrator would be woken up for. */
async function settle() {
  await run(sql`update chores set next_at = now() + interval '1 hour', error = null,
    figures = case name when 'pasta' then '{"documents": 7, "missing": 0}'::jsonb
      when 'copias' then jsonb_build_object('on', 1, 'provenAt', extract(epoch from now()) * 1000, 'since', 0) end`)
  await run(sql`update mails set state = 'enviado'`)
  await run(sql`update integration_queues set state = 'enviado'`)
  await run(sql`delete from pgboss.job`)
}

test('a system that is well says so, line by line, with nothing at the top but the Node that runs the tests', async () => {
  await expect.poll(() => world.database.wire.isUp()).toBe(true)
  const { lines, narrowed } = await seen()
  expect(narrowed).toBe(false)
  expect(lines.map(({ key }) => key).toSorted()).toEqual(
    'banco certificados configuracoes copias disco emails entradas integracoes node pasta processos rotinas telas trabalhos versao'.split(
      ' ',
    ),
  )
  const amiss = lines.filter(({ key, state }) => key !== 'node' && (state === 'parado' || state === 'atencao'))
  expect(amiss).toEqual([])
  for (const { text } of lines) expect(text).toMatch(/^[^a-z].*[.]$/)
})

test('it answers in less than 100 ms', async () => {
  await seen()
  const taken: number[] = []
  for (let n = 0; n < 15; n++) {
    const begun = performance.now()
    await seen()
    taken.push(performance.now() - begun)
  }
  expect(Math.min(...taken)).toBeLessThan(100)
})

describe('what fails is at the top, with the figure of its metric and the way to its cure', () => {
  beforeEach(settle)
  const metric = async (name: string) => valuesOf((await world.app.inject('/metrics')).body, name)
  /** A metric is believed for some seconds. */
  const soon = { timeout: 8_000 }

  test('documents that are missing', async () => {
    await run(sql`update chores set figures = '{"documents": 7, "missing": 3}' where name = 'pasta'`)
    const { lines } = await seen()
    expect(lines[0]).toMatchObject({ key: 'pasta', state: 'parado', link: { to: '/manutencao' } })
    expect(lines[0]?.text).toContain('3 documentos que o banco cita não estão')
    await expect.poll(() => metric('documents_missing'), soon).toEqual({ '': 3 })
  })

  test('a last proven copy older than a day', async () => {
    const provenAt = Date.now() - 30 * 3_600_000
    await run(
      sql`update chores set figures = ${JSON.stringify({ on: 1, provenAt, since: 0 })}::jsonb where name = 'copias'`,
    )
    expect((await seen()).lines[0]).toMatchObject({ key: 'copias', state: 'parado' })
    await expect.poll(() => metric('copy_proven_timestamp_seconds'), soon).toEqual({ '': provenAt / 1000 })
  })

  test('both are warnings of /readyz, which is ready all the same', async () => {
    await run(sql`update chores set figures = '{"documents": 7, "missing": 1}' where name = 'pasta'`)
    await run(sql`update chores set figures = '{"on": 1, "since": 0}' where name = 'copias'`)
    const ask = async () => {
      const { statusCode, body } = await world.app.inject('/readyz')
      return { statusCode, ...JSON.parse(body) }
    }
    await expect.poll(async () => (await ask()).avisos, { timeout: 8_000 }).toHaveLength(2)
    const { statusCode, status, avisos, motivos } = await ask()
    expect({ statusCode, status, motivos }).toEqual({ statusCode: 200, status: 'ok', motivos: [] })
    expect(avisos.toSorted()[0]).toMatch(/^Cópia de segurança: Ainda não há cópia conferida/)
    expect(avisos.toSorted()[1]).toMatch(/^Documentos: 1 documento que o banco cita não está/)
  })

  test('chores that failed, and chores that nobody ran', async () => {
    await run(sql`update chores set error = 'não deu' where name = 'fila'`)
    expect(await lineOf('rotinas')).toMatchObject({ state: 'atencao', link: { to: '/manutencao' } })
    expect((await lineOf('rotinas'))?.text).toContain('1 rotina falhou da última vez: “Fila de trabalhos”')
    await run(sql`update chores set next_at = now() - interval '1 hour'`)
    expect((await seen()).lines[0]).toMatchObject({ key: 'rotinas', state: 'parado' })
    expect((await lineOf('rotinas'))?.text).toMatch(/e mais \d+\. Confira/)
  })

  test('a job that failed for good, with the way to it; and one that waits too long', async () => {
    const { queue } = world.house.jobs
    const { rows } = await run(sql`insert into exports (name, resource, user_id, state)
      values ('Clientes', 'clients', ${world.people.superAdmin}, 'falhou') returning uuid`)
    const uuid = String(Object(rows[0]).uuid)
    await queue.send(world.db, uuid, {
      user_id: world.people.superAdmin,
      company: null,
      work: 'exports.write',
      given: {},
    })
    const taken = await queue.take(randomUUID())
    if (taken) await queue.giveUp(world.db, taken)
    const line = await lineOf('trabalhos')
    expect(line).toMatchObject({ state: 'atencao', link: { to: `/exports/${uuid}`, label: 'Abrir o que falhou' } })
    expect(line?.text).toContain('1 trabalho falhou nos últimos 30 dias')
    await expect.poll(() => metric('jobs'), soon).toMatchObject({ 'work="exports.write",state="falhou"': 1 })
    await queue.again(world.db, uuid, { user_id: world.people.superAdmin })
    await run(sql`update pgboss.job set start_after = now() - interval '20 minutes'`)
    expect(await lineOf('trabalhos')).toMatchObject({ state: 'parado' })
  })

  test('mails nobody tries any more, and items of the queue', async () => {
    await run(sql`update mails set state = 'recusado', empresa_id = ${world.companies.A}`)
    await run(sql`update integration_queues set state = 'falhou', kind = 'envio', empresa_id = ${world.companies.A}`)
    const { body } = await world.call('superAdmin', 'GET', 'mails/resumo')
    const failed = Number(Object(body).data.failed)
    expect(failed).toBeGreaterThan(0)
    const line = await lineOf('emails')
    expect(line).toMatchObject({ state: 'atencao', link: { to: '/mails?filter[state][in]=recusado,desistiu' } })
    expect(line?.text).toMatch(new RegExp(`^${failed} e-mails? não`))
    await expect.poll(() => metric('mails'), soon).toMatchObject({ 'state="recusado"': failed })
    const items = await lineOf('integracoes')
    expect(items).toMatchObject({ state: 'atencao' })
    await expect
      .poll(() => metric('integration_queues'), soon)
      .toMatchObject({ 'state="falhou"': Number(/^\d+/.exec(items?.text ?? '')) })
  })

  test('a certificate that is past, or near its end', async () => {
    const write = (days: number) =>
      run(sql`insert into issuer_credentials (empresa_id, certificate, holder, document, valid_until, updated_at)
        values (${world.companies.A}, 'x', 'Norte', '00000000000191', now() + ${days} * interval '1 day', now())
        on conflict (empresa_id) do update set valid_until = excluded.valid_until, certificate = excluded.certificate`)
    await run(sql`update empresas set emissor = 'nacional' where id = ${world.companies.A}`)
    await write(5)
    expect(await lineOf('certificados')).toMatchObject({ state: 'atencao', link: { label: 'Abrir a empresa' } })
    await write(-3)
    expect((await seen()).lines[0]).toMatchObject({ key: 'certificados', state: 'parado' })
    await expect.poll(() => metric('certificates'), soon).toEqual({ 'state="vencido"': 1, 'state="a-vencer"': 0 })
    await run(sql`delete from issuer_credentials`)
  })

  test('sign-ins refused by the hundred', async () => {
    const reason = 'Entrada recusada: senha errada. De 10.0.0.1, 120 vezes nesta hora.'
    await run(sql`insert into audit_events (at, request_id, event, resource, row_id, changes, reason, tally, tallied)
      values (now(), 'x', 'users.login-refused', 'users', 0, '{}', ${reason}, 'de um teste', 120)`)
    expect(await lineOf('entradas')).toMatchObject({ state: 'atencao', link: { to: '/historico' } })
    expect((await lineOf('entradas'))?.text).toMatch(/^12\d entradas recusadas desde as \d\d:00/)
    await run(sql`delete from audit_events where tally = 'de um teste'`)
  })

  test('a process of another release, a schema newer than the program, and nobody to do the background work', async () => {
    expect(await lineOf('processos')).toMatchObject({ state: 'ok' })
    const { host, port, user, password, database } = world.database.pool.options
    const other = new Client({
      ...world.database.pool.options,
      ...(host && { host }),
      ...(port && { port }),
      ...(user && { user }),
      ...(database && { database }),
      ...(typeof password === 'string' && { password }),
      application_name: 'outorga escuta web 9.9.9 4242 outra-maquina',
    })
    await other.connect()
    const line = await lineOf('processos')
    expect(line).toMatchObject({ state: 'atencao' })
    expect(line?.text).toMatch(/^2 processos .*outra-maquina \(atende, 9\.9\.9\)\. São versões diferentes/)
    await other.end()
    await run(sql`insert into migrations (name, sha256, release) values ('9999-amanha.sql', 'x', '9.9.9')`)
    expect(await lineOf('versao')).toMatchObject({ state: 'atencao' })
    expect((await lineOf('versao'))?.text).toContain('de um programa mais novo (9.9.9)')
    await run(sql`delete from migrations where name = '9999-amanha.sql'`)
  })
})

test('who sees one company is told nothing of the others', async () => {
  await settle()
  const { A, B } = world.companies
  await run(sql`update mails set state = 'recusado', empresa_id = ${B}`)
  await run(sql`update integration_queues set state = 'falhou', kind = 'envio', empresa_id = ${B}`)
  const { queue } = world.house.jobs
  await queue.send(world.db, randomUUID(), {
    user_id: world.people.staffB,
    company: B,
    work: 'exports.write',
    given: {},
  })
  const taken = await queue.take(randomUUID())
  if (taken) await queue.giveUp(world.db, taken)
  const stateOf = async (who: string) => {
    const { lines, narrowed } = await seen(who)
    const of = (key: string) => lines.find(each => each.key === key)?.state
    return { narrowed, states: [of('emails'), of('integracoes'), of('trabalhos')] }
  }
  expect(await stateOf('superAdmin')).toEqual({ narrowed: false, states: ['atencao', 'atencao', 'atencao'] })
  expect(await stateOf('adminA')).toEqual({ narrowed: true, states: ['neutro', 'ok', 'ok'] })
  await run(sql`update users set empresa_visualizacao_id = ${B} where id = ${world.people.adminA}`)
  expect((await stateOf('adminA')).states).toEqual(['atencao', 'atencao', 'atencao'])
  await run(sql`update users set empresa_visualizacao_id = ${A} where id = ${world.people.adminA}`)
})

test('what cannot be read is one line, and the others are answered', async () => {
  const { mailer } = world.house.mail
  Object.defineProperty(mailer, 'trouble', {
    configurable: true,
    get: () => {
      throw new Error('away')
    },
  })
  expect((await lineOf('emails'))?.text).toMatch(/^Não foi possível conferir agora/)
  expect(await lineOf('banco')).toMatchObject({ state: 'ok' })
  Object.defineProperty(mailer, 'trouble', { configurable: true, value: null })
})
