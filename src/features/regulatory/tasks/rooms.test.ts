import { bankDayFrom } from '#kernel/calendar.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { collecting } from '#parts/period/period.ts'
import { cnpj } from '#test/support/drafts.ts'
import { json, office, openOutside, type Outside } from '#test/support/outside.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const known = { active: cnpj(7_400_001), closed: cnpj(7_400_002), silent: cnpj(7_400_003) }

describe('the rooms of tasks', () => {
  let outside: Outside
  let world: World
  let n = 7_400_100
  beforeAll(async () => {
    outside = await openOutside({
      [`/cnpja/office/${known.active}`]: json(200, office('Ativa Net')),
      [`/cnpja/office/${known.closed}`]: json(200, office('Baixada Net', { status: { id: 8, text: 'Baixada' } })),
      [`/cnpja/office/${known.silent}`]: json(503, {}),
    })
    world = await openWorld({ env: { ...outside.env, CNPJ_FALLBACK_URL: '0', CNPJ_PER_MINUTE: '1000' } })
    await sql`update tarefas set active = false`.execute(world.db)
  })
  afterAll(async () => {
    await world?.close()
    await outside?.close()
  })

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, who = 'superAdmin') =>
    world.call(who, method, path, body === undefined ? {} : { body })
  const provider = (name: string, more: object = {}, owner: 'A1' | 'B1' = 'A1') =>
    makeProvider(world, { name, document: cnpj(++n), tax_regime_id: null, ...more }, owner)
  async function task(client: Pick<Row, 'id'>, more: object = {}) {
    const body = { name: 'Ligar para o provedor', client_id: client.id, due_on: today, ...more }
    const made = await call('POST', 'client-tarefas', body)
    expect(made).toMatchObject({ status: 201 })
    return dataOf(made)
  }
  const dayOf = async (who: string, query = '') => {
    const { status, body } = await call('GET', `tarefas/clientes/meu-dia${query}`, undefined, who)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as unknown as { data: readonly Row[]; counts: Readonly<Record<string, number>> }
  }
  const namesOf = (rows: readonly Row[]) => rows.map(({ name }) => name)

  test('one’s day holds what is one’s by name, by the client, and by whom one stands in for', async () => {
    const { client } = await provider('Provedor do Dia', { responsible_id: world.people.staffA })
    const other = await provider('Provedor de Outra Pessoa', { responsible_id: world.people.frontDeskA })
    await task(client, { name: 'Do cliente', due_on: dayAfter(today, -3) })
    await task(other.client, { name: 'Por nome', responsible_id: world.people.staffA })
    await task(other.client, { name: 'Da outra', due_on: dayAfter(today, 1) })
    const far = await task(client, { name: 'Longe demais', due_on: dayAfter(today, 200) })
    const mine = await dayOf('staffA')
    expect(namesOf(mine.data)).toEqual(['Do cliente', 'Por nome'])
    expect(mine.counts).toMatchObject({ atrasadas: 1, hoje: 1, amanha: 0 })
    expect(namesOf(mine.data)).not.toContain(far.name)
    await sql`insert into absences (person_id, stand_in_id, since, until)
      values (${world.people.frontDeskA}, ${world.people.staffA}, ${today}, ${dayAfter(today, 7)})`.execute(world.db)
    const standing = await dayOf('staffA')
    expect(standing.data.find(({ name }) => name === 'Da outra')?.instead_of).toBe('zzAzz frontDeskA')
    expect((await dayOf('superAdmin', `?person=${world.people.frontDeskA}`)).data).toEqual([])
    await sql`delete from absences`.execute(world.db)
    expect(namesOf((await dayOf('superAdmin', `?person=${world.people.frontDeskA}`)).data)).toEqual(['Da outra'])
    // Another company's person is not seen, and sees nothing.
    expect(
      await call('GET', `tarefas/clientes/meu-dia?person=${world.people.frontDeskA}`, undefined, 'staffB'),
    ).toMatchObject({
      status: 404,
    })
    expect(namesOf((await dayOf('staffB')).data)).toEqual([])
    expect(await call('GET', 'tarefas/clientes/meu-dia', undefined, 'clientA')).toMatchObject({ status: 403 })
  })

  test('a coleta no task speaks of is of the day too, and leaves it once it is filed', async () => {
    const { client, fistel } = await provider('Provedor da Coleta do Dia', { responsible_id: world.people.adminA })
    const month = collecting(today)
    const coleta = dataOf(await call('POST', 'collects', { client_id: client.id, fistel_id: fistel.id, ...month }))
    const names = async () => namesOf((await dayOf('adminA')).data)
    expect((await names()).some(name => String(name).startsWith('Coleta de'))).toBe(true)
    await sql`update collects set status_id = (select id from statuses where model = 'Collect' and slug = 'enviada')
      where id = ${coleta.id}`.execute(world.db)
    expect(await names()).toEqual([])
  })

  test('the board counts what is due in the month, of the clients one sees', async () => {
    const { client } = await provider('Provedor do Quadro')
    const theirs = await provider('Provedor de B no Quadro', {}, 'B1')
    await task(client, { due_on: '2031-05-10' })
    const done = await task(client, { due_on: '2031-05-31' })
    await task(client, { due_on: '2031-06-01' })
    await task(theirs.client, { due_on: '2031-05-02' })
    await call('PUT', `clients/${client.uuid}/tarefas/${done.uuid}/concluir`, {})
    const { body } = await call('GET', 'tarefas/clientes/quadro?month=2031-05', undefined, 'staffA')
    expect(body).toMatchObject({
      total: 2,
      done: 1,
      late: 0,
      columns: [{ id: null, name: 'Outras', total: 2, done: 1 }],
    })
    expect(body.rows).toMatchObject([{ client: { id: client.id }, total: 2, done: 1 }])
    expect(await call('GET', 'tarefas/clientes/quadro?month=2031-05', undefined, 'clientA')).toMatchObject({
      status: 403,
    })
    expect(await call('GET', 'tarefas/clientes/quadro?month=nada')).toMatchObject({ status: 422 })
  })

  test('the private calendar tells its holder’s own tasks, those of a template together', async () => {
    const first = await provider('Provedor da Agenda', { responsible_id: world.people.adminA })
    const second = await provider('Outro da Agenda', { responsible_id: world.people.adminA })
    for (const { client } of [first, second]) await task(client, { name: 'Feita à mão', due_on: dayAfter(today, 4) })
    const { body } = await call('PUT', 'users/me/calendario', undefined, 'adminA')
    const read = async () =>
      (await world.app.inject({ method: 'GET', url: new URL(String(Object(body.data).url)).pathname })).body
    expect(await read()).toContain('SUMMARY:Feita à mão: Provedor da Agenda')
    await sql`update client_tarefas set done_on = ${today} where name = 'Feita à mão'`.execute(world.db)
    expect(await read()).not.toContain('Feita à mão')
  })

  test('what the registry says of a CNPJ is written into the checklist, and why it said nothing is kept', async () => {
    const template = dataOf(
      await call('POST', 'tarefas', {
        nome: 'Conferir o CNPJ',
        recurrence: 'uma-vez',
        // Of a day without banks the office's day is the one before it, when the client was not registered yet.
        once_on: bankDayFrom(today),
        automation: 'cadastro',
      }),
    )
    const asked = async (document: string) => {
      const { client } = await provider(`Provedor ${document}`, { document })
      const url = `clients/${client.uuid}/tarefas/sincronizar`
      const { plan } = Object((await call('PUT', url, {})).body.data)
      await call('PUT', url, { plan })
      const [made] = rowsOf(await call('GET', `clients/${client.uuid}/tarefas`))
      return { uuid: made?.uuid, answer: await call('PUT', `tarefas/clientes/${made?.uuid}/reprocessar`) }
    }
    expect(dataOf((await asked(known.active)).answer)).toMatchObject({
      items: [{ name: 'Situação cadastral na Receita', status: 'em-dia', checked_on: today }],
      asked_error: null,
    })
    const closed = await asked(known.closed)
    expect(dataOf(closed.answer)).toMatchObject({ items: [{ status: 'pendente' }] })
    // Asked again, it is the same item.
    expect(dataOf(await call('PUT', `tarefas/clientes/${closed.uuid}/reprocessar`)).items).toHaveLength(1)
    const silent = await asked(known.silent)
    expect(silent.answer.status).toBeGreaterThanOrEqual(400)
    const kept = dataOf(await call('GET', `client-tarefas/${silent.uuid}`))
    expect(kept).toMatchObject({ items: [], asked_at: null, asked_error: expect.stringContaining('CNPJ') })
    await call('PUT', 'tarefas/disable', { ids: [template.id] })
    const byHand = await task((await provider('Provedor sem Consulta')).client)
    expect(await call('PUT', `tarefas/clientes/${byHand.uuid}/reprocessar`)).toMatchObject({ status: 409 })
  })

  test('nobody writes what only the house’s own acts write, nor points at another client’s', async () => {
    const { client } = await provider('Provedor da Porta')
    const theirs = await provider('Provedor da Porta de B', {}, 'B1')
    const made = await task(client)
    const forged = {
      done_on: today,
      done_user_id: world.people.staffB,
      period: '2026-01',
      obligation: 'fust',
      reopened_on: today,
    }
    for (const [field, value] of Object.entries(forged))
      expect(await call('PUT', `client-tarefas/${made.uuid}`, { [field]: value })).toMatchObject({ status: 422 })
    const at = (of: { uuid: string }) => `clients/${of.uuid}/tarefas/${made.uuid}/concluir`
    expect(await call('PUT', at(theirs.client), {}, 'staffB')).toMatchObject({ status: 404 })
    expect(await call('PUT', 'tarefas/clientes/concluir', { uuids: [made.uuid] }, 'staffB')).toMatchObject({
      status: 404,
    })
    const outsider = { responsible_id: world.people.staffB }
    expect(await call('PUT', `client-tarefas/${made.uuid}`, outsider)).toMatchObject({ status: 422 })
    expect(await call('PUT', `client-tarefas/${made.uuid}`, { responsible_id: world.people.clientA })).toMatchObject({
      status: 422,
    })
    // Of a task that follows an obligation, the mark's own permission is asked too.
    const tied = await world.make((await import('#features/regulatory/tasks/client-tasks.ts')).clientTasks, 'A1')
    await sql`update client_tarefas set obligation = 'fust', period = '2025-01' where id = ${tied.id}`.execute(world.db)
    const mark = sql`delete from profiles_profile_roles where role = 'obligations.concluir'
      and parent_id = (select id from profiles where slug = 'colaborador')`
    await mark.execute(world.db)
    const refused = await call('PUT', 'tarefas/clientes/concluir', { uuids: [tied.uuid] }, 'staffA')
    expect(refused).toMatchObject({ status: 200, body: { data: { acted: [] } } })
  })
})
