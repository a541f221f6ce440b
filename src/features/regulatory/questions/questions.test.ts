import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { remindAwaited } from '#features/regulatory/month/reminders.server.ts'
import { cutoffDay } from '#parts/period/period.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

const ask = (uuid: string, content: string, who = 'staffA') =>
  world.call(who, 'PUT', `collects/${uuid}/perguntar`, { body: { content } })
const statusOf = async (uuid: string) =>
  Object(dataOf(await world.call('superAdmin', 'GET', `collects/${uuid}`)).status).name
const questionsOf = async (id: number, who = 'staffA') =>
  rowsOf(await world.call(who, 'GET', `tickets?filter[collect_id]=${id}&filter[question]=true&sort=id`))
const owedBy = async (who: string): Promise<readonly { readonly kind: string }[]> =>
  Object((await world.call(who, 'GET', 'users/me/pendencias')).body).data

test('a question gives the coleta back, is answered by the client on the coleta, and stays until the office ends it', async () => {
  const { id, uuid } = await world.make(collects, 'A1')
  const handed = await world.call('clientA', 'PUT', `collects/${uuid}/entregar`)
  expect([handed.status, handed.body.message]).toEqual([200, 'Coleta entregue para conferência.'])
  const sent = await ask(uuid, 'Por que subiu para 2.000 acessos?')
  expect([sent.status, await statusOf(uuid)]).toEqual([200, 'Aguardando cliente'])
  const [question] = await questionsOf(id)
  expect(question).toMatchObject({
    name: expect.stringMatching(/^Pergunta sobre a coleta de /),
    status: { name: 'Aguardando cliente' },
  })

  // First on the client's page, and told to each of its people by mail.
  expect((await owedBy('clientA'))[0]).toMatchObject({ kind: 'pergunta', uuid })
  const { rows: mails } = await sql<{ n: number }>`
    select count(*)::int as n from mails where about_path like ${`/tickets/${question?.uuid}%`}`.execute(world.db)
  expect(mails[0]?.n).toBeGreaterThan(0)

  // The gate names it, in the words of the question.
  const stopped = await world.call('superAdmin', 'PUT', `collects/${uuid}/finalizar`)
  expect(stopped.status).toBe(422)
  expect(stopped.text).toContain('1 pergunta ao cliente em aberto: Por que subiu para 2.000 acessos?')

  // Another question goes on in the one that is open.
  await ask(uuid, 'E em qual cidade?')
  expect(await questionsOf(id)).toHaveLength(1)

  const answer = { ticket_id: question?.id, content: 'Compramos a rede do bairro novo.' }
  expect((await world.call('clientA', 'POST', 'ticket-messages', { body: answer })).status).toBe(201)
  expect((await owedBy('clientA')).filter(({ kind }) => kind === 'pergunta')).toEqual([])
  expect((await questionsOf(id))[0]).toMatchObject({ status: { name: 'Em aberto' } })

  expect((await world.call('staffA', 'PUT', `tickets/${question?.uuid}/finalizar`)).status).toBe(200)
  expect((await questionsOf(id))[0]).toMatchObject({ status: { name: 'Finalizado' } })
  await ask(uuid, 'Mais uma coisa: e o bairro velho?')
  expect(await questionsOf(id)).toHaveLength(2)
})

test('six at once ask in one question', async () => {
  const { id, uuid } = await world.make(collects, 'A1')
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(uuid, `Pergunta ${n}?`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const [question, ...more] = await questionsOf(id)
  expect(more).toEqual([])
  const said = rowsOf(
    await world.call('staffA', 'GET', `ticket-messages?filter[ticket_id]=${question?.id}&pagination=false`),
  )
  expect(said).toHaveLength(6)
})

test('nobody is asked who could not answer, and nobody asks who may not', async () => {
  const { uuid, fistel_id } = await world.make(collects, 'A1')
  for (const who of ['clientA', 'staffB', 'withoutRoutes'])
    expect((await ask(uuid, 'Posso?', who)).status).toBeGreaterThanOrEqual(403)
  expect((await ask(uuid, '  ')).status).toBe(422)
  await sql`update fistels set show_for_client = false where id = ${fistel_id}`.execute(world.db)
  expect((await ask(uuid, 'Quantos?')).body.message).toContain('não é mostrado ao cliente')
  await sql`update fistels set show_for_client = true where id = ${fistel_id}`.execute(world.db)
  await sql`update collects set status_id = (select id from statuses where model = 'Collect' and slug = 'enviada')
    where uuid = ${uuid}`.execute(world.db)
  expect((await ask(uuid, 'Quantos?')).body.message).toContain('reabra antes')
})

test('the reminder of a coleta repeats the question until it is answered', async () => {
  const { id, uuid, year, month } = await world.make(collects, 'A1')
  await ask(uuid, 'Quantos acessos de rádio ficaram?')
  const period = { year: Number(year), month: Number(month) }
  const lettersOf = async () => {
    await sql`delete from collect_reminders where collect_id = ${id}`.execute(world.db)
    await sql`delete from mails where about_path = ${`/collects/${uuid}`}`.execute(world.db)
    await remindAwaited(world.house, new Date(`${cutoffDay(period)}T15:00:00Z`))
    const { rows } = await sql<{ letter: { reason: string } }>`
      select letter from mails where kind = 'lembrete-coleta' and about_path = ${`/collects/${uuid}`}`.execute(world.db)
    return rows.map(({ letter }) => letter.reason)
  }
  expect((await lettersOf())[0]).toContain('“Quantos acessos de rádio ficaram?”')
  const [question] = await questionsOf(id)
  const answer = { ticket_id: question?.id, content: 'Nenhum.' }
  expect((await world.call('clientA', 'POST', 'ticket-messages', { body: answer })).text).toContain('201')
  expect((await lettersOf())[0]).toContain('Falta a coleta')
})

test('an open question leaves its coleta by no door but its end: neither deleted, made inactive, alone or among many, nor merged away', async () => {
  const coleta = await world.make(collects, 'A1')
  const { uuid: other } = await world.make(collects, 'A1')
  await ask(coleta.uuid, 'Quantos acessos por rádio?')
  await ask(other, 'E de qual cidade?')
  const [question] = await questionsOf(coleta.id)
  if (!question) throw new Error('no question')
  const rows = rowsOf(await world.call('staffA', 'GET', 'tickets?filter[question]=true&sort=-id'))
  const theirs = rows.find(({ collect }) => Object(collect).uuid === other)
  const plain = dataOf(
    await world.call('superAdmin', 'POST', 'tickets', {
      body: {
        name: 'Outro assunto',
        client_id: question.client_id,
        module_id: question.module_id,
        type_id: question.type_id,
      },
    }),
  )
  const put = (url: string, body: object = {}) => world.call('superAdmin', 'PUT', url, { body })
  const stopped = async (uuid: string) =>
    (await world.call('superAdmin', 'PUT', `collects/${uuid}/finalizar`)).text.includes('pergunta ao cliente em aberto')
  const before = dataOf(await world.call('staffA', 'GET', `tickets/${question.uuid}`))
  const named = `#${question.id} “${String(question.name)}”`

  const doors = [
    ['excluir', named, () => world.call('superAdmin', 'DELETE', `tickets/${question.uuid}`)],
    ['inativar', named, () => put('tickets/disable', { ids: [question.id] })],
    ['inativar várias', named, () => put('tickets/disable', { ids: [plain.id, question.id, theirs?.id] })],
    [
      'mesclar com a de outra',
      'coletas diferentes',
      () => put(`tickets/${question.uuid}/mesclar`, { into: theirs?.uuid }),
    ],
    ['mesclar em outro', 'só se mescla', () => put(`tickets/${question.uuid}/mesclar`, { into: plain.uuid })],
  ] as const
  for (const [door, said, act] of doors) {
    const { status, body } = await act()
    expect([door, status, body.message]).toEqual([door, 409, expect.stringContaining(said)])
    expect([door, dataOf(await world.call('staffA', 'GET', `tickets/${question.uuid}`))]).toEqual([door, before])
    expect([door, await stopped(coleta.uuid), await stopped(other)]).toEqual([door, true, true])
  }
  // Nothing of the many was made inactive, and what is no question is.
  expect(dataOf(await world.call('staffA', 'GET', `tickets/${plain.uuid}`)).active).toBe(true)
  expect((await put('tickets/disable', { ids: [plain.id] })).status).toBe(200)

  // Two of one coleta are one: the coleta waits for the one that stays.
  expect((await put(`tickets/${question.uuid}/finalizar`)).status).toBe(200)
  expect(await stopped(coleta.uuid)).toBe(false)
  expect((await ask(coleta.uuid, 'Mais uma?')).status).toBe(200)
  expect((await put(`tickets/${question.uuid}/reabrir`)).status).toBe(200)
  const [first, second] = await questionsOf(coleta.id)
  expect((await put(`tickets/${first?.uuid}/mesclar`, { into: second?.uuid })).status).toBe(200)
  expect(await stopped(coleta.uuid)).toBe(true)
  expect((await world.call('superAdmin', 'DELETE', `tickets/${second?.uuid}`)).status).toBe(409)
  // Ended, it may leave.
  expect((await put(`tickets/${second?.uuid}/finalizar`)).status).toBe(200)
  expect((await put('tickets/disable', { ids: [second?.id] })).status).toBe(200)
})
