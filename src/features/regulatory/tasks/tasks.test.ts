import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { collecting, firstDay, periodOf } from '#parts/period/period.ts'
import { cnpj } from '#test/support/drafts.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const month = collecting(today)
const period = `${month.year}-${String(month.month).padStart(2, '0')}`
/** The first of this month: what falls due in it is asked. */
const start = firstDay(periodOf(today))

interface Preview {
  readonly plan: string
  readonly applied: boolean
  readonly added: number
  readonly moved: number
  readonly retired: number
  readonly held: number
  readonly kept: number
  readonly clients: number
  readonly lines: readonly { readonly what: string; readonly name: string; readonly due_on: string }[]
}

describe('tasks of clients', () => {
  let world: World
  let n = 7_100_000
  beforeAll(async () => {
    world = await openWorld()
    // Only the templates of each test.
    await sql`update tarefas set active = false`.execute(world.db)
  })
  afterAll(() => world?.close())

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'staffA') =>
    world.call(who, method, path, body === undefined ? {} : { body })

  async function provider(name: string, owner: 'A1' | 'B1' = 'A1', more: object = {}) {
    const held = await makeProvider(world, { name, document: cnpj(++n), tax_regime_id: null, ...more }, owner)
    await sql`update fistel_tenures set since = since - 400 where fistel_id = ${held.fistel.id}`.execute(world.db)
    await sql`update clients set created_at = created_at - interval '400 days' where id = ${held.client.id}`.execute(
      world.db,
    )
    return held
  }
  /** A template of its own, for no other test's clients. */
  async function template(body: object) {
    const made = await call('POST', 'tarefas', { starts_on: start, ...body }, 'superAdmin')
    expect(made).toMatchObject({ status: 201 })
    return dataOf(made)
  }
  const retireTemplate = async ({ id }: Row) =>
    expect((await call('PUT', 'tarefas/disable', { ids: [id] }, 'superAdmin')).status).toBe(200)
  async function preview(client: Row | { uuid: string }, who = 'staffA'): Promise<Preview> {
    const { status, body } = await call('PUT', `clients/${client.uuid}/tarefas/sincronizar`, {}, who)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body.data as Preview
  }
  async function synchronise(client: Row | { uuid: string }) {
    const { plan } = await preview(client)
    const { status, body } = await call('PUT', `clients/${client.uuid}/tarefas/sincronizar`, { plan })
    expect({ status, body }).toMatchObject({ status: 200 })
    return body.data as Preview
  }
  const tasksOf = async (client: { uuid: string }, more = '') =>
    rowsOf(await call('GET', `clients/${client.uuid}/tarefas?sort=due_on&per_page=100${more}`))

  test('nothing is written before it is confirmed, and twice nothing doubles', async () => {
    const { client } = await provider('Provedor das Tarefas')
    const monthly = await template({
      nome: 'Conferir o Nada Consta',
      recurrence: 'mensal',
      day: 20,
      items: [{ name: 'FUST' }],
    })
    const before = await world.fingerprint()
    const seen = await preview(client)
    expect(await world.fingerprint()).toBe(before)
    expect(seen).toMatchObject({ applied: false, moved: 0, retired: 0, kept: 0, clients: 1 })
    expect(seen.added).toBeGreaterThanOrEqual(1)
    expect(seen.lines[0]).toMatchObject({ what: 'criar' })
    const stale = await call('PUT', `clients/${client.uuid}/tarefas/sincronizar`, { plan: 'outro' })
    expect(stale).toMatchObject({ status: 409 })
    expect(await tasksOf(client)).toHaveLength(0)

    expect(await synchronise(client)).toMatchObject({ applied: true, added: seen.added })
    const made = await tasksOf(client)
    expect(made).toHaveLength(seen.added)
    expect(made[0]).toMatchObject({ done: false, period, tarefa: { id: monthly.id } })
    const one = dataOf({ body: (await call('GET', `client-tarefas/${made[0]?.uuid}`)).body } as never) as Row
    expect(one.items ?? (await call('GET', `client-tarefas/${made[0]?.uuid}`)).body.items).toMatchObject([
      { name: 'FUST', status: 'nao-consultado' },
    ])
    expect(await preview(client)).toMatchObject({ added: 0, moved: 0, retired: 0, kept: seen.added })
    await synchronise(client)
    expect(await tasksOf(client)).toHaveLength(seen.added)
    await retireTemplate(monthly)
  })

  test('twelve who confirm the same at once do it once', async () => {
    const { client } = await provider('Provedor dos Doze')
    const weekly = await template({ nome: 'Falar com o provedor', recurrence: 'ultimo-dia-util' })
    const { plan, added } = await preview(client)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('PUT', `clients/${client.uuid}/tarefas/sincronizar`, { plan })),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
    expect(await tasksOf(client)).toHaveLength(added)
    await retireTemplate(weekly)
  })

  test('who finished and opened again is told, and a done task is nobody’s to change', async () => {
    const { client } = await provider('Provedor da Conclusão')
    const other = await provider('Provedor Vizinho da Conclusão')
    const once = await template({ nome: 'Renovar a procuração', recurrence: 'uma-vez', once_on: today })
    await synchronise(client)
    const [task] = await tasksOf(client)
    const at = (what: string, of = client) => `clients/${of.uuid}/tarefas/${task?.uuid}/${what}`
    expect(await call('PUT', at('concluir', other.client), {})).toMatchObject({ status: 404 })
    expect(await call('PUT', at('concluir'), { done_on: dayAfter(today, 1) })).toMatchObject({ status: 422 })
    const finished = await call('PUT', at('concluir'), { note: 'Assinada pelo sócio' })
    expect(finished).toMatchObject({ status: 200 })
    expect(dataOf(finished)).toMatchObject({
      done: true,
      settled_on: today,
      settled_by: 'zzAzz staffA',
      done_note: 'Assinada pelo sócio',
    })
    expect(await call('PUT', at('concluir'), {})).toMatchObject({ status: 409 })
    expect(await call('PUT', `client-tarefas/${task?.uuid}`, { observation: 'x' })).toMatchObject({ status: 409 })
    expect(await call('DELETE', `client-tarefas/${task?.uuid}`)).toMatchObject({ status: 409 })
    const done = await call('GET', `tarefas/clientes/concluidas?filter[client_id]=${client.id}`)
    expect(rowsOf(done).map(({ uuid }) => uuid)).toEqual([task?.uuid])
    expect(await call('PUT', at('reabrir'), { why: ' ' })).toMatchObject({ status: 422 })
    expect(dataOf(await call('PUT', at('reabrir'), { why: 'Faltou reconhecer a firma' }))).toMatchObject({
      done: false,
      settled_on: null,
      reopened_on: today,
      reopened_why: 'Faltou reconhecer a firma',
    })
    // Its template is gone: what somebody began stays.
    await retireTemplate(once)
    expect(await preview(client)).toMatchObject({ retired: 0, held: 1 })
  })

  test('an obligation and its task are one, whichever is told', async () => {
    const { client } = await provider('Provedor da Obrigação')
    const fust = await template({ nome: 'Declarar o FUST', obligation: 'fust', lead_days: 2 })
    await synchronise(client)
    const task = (await tasksOf(client)).find(each => each.period === period)
    expect(task).toMatchObject({ obligation: 'fust', done: false })
    const mark = { client: client.uuid, obligation: 'fust', period }
    await call('PUT', 'obligations/concluir', { items: [mark], done_on: today })
    const [done] = await tasksOf(client, `&filter[id]=${task?.id}`)
    expect(done).toMatchObject({ done: true, settled_on: today })
    await call('PUT', 'obligations/reabrir', { items: [mark] })
    expect((await tasksOf(client, `&filter[id]=${task?.id}`))[0]).toMatchObject({ done: false })

    const at = `clients/${client.uuid}/tarefas/${task?.uuid}`
    await call('PUT', `${at}/concluir`, { note: 'Guia paga' })
    const listed = async () =>
      (
        await call(
          'GET',
          `obligations?from=${period}-01&to=${dayAfter(today, 60)}&client=${client.uuid}&obligation=fust&period=${period}`,
        )
      ).body.data
    expect(await listed()).toMatchObject([{ situation: 'feita', done_on: today, note: 'Guia paga' }])
    await call('PUT', `${at}/reabrir`, { why: 'Guia errada' })
    expect(await listed()).toMatchObject([{ done_on: null }])
    const twin = await call('POST', 'tarefas', { nome: 'FUST de novo', obligation: 'fust' }, 'superAdmin')
    expect(twin).toMatchObject({ status: 422 })
    await retireTemplate(fust)
  })

  test('a coleta sent completes its task, of all fistels of the client', async () => {
    const { client, fistel } = await provider('Provedor da Coleta Tarefa')
    const acessos = await template({ nome: 'Enviar a coleta', obligation: 'acessos' })
    await synchronise(client)
    const task = (await tasksOf(client)).find(each => each.period === period)
    expect(task).toMatchObject({ done: false })
    expect(await call('PUT', `clients/${client.uuid}/tarefas/${task?.uuid}/concluir`, {})).toMatchObject({
      status: 409,
    })
    const again = async () => (await tasksOf(client, `&filter[id]=${task?.id}`))[0]
    const { rows } = await sql<{
      id: number
    }>`select id from statuses where model = 'Collect' and slug = 'enviada'`.execute(world.db)
    const send = async (fistel_id: number) => {
      const made = dataOf(await call('POST', 'collects', { client_id: client.id, fistel_id, ...month }))
      expect(await again()).toMatchObject({ done: false })
      await sql`update collects set status_id = ${rows[0]?.id} where id = ${made.id}`.execute(world.db)
      return made
    }
    const sent = await send(fistel.id)
    expect(await again()).toMatchObject({ done: true, settled_on: today })
    // Another one that owes the month as well.
    const { fistel: second } = await provider('Segundo fistel')
    await sql`update fistels set client_id = ${client.id} where id = ${second.id}`.execute(world.db)
    expect(await again()).toMatchObject({ done: false })
    const other = await send(second.id)
    expect(await again()).toMatchObject({ done: true })
    await sql`update collects set status_id = null where id in (${sent.id}, ${other.id})`.execute(world.db)
    expect(await again()).toMatchObject({ done: false })
    await retireTemplate(acessos)
  })

  test('reach, dates and their changes are told before: added, moved, retired', async () => {
    const { client } = await provider('Provedor do Alcance')
    const far = await template({ nome: 'Só em Roraima', recurrence: 'mensal', day: 28, states: [{ state: 'RR' }] })
    const near = await template({ nome: 'Para todos', recurrence: 'mensal', day: 28 })
    const first = await synchronise(client)
    expect((await tasksOf(client)).every(({ tarefa_id }) => tarefa_id === near.id)).toBe(true)
    expect(first.added).toBeGreaterThanOrEqual(1)
    await call('PUT', `tarefas/${near.uuid}`, { day: 27, lead_days: 3 }, 'superAdmin')
    const moved = await preview(client)
    expect(moved.moved).toBe(first.added)
    await synchronise(client)
    expect(await preview(client)).toMatchObject({ moved: 0, kept: first.added })
    await call('PUT', `tarefas/${near.uuid}`, { states: [{ state: 'AC' }] }, 'superAdmin')
    expect(await synchronise(client)).toMatchObject({ retired: first.added })
    expect(await tasksOf(client)).toHaveLength(0)
    await retireTemplate(far)
    await retireTemplate(near)
  })

  test.each([
    [{ nome: 'Sem dia', recurrence: 'mensal' }, 'day'],
    [{ nome: 'Sem data', recurrence: 'uma-vez' }, 'once_on'],
    [{ nome: 'Sem datas', recurrence: 'anual' }, 'dates'],
    [{ nome: 'Duas vezes', recurrence: 'mensal', day: 3, obligation: 'tff' }, 'recurrence'],
    [{ nome: 'Trinta de fevereiro', recurrence: 'anual', dates: [{ month: 2, day: 30 }] }, 'dates.0.day'],
    [
      { nome: 'Abre tarde', recurrence: 'anual', dates: [{ month: 2, day: 3, opens_month: 3, opens_day: 1 }] },
      'dates.0.opens_month',
    ],
  ])('%j is refused at %s', async (body, field) => {
    const { status, body: told } = await call('POST', 'tarefas', body, 'superAdmin')
    expect(status).toBe(422)
    expect(Object.keys(told.errors as object)).toContain(field)
  })
})
