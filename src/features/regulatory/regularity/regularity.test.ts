import { sql } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { cnpj } from '#test/support/drafts.ts'
import { dataOf, openWorld, type Row, type World } from '#test/support/world.ts'
import type { Regularity, RegularityBoard } from '#features/regulatory/regularity/api.ts'

const today = dayIn(new Date()).day
const canary = 'CANARIO-DA-CASA'

describe('regularity', () => {
  let world: World
  let n = 7_300_000
  beforeAll(async () => {
    world = await openWorld()
    await sql`update document_types set required = false`.execute(world.db)
  })
  afterAll(() => world?.close())

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, who = 'staffA') =>
    world.call(who, method, path, body === undefined ? {} : { body })

  async function clientWith(name: string, items: readonly string[]) {
    const client = dataOf(
      await call(
        'POST',
        'clients',
        { name, document: cnpj(++n), empresa_responsavel_id: world.companies.A },
        'superAdmin',
      ),
    )
    const task = dataOf(
      await call('POST', 'client-tarefas', {
        name: `${canary} certidões`,
        client_id: client.id,
        due_on: dayAfter(today, 10),
        observation: canary,
        items: items.map(item => ({ name: item, note: canary })),
      }),
    )
    return { client, task }
  }
  async function of(client: Row, who = 'staffA'): Promise<Regularity> {
    const { status, body } = await call('GET', `clients/${client.uuid}/regularidade`, undefined, who)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as unknown as Regularity
  }
  async function look(client: Row, name: string, status: string, checked_on = today) {
    const place = (await of(client)).checks.find(check => check.name === name)?.look
    expect(place).toBeTruthy()
    return call('PUT', `client-tarefas/${place?.task}/conferir`, { item: place?.item, status, checked_on })
  }
  async function paperOfClient(client: Row, who: 'staffA' | 'clientA' = 'staffA', path = 'regularidade/pdf') {
    const { raw } = await paperRaw(client, who, path)
    const pdf = await getDocumentProxy(new Uint8Array(raw), { verbosity: 0 })
    let text = ''
    for (let page = 1; page <= pdf.numPages; page++) {
      const { items } = await (await pdf.getPage(page)).getTextContent()
      text += items.map(item => ('str' in item ? item.str : '')).join(' ')
    }
    return { pages: pdf.numPages, text: text.replaceAll(/\s+/g, ' ') }
  }
  async function paperRaw(client: Row, who: 'staffA' | 'clientA', path: string) {
    const answer = await world.app.inject({
      url: `/api/v1/clients/${client.uuid}/${path}`,
      headers: { authorization: `Bearer ${await world.enter(who, world.people[who])}` },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    return { raw: answer.rawPayload }
  }

  test('is grey until somebody looks, and follows each look, on paper too', async () => {
    const { client } = await clientWith('Provedor da Luz', ['Nada Consta', 'CREA'])
    expect(await of(client)).toMatchObject({ light: 'cinza', days: 90, today })
    expect(await look(client, 'Nada Consta', 'em-dia')).toMatchObject({ status: 200 })
    expect((await of(client)).light).toBe('cinza')
    await look(client, 'CREA', 'em-dia', dayAfter(today, -3))
    const green = await of(client)
    expect(green.light).toBe('verde')
    expect(green.checks).toContainEqual(
      expect.objectContaining({ name: 'CREA', light: 'verde', said: 'Em dia', on: dayAfter(today, -3) }),
    )
    const before = await paperOfClient(client)
    expect(before.pages).toBe(1)
    expect(before.text).toContain('Situação regulatória de Provedor da Luz')
    expect(before.text).toContain(': regular')
    expect(before.text).toContain('há 3 dias')
    await look(client, 'CREA', 'pendente')
    expect((await of(client)).light).toBe('vermelho')
    expect((await of(client)).checks[0]).toMatchObject({ name: 'CREA', said: 'Pendente' })
    const after = await paperOfClient(client)
    expect(after.text).toContain(': com pendência')
    expect(after.text).toContain('CREA Com pendência Pendente')
  })

  test('a look as it was before is a new look', async () => {
    const { client } = await clientWith('Olhado Duas Vezes', ['Simples'])
    await look(client, 'Simples', 'em-dia', dayAfter(today, -60))
    await look(client, 'Simples', 'em-dia', dayAfter(today, -1))
    expect((await of(client)).checks[0]).toMatchObject({ on: dayAfter(today, -1), light: 'verde' })
    expect((await look(client, 'Simples', 'em-dia', dayAfter(today, 1))).status).toBe(422)
    expect((await look(client, 'Simples', 'talvez')).status).toBe(422)
  })

  test('a look older than the house says turns grey, and what it says is obeyed at once', async () => {
    const { client } = await clientWith('Olhado Há Tempo', ['IE'])
    await look(client, 'IE', 'em-dia', dayAfter(today, -90))
    expect((await of(client)).light).toBe('verde')
    await look(client, 'IE', 'em-dia', dayAfter(today, -91))
    expect((await of(client)).light).toBe('cinza')
    await look(client, 'IE', 'pendente', dayAfter(today, -91))
    expect((await of(client)).checks[0]).toMatchObject({ light: 'cinza', said: 'Consulta antiga: estava pendente' })
  })

  test('a later task whose item nobody looked at does not undo the look of an earlier one', async () => {
    const template = dataOf(
      await call(
        'POST',
        'tarefas',
        { nome: 'Certidões', recurrence: 'mensal', day: 20, starts_on: today },
        'superAdmin',
      ),
    )
    const { client, task } = await clientWith('De Mês em Mês', ['FUST'])
    await sql`update client_tarefas set tarefa_id = ${template.id}, period = '2026-01' where id = ${task.id}`.execute(
      world.db,
    )
    await look(client, 'FUST', 'em-dia')
    const next = dataOf(
      await call('POST', 'client-tarefas', {
        name: 'Certidões',
        client_id: client.id,
        due_on: dayAfter(today, 40),
        items: [{ name: 'fust' }],
      }),
    )
    await sql`update client_tarefas set tarefa_id = ${template.id}, period = '2026-02' where id = ${next.id}`.execute(
      world.db,
    )
    const { checks } = await of(client)
    expect(checks.filter(({ kind }) => kind === 'item')).toHaveLength(1)
    expect(checks[0]).toMatchObject({ light: 'verde', on: today })
  })

  test('people of the client see how they stand, and none of the house’s words', async () => {
    const own = world.target('clients', 'A1')
    if (!own) throw new Error('no client')
    const task = dataOf(
      await call('POST', 'client-tarefas', {
        name: `${canary} tarefa`,
        client_id: own.id,
        due_on: dayAfter(today, 10),
        observation: canary,
        items: [{ name: 'Procuração no SEI', note: canary, status: 'pendente' }],
      }),
    )
    const client = { ...task, uuid: own.uuid } as Row
    expect((await of(client)).checks.some(check => check.of?.includes(canary))).toBe(true)
    const seen = await of(client, 'clientA')
    expect(seen.checks).toContainEqual(
      expect.objectContaining({
        name: 'Procuração no SEI',
        said: 'Pendente',
        of: null,
        by: null,
        path: null,
        look: null,
      }),
    )
    expect(JSON.stringify(seen)).not.toContain(canary)
    for (const who of ['clientA', 'staffA'] as const) {
      const { text } = await paperOfClient(client, who)
      expect(text).toContain('Procuração no SEI')
      expect(text).not.toContain(canary)
    }
    expect((await call('GET', 'clients/regularidade', undefined, 'clientA')).status).toBe(403)
    expect((await call('GET', `clients/${own.uuid}/regularidade`, undefined, 'staffB')).status).toBe(404)
  })

  test('the board tells everybody’s light as their own page does', async () => {
    const { client } = await clientWith('No Quadro da Luz', ['Nada Consta'])
    await look(client, 'Nada Consta', 'pendente')
    const { body } = await call('GET', 'clients/regularidade')
    const { rows } = body as unknown as RegularityBoard
    expect(rows.find(row => row.client.id === client.id)).toMatchObject({
      light: 'vermelho',
      counts: { vermelho: 1, amarelo: 0, cinza: 0, verde: 0 },
      worst: ['Nada Consta: Pendente'],
    })
    expect(rows.length).toBeGreaterThan(2)
    for (const row of rows.slice(0, 8)) expect((await of(row.client as unknown as Row)).light).toBe(row.light)
  })

  test('the summary of a month tells names alone, and goes to a contact of the client', async () => {
    const { client } = await clientWith('Provedor do Resumo', ['Nada Consta'])
    await sql`update clients set email = 'dona@resumo.exemplo', phone_name = 'Dona' where id = ${client.id}`.execute(
      world.db,
    )
    await sql`update client_tarefas set name = 'Conferir certidões', due_on = ${today} where client_id = ${client.id}`.execute(
      world.db,
    )
    const month = today.slice(0, 7)
    const read = (who?: string) => call('GET', `clients/${client.uuid}/resumo?month=${month}`, undefined, who)
    const { body } = await read()
    expect(body).toMatchObject({
      lines: [{ kind: 'tarefa', text: 'Conferir certidões', done: false }],
      contacts: [{ name: 'Dona', email: 'dona@resumo.exemplo' }],
    })
    expect(JSON.stringify(body)).not.toContain(canary)
    expect((await read('clientA')).status).toBe(403)
    expect((await read('staffB')).status).toBe(404)
    const lines = Object(body).lines.map(({ key }: { readonly key: string }) => key)
    const paper = `resumo/pdf?month=${month}`
    for (const [who, status] of [
      ['clientA', 403],
      ['staffB', 404],
    ] as const)
      expect(await call('GET', `clients/${client.uuid}/${paper}`, undefined, who)).toMatchObject({ status })
    const whole = await paperOfClient(client, 'staffA', paper)
    expect(whole.text).toContain('Conferir certidões')
    expect(whole.text).not.toContain(canary)
    const less = await paperOfClient(client, 'staffA', `${paper}&left=${encodeURIComponent(lines.join(','))}`)
    expect(less.text).not.toContain('Conferir certidões')
    const send = (email: string) => call('POST', `clients/${client.uuid}/resumo/enviar`, { month, lines, email })
    expect(await send('estranho@exemplo.com')).toMatchObject({ status: 422 })
    expect(await send('dona@resumo.exemplo')).toMatchObject({ status: 200 })
    const mails = await call('GET', `mails?filter[client_id]=${client.id}`, undefined, 'superAdmin')
    expect(mails.body.data).toMatchObject([{ kind: 'resumo', recipient: 'dona@resumo.exemplo' }])
  })
})
