import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { documents } from '#features/clients/documents/documents.ts'
import { tellEnding } from '#features/clients/documents/ending.server.ts'
import { dueInWords, tellDue } from '#features/regulatory/tasks/due.server.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { cnpj } from '#test/support/drafts.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, rowsOf, type Method, type Row, type World } from '#test/support/world.ts'

/** The morning of a Wednesday, and the Saturday after it. */
const workday = new Date('2026-11-25T11:00:00Z')
const saturday = new Date('2026-11-28T11:00:00Z')

test.each([
  [{ atrasadas: 2, hoje: 1, amanha: 0, semana: 4, depois: 9 }, '2 prazos atrasados e 1 para hoje'],
  [{ atrasadas: 1, hoje: 3, amanha: 1, semana: 0, depois: 0 }, '1 prazo atrasado, 3 para hoje e 1 para amanhã'],
  [{ atrasadas: 0, hoje: 0, amanha: 0, semana: 4, depois: 9 }, null],
])('%o is told as %o', (counts, said) => {
  expect(dueInWords(counts)).toBe(said)
})

describe('what people are told of as it happens', () => {
  let world: World
  let n = 7_900_000
  beforeAll(async () => {
    world = await openWorld({ env: { EXPORT_INLINE_ROWS: '1' } })
  })
  afterAll(() => world?.close())
  beforeEach(() => sql`delete from notices`.execute(world.db))

  const call = (method: Method, path: string, body?: unknown, who = 'superAdmin') =>
    world.call(who, method, path, body === undefined ? {} : { body })
  const told = async (who: string) =>
    rowsOf(await call('GET', 'notices', undefined, who)).map(({ kind, title, path }) => ({ kind, title, path }))
  const provider = (name: string, more: object = {}) => makeProvider(world, { name, document: cnpj(++n), ...more })
  const coleta = (of: { client: Row; fistel: Row }, more: object = {}) =>
    world.make(collects, 'A1', {
      client_id: of.client.id,
      fistel_id: of.fistel.id,
      year: 2026,
      month: 10,
      responsible_id: null,
      locations: [],
      finances: [],
      ...more,
    })

  test('somebody who is to answer for a client, a coleta or a task is told, and not who does it', async () => {
    const { staffA, superAdmin } = world.people
    const of = await provider('Aviso Net')
    const { uuid } = await coleta(of)
    await call('PUT', `clients/${of.client.uuid}`, { responsible_id: staffA })
    await call('PUT', `collects/${uuid}`, { responsible_id: staffA })
    await call('POST', 'client-tarefas', {
      name: 'Ligar',
      client_id: of.client.id,
      due_on: '2026-12-01',
      responsible_id: staffA,
    })
    expect((await told('staffA')).map(({ title }) => title).toSorted()).toEqual([
      'Tarefa nova para você: Ligar, de Aviso Net',
      'Você é responsável pela coleta de out/2026 de Aviso Net',
      'Você é responsável pelo cliente Aviso Net',
    ])
    // Said again, nothing changes hands.
    await call('PUT', `clients/${of.client.uuid}`, { responsible_id: staffA, name: 'Aviso Net' })
    expect((await told('staffA')).length).toBe(3)
    await call('PUT', `clients/${of.client.uuid}`, { responsible_id: superAdmin })
    expect(await told('superAdmin')).toEqual([])
  })

  test('many rows given at once, and work handed over and back, are one notice each', async () => {
    const { staffA, adminA } = world.people
    const made = [await provider('Lote Um'), await provider('Lote Dois')]
    const rows = made.map(({ client }) => ({ uuid: client.uuid, responsible_id: adminA }))
    expect((await call('PUT', 'clients/responsavel', { rows })).status).toBe(200)
    expect(await told('adminA')).toEqual([
      { kind: 'atribuicao', title: 'Você é responsável por 2 clientes', path: '/tarefas/meu-dia' },
    ])
    const asked = `giver_id=${adminA}&receiver_id=${staffA}&kinds=clients`
    const { seal } = Object((await call('GET', `handovers/previa?${asked}`)).body.data)
    const body = { giver_id: adminA, receiver_id: staffA, kinds: ['clients'], seal }
    const passed = dataOf(await call('POST', 'handovers', body))
    expect(await told('staffA')).toEqual([
      expect.objectContaining({ kind: 'passagem', title: expect.stringContaining('passou a você 2 clientes') }),
    ])
    await call('PUT', `handovers/${passed.uuid}/desfazer`)
    expect(await told('adminA')).toContainEqual(
      expect.objectContaining({ kind: 'passagem', title: expect.stringContaining('devolveu a você') }),
    )
  })

  test.each([
    ['at once', 2],
    ['in the background, a part at a time', 55],
  ])('a month opened %s is one notice for each who answers for its coletas', async (_, many) => {
    const { staffA, superAdmin } = world.people
    for (let i = 0; i < many; i++) await provider(`Mês ${many} ${i}`, { responsible_id: staffA })
    await provider('Mês de quem abre', { responsible_id: superAdmin })
    const period = { year: 2026, month: many === 2 ? 11 : 12 }
    // Months of before are opened for those of other tests too.
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from fistels f join clients c on c.id = f.client_id and c.deleted_at is null
      join service_types s on s.id = f.service_type_id and s.term = '045'
      where f.deleted_at is null and f.active and f.active_anatel and c.responsible_id = ${staffA}
        and not exists (select 1 from collects k where k.fistel_id = f.id and k.year = 2026 and k.month = ${period.month})`.execute(
      world.db,
    )
    await sql`delete from notices`.execute(world.db)
    expect((await call('POST', 'collects/abrir-mes', period)).status).toBe(200)
    await world.runner.settled()
    const name = many === 2 ? 'nov/2026' : 'dez/2026'
    expect((await told('staffA')).filter(({ kind }) => kind === 'atribuicao')).toEqual([
      {
        kind: 'atribuicao',
        title: `Você recebeu ${rows[0]?.n} coletas de ${name}`,
        path: `/collects/quadro?mes=2026-${period.month}`,
      },
    ])
    expect((await told('superAdmin')).filter(({ kind }) => kind === 'atribuicao')).toEqual([])
    // Nothing is left to open: nobody is told.
    await sql`delete from notices`.execute(world.db)
    await call('POST', 'collects/abrir-mes', period)
    expect(await told('staffA')).toEqual([])
  })

  test('tasks that templates bring are one notice a person and act', async () => {
    const { staffA } = world.people
    await sql`update tarefas set active = false`.execute(world.db)
    await provider('Modelo Um', { responsible_id: staffA })
    await provider('Modelo Dois', { responsible_id: staffA })
    await sql`delete from notices`.execute(world.db)
    const sync = async (nome: string) => {
      const day = { recurrence: 'uma-vez', once_on: dayAfter(dayIn(new Date()).day, 20) }
      const { uuid } = dataOf(await call('POST', 'tarefas', { nome, ...day }))
      const { plan } = Object((await call('PUT', 'tarefas/sincronizar', { tarefa: uuid })).body.data)
      await call('PUT', 'tarefas/sincronizar', { tarefa: uuid, plan })
      await world.runner.settled()
    }
    for (const nome of ['Primeira', 'Segunda']) await sync(nome)
    const all = await told('staffA')
    expect(all.map(({ kind }) => kind)).toEqual(['tarefa-nova', 'tarefa-nova'])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from client_tarefas t join clients c on c.id = t.client_id
      where t.tarefa_id = (select max(id) from tarefas) and c.responsible_id = ${staffA}`.execute(world.db)
    expect(all[0]?.title).toBe(`Você recebeu ${rows[0]?.n} tarefas dos modelos`)
  })

  test('a coleta asked for, handed in and refused is told to whose turn it is', async () => {
    const { staffA, clientA } = world.people
    const of = await provider('Passo Net', { responsible_id: staffA, client_users: [{ user_id: clientA }] })
    await sql`update fistels set show_for_client = true where id = ${of.fistel.id}`.execute(world.db)
    const { uuid } = await coleta(of)
    await call('PUT', `collects/${uuid}/pedir-ao-cliente`)
    const path = `/collects/${uuid}`
    expect(await told('clientA')).toEqual([
      { kind: 'coleta-pedida', title: 'A consultoria pede a coleta de out/2026 de Passo Net', path },
    ])
    expect((await call('PUT', `collects/${uuid}/entregar`, undefined, 'clientA')).status).toBe(200)
    await sql`update collects set status_id = (select id from statuses where model = 'Collect' and slug = 'enviada')
      where uuid = ${uuid}`.execute(world.db)
    expect((await call('PUT', `collects/${uuid}/erro`, { error: 'Linha 2' })).status).toBe(200)
    expect(await told('staffA')).toEqual([
      { kind: 'coleta-recusada', title: 'A Anatel recusou a coleta de out/2026 de Passo Net', path },
      { kind: 'coleta-entregue', title: 'Passo Net entregou a coleta de out/2026', path },
    ])
    // A fistel hidden from its client takes what was told of it along.
    await sql`update fistels set show_for_client = false where id = ${of.fistel.id}`.execute(world.db)
    expect(await told('clientA')).toEqual([])
  })

  test('an export that was waited for is told to who asked', async () => {
    const made = dataOf(
      await call(
        'POST',
        'exports',
        { name: 'Serviços', resource: 'service-types', format: 'csv', query: '' },
        'staffA',
      ),
    )
    await world.runner.settled()
    expect(await told('staffA')).toEqual([
      { kind: 'trabalho-pronto', title: 'Exportação pronta: Serviços', path: `/exports/${made.uuid}` },
    ])
    expect(await told('superAdmin')).toEqual([])
  })

  test('a paper about to end is told once, once more when it is past, and not where a newer one stands', async () => {
    const { staffA, clientA } = world.people
    const of = await provider('Papel Net', { responsible_id: staffA, client_users: [{ user_id: clientA }] })
    const { rows: types } = await sql<{ id: number }>`
      insert into document_types (name, slug, warn_days) values ('Alvará', 'alvara-aviso', 10) returning id`.execute(
      world.db,
    )
    const today = dayIn(new Date()).day
    const paper = async (days: number) => {
      const { uuid } = await world.make(documents, 'A1')
      await sql`update documents set client_id = ${of.client.id}, document_type_id = ${types[0]?.id}, active = true,
        valid_until = ${dayAfter(today, days)} where uuid = ${uuid}`.execute(world.db)
      return uuid
    }
    const uuid = await paper(5)
    const at = (days: number) => new Date(Date.now() + days * 86_400_000)
    for (let i = 0; i < 2; i++) await tellEnding(world.house, at(0))
    const [, month = '', day = ''] = /-(\d\d)-(\d\d)$/.exec(dayAfter(today, 5)) ?? []
    const soon = expect.stringMatching(new RegExp(`^Alvará de Papel Net vence em ${day}/${month}/`))
    for (const who of ['staffA', 'clientA']) expect(await told(who)).toEqual([expect.objectContaining({ title: soon })])
    await sql`update notices set read_at = now()`.execute(world.db)
    await tellEnding(world.house, at(1))
    expect(await told('staffA')).toHaveLength(1)
    await sql`update notices set updated_at = now() - interval '30 days'`.execute(world.db)
    await sql`update documents set valid_until = ${dayAfter(today, -1)} where uuid = ${uuid}`.execute(world.db)
    await tellEnding(world.house, at(0))
    expect(await told('staffA')).toContainEqual(
      expect.objectContaining({ title: expect.stringContaining('Alvará de Papel Net venceu em') }),
    )
    await sql`delete from notices`.execute(world.db)
    await paper(300)
    await tellEnding(world.house, at(0))
    expect(await told('staffA')).toEqual([])
  })

  test('what presses is one notice a person on the morning of a working day, however often it is looked', async () => {
    const { staffA } = world.people
    const of = await provider('Prazo Net', { responsible_id: staffA })
    for (const [name, due_on] of [
      ['Um', '2026-11-20'],
      ['Dois', '2026-11-25'],
      ['Três', '2026-11-26'],
    ])
      await call('POST', 'client-tarefas', { name, client_id: of.client.id, due_on })
    const catalog = world.house.catalog
    expect(await tellDue(world.house, catalog, saturday)).toBe(0)
    expect(await tellDue(world.house, catalog, new Date('2026-11-25T09:00:00Z'))).toBe(0)
    expect(await tellDue(world.house, catalog, workday)).toBeGreaterThan(0)
    const mine = (await told('staffA')).filter(({ kind }) => kind === 'prazos')
    expect(mine).toHaveLength(1)
    expect(String(mine[0]?.title)).toMatch(/1 para hoje e 1 para amanhã$/)
    await tellDue(world.house, catalog, workday)
    expect((await told('staffA')).filter(({ kind }) => kind === 'prazos')).toHaveLength(1)
    expect((await told('clientA')).filter(({ kind }) => kind === 'prazos')).toEqual([])
  })
})
