import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillFrom } from '#features/support/tickets/ticket/filling.ts'
import { remindDue } from '#features/support/tickets/due/remind.server.ts'
import { cleanAnswer } from '#features/support/tickets/ticket/reuse.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { dataOf, openWorld, rowsOf, type Owner, type Row, type World } from '#test/support/world.ts'

// What helps to work through tickets: templates, steps, reminders, macros, and another ticket out of one.

describe('help at the desk', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const post = (who: string, url: string, body: object) => world.call(who, 'POST', url, { body })
  const put = (who: string, url: string, body?: object) => world.call(who, 'PUT', url, body && { body })
  const read = async (who: string, uuid: string) => dataOf(await world.call(who, 'GET', `tickets/${uuid}`))
  const clientOf = (owner: Owner) => world.target('clients', owner)?.id ?? 0
  async function opened(who = 'clientA', owner: Owner = 'A1', more: object = {}) {
    const ticket = { name: 'Enlace caiu', client_id: clientOf(owner), module_id: 1, type_id: 1 }
    const made = dataOf(await post(who, 'tickets/abrir', { ticket, content: 'Desde ontem.', ...more }))
    return read('superAdmin', Object(made.ticket).uuid)
  }
  const say = (who: string, ticket: Row, content: string, more: object = {}) =>
    post(who, 'ticket-messages', { ticket_id: ticket.id, content, ...more })
  const step = (ticket: Row, name: string, required = true, who = 'staffA') =>
    post(who, 'ticket-steps', { ticket_id: ticket.id, name, required })
  const today = dayIn(new Date()).day
  const macroOf = async (body: object) =>
    dataOf(await post('superAdmin', 'ticket-macros', { name: 'Macro', kind: 'resposta', ...body }))
  const messagesIn = async (who: string, ...all: readonly Row[]) =>
    rowsOf(
      await world.call(who, 'GET', `ticket-messages?filter[ticket_id][in]=${all.map(({ id }) => id).join()}&sort=id`),
    )

  test('a template is for the house or for clients too, fills its words in, and its steps are the house’s alone', async () => {
    const template = (body: object) => post('superAdmin', 'ticket-templates', { name: 'Licença', ...body })
    expect((await template({ content: '{{ chamado.numero }}' })).body.errors).toHaveProperty('content')
    const secret = dataOf(await template({ name: 'Só nosso', audience: 'equipe', content: 'Oi' }))
    const open = dataOf(
      await template({
        audience: 'todos',
        priority: 'alta',
        content: '{{ saudacao }}, de {{ cliente.nome }}: {{ eu.nome }}',
        checklist: [
          { name: 'Pedir a ART', required: true },
          { name: 'Conferir', required: false },
        ],
      }),
    )
    const listed = await world.call('clientA', 'GET', 'ticket-templates?pagination=false')
    expect(listed.text).toContain(open.uuid)
    expect(listed.text).not.toContain(secret.uuid)
    expect(listed.text).not.toContain('alta')
    const fill = (who: string, query: string) =>
      world.call(who, 'GET', `ticket-templates/${open.uuid}/preencher${query}`)
    expect((await fill('staffA', '')).body.message).toContain('o cliente')
    expect((await fill('staffA', `?client_id=${clientOf('B1')}`)).status).toBe(409)
    expect((await fill('clientA', `?client_id=${clientOf('A1')}`)).text).toContain(
      String(Object(await opened()).client.name),
    )
    expect((await world.call('clientA', 'GET', `ticket-templates/${secret.uuid}/preencher`)).status).toBe(404)
    const ticket = await opened('clientA', 'A1', { template: open.id })
    expect(ticket).toMatchObject({ priority: 'alta', progress: '0/2' })
    const seen = await read('clientA', ticket.uuid)
    expect(['progress', 'remind_on', 'priority'].filter(name => name in seen)).toEqual([])
    const foreign = { ticket: { name: 'X', client_id: clientOf('A1'), module_id: 1, type_id: 1 }, content: 'Oi' }
    expect((await post('clientA', 'tickets/abrir', { ...foreign, template: secret.id })).body.errors).toHaveProperty(
      'template',
    )
  })

  test('a ticket takes steps from each template that is offered for them, and those without steps are not offered', async () => {
    const template = async (name: string, steps: readonly string[]) => {
      const checklist = steps.map(each => ({ name: each, required: false }))
      return dataOf(await post('superAdmin', 'ticket-templates', { name, audience: 'equipe', checklist }))
    }
    const [full, bare] = [await template('Com passos', ['Medir']), await template('Sem passos', [])]
    const list = async () => {
      const query = 'filter[has_steps]=true&active=true&pagination=false&columns=name'
      return rowsOf(await world.call('staffA', 'GET', `ticket-templates?${query}`)).map(({ id }) => id)
    }
    const take = async (id: unknown) =>
      (await put('staffA', `tickets/${(await opened()).uuid}/passos`, { template: id })).status
    const offered = await list()
    expect([offered.includes(full.id), offered.includes(bare.id)]).toEqual([true, false])
    for (const id of offered) expect(await take(id)).toBe(200)
    expect(await take(bare.id)).toBe(409)
    const emptied = { name: 'Com passos', audience: 'equipe', checklist: [] }
    expect((await put('superAdmin', `ticket-templates/${full.uuid}`, emptied)).status).toBe(200)
    expect(await list()).not.toContain(full.id)
  })

  test('a ticket with something mandatory open is not finished, by whichever way', async () => {
    const ticket = await opened()
    const must = dataOf(await step(ticket, 'Protocolar no Mosaico'))
    const may = dataOf(await step(ticket, 'Agradecer', false))
    expect(await read('staffA', ticket.uuid)).toMatchObject({ progress: '0/2' })
    const said = { status: 409, body: { message: 'Falta concluir: “Protocolar no Mosaico”.' } }
    expect(await put('staffA', `tickets/${ticket.uuid}/finalizar`)).toMatchObject(said)
    expect(await put('staffA', `tickets/${ticket.uuid}/mesclar`, { into: (await opened()).uuid })).toMatchObject(said)
    const closing = { content: 'Feito.', change: { turn: 'finalizar' } }
    expect(await post('staffA', `tickets/${ticket.uuid}/dizer`, closing)).toMatchObject(said)
    const { uuid, version } = await macroOf({ turn: 'finalizar' })
    const all = { macro: uuid, ids: [ticket.uuid, (await opened()).uuid], version: 1, text: 'deixar' }
    expect(version ?? 1).toBe(1)
    expect((await put('staffA', 'tickets/macro', all)).body.message).toContain('Protocolar no Mosaico')
    // Nothing was said, and nothing changed.
    expect(await messagesIn('staffA', ticket)).toHaveLength(1)
    expect((await put('staffA', `ticket-steps/${must.uuid}/concluir`)).status).toBe(200)
    expect((await put('staffA', `ticket-steps/${must.uuid}/concluir`)).status).toBe(409)
    expect(dataOf(await world.call('staffA', 'GET', `ticket-steps/${must.uuid}`))).toMatchObject({
      done: true,
      done_user_id: world.people.staffA,
    })
    expect((await post('staffA', `tickets/${ticket.uuid}/dizer`, closing)).status).toBe(201)
    expect(await read('clientA', ticket.uuid)).toMatchObject({ status: { name: 'Finalizado' } })
    // Finished, its steps stand.
    expect((await put('staffA', `ticket-steps/${must.uuid}/reabrir`)).status).toBe(409)
    expect((await world.call('staffA', 'DELETE', `ticket-steps/${may.uuid}`)).status).toBe(409)
    expect((await step(ticket, 'Mais um')).status).toBe(409)
  })

  test('finishing and a new mandatory step at once: never both', async () => {
    for (let round = 0; round < 6; round++) {
      const ticket = await opened()
      await Promise.all([put('staffA', `tickets/${ticket.uuid}/finalizar`), step(ticket, 'Às pressas')])
      const { progress, status } = await read('staffA', ticket.uuid)
      expect([progress, Object(status).name]).not.toEqual(['0/1', 'Finalizado'])
    }
  })

  test('steps reach nobody of a client, nor another company', async () => {
    const ticket = await opened()
    const canary = 'molibdênio-canário'
    const made = dataOf(await step(ticket, canary))
    const urls = world.house.operations
      .filter(({ method, url }) => method === 'GET' && !/oauth|events|mapa|geo|cep|cnpj/.test(url))
      .flatMap(({ url }) => [String(ticket.id), ticket.uuid, made.uuid].map(key => url.replace(/:id|:uuid/, key)))
      .filter(url => !url.includes(':'))
      .flatMap(url => [url, `${url}?pagination=false`])
    expect(urls.length).toBeGreaterThan(200)
    const found: string[] = []
    for (const url of new Set(urls)) {
      const { text } = await world.call('clientA', 'GET', url)
      if (text.includes(canary) || text.includes(made.uuid)) found.push(url)
    }
    expect(found).toEqual([])
    expect((await world.call('staffA', 'GET', `ticket-steps?filter[ticket_id]=${ticket.id}`)).text).toContain(canary)
    for (const who of ['clientA', 'staffB']) expect((await step(ticket, 'x', true, who)).status).not.toBe(201)
    expect((await put('staffB', `ticket-steps/${made.uuid}/concluir`)).status).toBe(404)
    const hearing = ['clientA', 'superAdmin'].map(who => world.call(who, 'GET', 'events?seconds=2'))
    await post('superAdmin', `tickets/${ticket.uuid}/presenca`, { writing: null })
    await new Promise(resolve => setTimeout(resolve, 300))
    await put('staffA', `ticket-steps/${made.uuid}/concluir`)
    const [client, colleague] = await Promise.all(hearing)
    expect(colleague?.text).toContain(made.uuid)
    expect(client?.text).not.toContain(made.uuid)
  })

  test('a reminder comes back on its day, told once however often it is looked for, and goes when the client answers', async () => {
    const ticket = await opened()
    const set = (remind_on: string | null) => put('staffA', `tickets/${ticket.uuid}`, { remind_on })
    expect((await set(today)).body.errors).toHaveProperty('remind_on')
    expect((await set(dayAfter(today, -1))).body.errors).toHaveProperty('remind_on')
    expect((await put('clientA', `tickets/${ticket.uuid}`, { remind_on: dayAfter(today, 3) })).status).toBe(403)
    expect((await set(dayAfter(today, 3))).status).toBe(200)
    const resting = `tickets?filter[id]=${ticket.id}&filter[remind_on]=`
    expect((await world.call('staffA', 'GET', resting)).body.total).toBe(0)
    const now = (days: number) => new Date(`${dayAfter(today, days)}T15:00:00Z`)
    const house = { database: world.house.database, events: world.house.events }
    await remindDue(house, now(2))
    expect(await read('staffA', ticket.uuid)).toMatchObject({ remind_user_id: world.people.staffA })
    const came = await Promise.all([remindDue(house, now(3)), remindDue(house, now(3)), remindDue(house, now(4))])
    expect(came.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect((await world.call('staffA', 'GET', resting)).body.total).toBe(1)
    const told = rowsOf(await world.call('staffA', 'GET', 'notices?pagination=false&filter[kind]=chamado-lembrete'))
    expect(told).toMatchObject([{ times: 1, title: `Hoje: #${ticket.id} Enlace caiu` }])
    await set(dayAfter(today, 5))
    await say('staffA', ticket, 'Nota.', { internal: true })
    expect(await read('staffA', ticket.uuid)).toMatchObject({ remind_on: dayAfter(today, 5) })
    await say('clientA', ticket, 'Voltou!')
    expect(await read('staffA', ticket.uuid)).toMatchObject({ remind_on: null, remind_user: null })
    await set(dayAfter(today, 5))
    await put('staffA', `tickets/${ticket.uuid}/finalizar`)
    expect(await read('staffA', ticket.uuid)).toMatchObject({ remind_on: null })
  })

  test('words and a change go in one transaction, under the rights of each', async () => {
    const ticket = await opened()
    const both = (who: string, change: object, more: object = {}) =>
      post(who, `tickets/${ticket.uuid}/dizer`, { content: 'Vimos.', change, ...more })
    expect((await both('clientA', { turn: 'aguardar' })).status).toBe(403)
    expect((await both('staffB', { turn: 'aguardar' })).status).toBe(404)
    const wrong = await both('staffA', { turn: 'aguardar' }, { mentions: [{ person_id: world.people.staffB }] })
    expect(wrong.status).toBe(422)
    expect((await both('staffA', { team_id: 999_999 })).status).toBe(422)
    expect(await messagesIn('staffA', ticket)).toHaveLength(1)
    expect((await both('staffA', { turn: 'aguardar', mine: true })).status).toBe(201)
    expect(await read('staffA', ticket.uuid)).toMatchObject({
      status: { name: 'Aguardando cliente' },
      owner_id: world.people.staffA,
      reply_by: null,
    })
  })

  test('a macro is seen before it is done, counts who cannot, sends nothing unasked, and does all or nothing', async () => {
    const [one, other, settled] = [await opened(), await opened(), await opened()]
    const must = dataOf(await step(other, 'Conferir a ART'))
    await put('superAdmin', `tickets/${settled.uuid}/finalizar`)
    expect((await post('superAdmin', 'ticket-macros', { name: 'Nada', kind: 'nota' })).status).toBe(422)
    const macro = await macroOf({ content: 'Encerrando o {{ chamado.numero }}.', turn: 'finalizar', mine: true })
    const ids = [one, other, settled].map(({ uuid }) => uuid)
    const before = await world.fingerprint()
    const look = await post('superAdmin', 'tickets/macro/ver', { macro: macro.uuid, ids })
    expect(await world.fingerprint()).toBe(before)
    expect(look.body.data).toMatchObject({
      kind: 'resposta',
      changes: [{ label: 'Status', value: 'Finalizar' }, { label: 'Responsável' }],
      rows: [
        { number: one.id, content: `Encerrando o #${one.id}.`, why: [] },
        { number: other.id, why: ['Falta concluir: “Conferir a ART”.'] },
        { number: settled.id, why: ['Está finalizado: reabra antes.'] },
      ],
    })
    const apply = (who: string, more: object = {}) =>
      put(who, 'tickets/macro', { macro: macro.uuid, ids, version: 1, text: 'enviar', ...more })
    expect((await apply('superAdmin')).status).toBe(409)
    expect(await messagesIn('staffA', one)).toHaveLength(1)
    expect((await apply('superAdmin', { text: undefined })).status).toBe(422)
    expect((await apply('staffB')).status).toBe(404)
    expect((await apply('clientA')).status).toBe(403)
    const foreign = await opened('superAdmin', 'B1')
    expect((await apply('staffA', { ids: [one.uuid, foreign.uuid] })).status).toBe(404)
    expect((await post('staffA', 'tickets/macro/ver', { macro: macro.uuid, ids: [foreign.uuid] })).status).toBe(404)
    await put('staffA', `ticket-steps/${must.uuid}/concluir`)
    const two = { ids: [other.uuid, one.uuid, one.uuid] }
    // Of two at once one finds them settled.
    const both = await Promise.all([apply('superAdmin', two), apply('superAdmin', two)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await messagesIn('clientA', one, other)).toMatchObject([
      {},
      {},
      { content: `Encerrando o #${one.id}.` },
      { content: `Encerrando o #${other.id}.` },
    ])
    expect(await read('staffA', one.uuid)).toMatchObject({ owner_id: world.people.superAdmin })
  })

  test('a macro says nothing where its text has a hole, writes notes that stay notes, and is applied as it was seen', async () => {
    const ticket = await opened()
    const holed = await macroOf({ content: 'Coleta {{ competencia }}', kind: 'nota' })
    const apply = (macro: Row, version = 1) =>
      put('staffA', 'tickets/macro', { macro: macro.uuid, ids: [ticket.uuid], version, text: 'enviar' })
    expect((await apply(holed)).body.message).toContain('a competência')
    const note = await macroOf({ content: 'Ligar para o fornecedor.', kind: 'nota', remind_in: 2, priority: 'alta' })
    expect((await apply(note, 2)).status).toBe(409)
    const seen = await read('clientA', ticket.uuid)
    expect((await apply(note)).status).toBe(200)
    expect(await read('clientA', ticket.uuid)).toMatchObject({ spoken_at: seen.spoken_at })
    expect(await messagesIn('clientA', ticket)).toHaveLength(1)
    expect(await read('staffA', ticket.uuid)).toMatchObject({ priority: 'alta', remind_on: dayAfter(today, 2) })
  })

  test('messages go to a ticket of their own, with files, authors and numbers; both know of each other', async () => {
    const ticket = await opened()
    const first = rowsOf(await world.call('staffA', 'GET', `ticket-messages?filter[ticket_id]=${ticket.id}`))[0]
    const asked = dataOf(await say('clientA', ticket, 'E a licença da torre?'))
    const file = dataOf(
      await world.call('clientA', 'POST', `ticket-messages/${asked.uuid}/anexar?name=torre.txt`, {
        body: 'Torre',
        headers: { 'content-type': 'application/octet-stream' },
      }),
    )
    const note = dataOf(await say('staffA', ticket, 'Ver com o projeto.', { internal: true, parent_id: asked.id }))
    const split = (who: string, messages: readonly string[], name = 'Licença da torre') =>
      post(who, `tickets/${ticket.uuid}/dividir`, { name, messages })
    expect((await split('clientA', [asked.uuid])).status).toBe(403)
    expect((await split('staffB', [asked.uuid])).status).toBe(404)
    expect((await split('staffA', [first?.uuid ?? '', asked.uuid, note.uuid])).status).toBe(409)
    expect((await split('staffA', [(await messagesIn('staffA', await opened()))[0]?.uuid ?? ''])).status).toBe(404)
    const both = await Promise.all([split('staffA', [asked.uuid, note.uuid]), split('staffA', [asked.uuid, note.uuid])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 404])
    const made = dataOf(both.find(({ status }) => status === 201) ?? both[0])
    expect(made).toMatchObject({
      client: { id: clientOf('A1') },
      related: [{ ticket: { id: ticket.id } }],
      requester_id: world.people.clientA,
      spoken_user_id: world.people.clientA,
    })
    expect(await read('staffA', ticket.uuid)).toMatchObject({ related_by: [{ ticket: { id: made.id } }] })
    expect(await messagesIn('staffA', made)).toMatchObject([
      { id: asked.id, uuid: asked.uuid, user_id: world.people.clientA },
      { id: note.id, internal: true, parent_id: asked.id },
    ])
    // Whoever asked sees what they said, and never the note.
    expect(await messagesIn('clientA', made)).toMatchObject([{ id: asked.id }])
    expect((await world.call('clientA', 'GET', `ticket-uploads?filter[ticket_id]=${made.id}`)).body.total).toBe(1)
    expect((await world.call('clientA', 'GET', `internal-uploads/get-file/${file.uuid}`)).text).toContain('Torre')
    expect((await world.call('clientB', 'GET', `ticket-messages/${asked.uuid}`)).status).toBe(404)
    expect((await say('clientA', made, 'Mais uma coisa.')).status).toBe(201)
    // Of notes alone no ticket of the client comes to be.
    const second = dataOf(await say('staffA', made, 'Não paga há meses.', { internal: true }))
    const hidden = await post('staffA', `tickets/${made.uuid}/dividir`, { name: 'Cobrança', messages: [second.uuid] })
    expect(hidden.status).toBe(201)
    expect((await world.call('clientA', 'GET', `tickets/${dataOf(hidden).uuid}`)).status).toBe(404)
    expect((await world.call('clientA', 'GET', 'tickets?pagination=false')).text).not.toContain('Cobrança')
  })

  test('an answer is made fit for others, a note is not', async () => {
    const ticket = await opened()
    const email = String(Object(dataOf(await world.call('clientA', 'GET', 'users/me'))).email)
    const answer = dataOf(await say('superAdmin', ticket, `Bom dia. Escrevi a ${email} sobre o #${ticket.id}.`))
    const note = dataOf(await say('superAdmin', ticket, 'Nota.', { internal: true }))
    const look = (uuid: string, who = 'staffA') =>
      world.call(who, 'GET', `ticket-messages/${uuid}/aproveitar?para=texto`)
    expect((await look(answer.uuid)).body.data).toEqual({
      content: '{{ saudacao }}. Escrevi a [e-mail] sobre o {{ chamado.numero }}.',
      found: [
        { what: 'e-mail', said: email, instead: '[e-mail]' },
        { what: 'número', said: `#${ticket.id}`, instead: '{{ chamado.numero }}' },
      ],
    })
    expect((await look(note.uuid)).status).toBe(409)
    expect((await look(answer.uuid, 'staffB')).status).toBe(404)
  })

  test('only the people of a client may be chosen as having asked', async () => {
    const asked = (who: string, owner: Owner) =>
      world.call(who, 'GET', `tickets/solicitantes?client_id=${clientOf(owner)}`)
    expect(rowsOf(await asked('staffA', 'A1')).map(({ id }) => id)).toContain(world.people.clientA)
    expect(rowsOf(await asked('staffA', 'A1')).map(({ id }) => id)).not.toContain(world.people.clientB)
    expect((await asked('staffA', 'B1')).status).toBe(404)
    expect((await asked('clientA', 'A1')).status).toBe(403)
  })
})

test('an answer loses what is one client’s, whole words only, and is told what', () => {
  const known = [
    { what: 'nome', said: 'Ana', place: 'pessoa.primeiro_nome' },
    { what: 'nome', said: 'Vale Fibra', place: 'cliente.nome' },
  ] as const
  const said = 'Bom dia, Ana.\n\nA Anatel recusou o CNPJ 11.222.333/0001-81 da Vale Fibra. Ligue (11) 98765-4321.'
  expect(cleanAnswer(said, known, 'texto').content).toBe(
    '{{ saudacao }}, {{ pessoa.primeiro_nome }}.\n\nA Anatel recusou o CNPJ [documento] da {{ cliente.nome }}. Ligue [telefone].',
  )
  const news = cleanAnswer(said, known, 'informativo')
  expect(news.content).toBe('A Anatel recusou o CNPJ [documento] da [nome]. Ligue [telefone].')
  expect(news.found.map(({ said: found }) => found)).toEqual(['Vale Fibra', '11.222.333/0001-81', '(11) 98765-4321'])
})

test('a template fills what nobody typed, and says what it left', () => {
  const start = { name: null, priority: 'normal', module_id: null }
  const filling = fillFrom(
    { name: 'Licença', priority: 'alta', module_id: 3, type_id: null },
    { fields: tickets.fields, values: { ...start, name: 'O meu título' } },
    start,
  )
  expect(filling.filled).toEqual({ priority: 'alta', module_id: 3 })
  expect(filling.left).toEqual({ name: 'Licença' })
})
