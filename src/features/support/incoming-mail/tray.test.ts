import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { mailing, support } from '#test/support/mailing.ts'
import { dataOf, type Row } from '#test/support/world.ts'

describe('the tray of mails', () => {
  const { world, call, emailOf, receive, told, ticketOf, saidIn, files, composed } = mailing()
  let n = 0
  /** A mail of nobody we know, in the tray. */
  async function stranger(from = 'Zé <ze@estranho.example>') {
    const subject = `Desconhecido ${++n} de longe`
    await receive(
      await composed({
        from,
        to: support,
        subject,
        text: `Texto ${n}`,
        attachments: [{ filename: `nota-${n}.txt`, content: `nota ${n}` }],
      }),
    )
    const mail = await told(subject)
    if (!mail) throw new Error(`${subject} did not come`)
    return mail
  }
  const put = (mail: Row, act: string, body?: object, who = 'staffA') =>
    call(who, 'PUT', `incoming-mails/${mail.uuid}/${act}`, body ? { body } : {})
  const kinds = async () => {
    const { rows } = await sql<{ module_id: number; type_id: number }>`
      select (select min(id) from module_tickets where slug = 'outro') as module_id, (select min(id) from ticket_types) as type_id`.execute(
      world().db,
    )
    return rows[0] ?? { module_id: 0, type_id: 0 }
  }

  test('what a stranger wrote is a note among colleagues, with its files, and no client hears of it', async () => {
    const [mail, ticket] = [await stranger(), await ticketOf()]
    expect(mail).toMatchObject({ state: 'bandeja', why: 'Não conhecemos ze@estranho.example.' })
    const before = world().mailsTo(await emailOf('clientA')).length
    expect((await put(mail, 'juntar', { ticket_id: ticket.id })).status).toBe(200)
    const [note] = await saidIn(ticket.id)
    expect(note).toMatchObject({ internal: true, user_id: world().people.staffA })
    expect(note?.content).toMatch(/^Por e-mail, de Zé <ze@estranho\.example>:\n\nTexto/)
    expect(await files(ticket.id)).toHaveLength(1)
    await world().runner.settled()
    expect(world().mailsTo(await emailOf('clientA'))).toHaveLength(before)
    expect(await saidIn(ticket.id, 'clientA')).toEqual([])
    // Taken back, nothing of it stays, and it may go elsewhere.
    expect((await put(mail, 'desfazer')).status).toBe(200)
    expect([await saidIn(ticket.id), await files(ticket.id)]).toEqual([[], []])
    expect(await told(mail.subject)).toMatchObject({ state: 'bandeja', ticket_id: null })
  })

  test('kept mails hold no client back, and tell of whom they were', async () => {
    const { id, uuid } = await world().make(clients, 'A1', { client_users: [] })
    const mail = await stranger()
    const of = sql`update incoming_mails set client_id = ${id} where uuid = ${mail.uuid}`
    await of.execute(world().db)
    // What is refused for another reason lets nothing go.
    const ticket = dataOf(await call('superAdmin', 'GET', `tickets/${(await ticketOf()).uuid}`))
    await sql`update tickets set client_id = ${id} where id = ${ticket.id}`.execute(world().db)
    const refused = await call('superAdmin', 'DELETE', `clients/${uuid}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/1 chamado \(“.+”\) ainda depende/),
    ])
    expect(await told(mail.subject)).toMatchObject({ client_id: id })
    await sql`update tickets set client_id = ${Number(ticket.client_id)} where id = ${ticket.id}`.execute(world().db)
    expect((await call('superAdmin', 'DELETE', `clients/${uuid}`)).status).toBe(200)
    expect(await told(mail.subject)).toMatchObject({
      client_id: null,
      why: expect.stringMatching(/O cliente de que era foi excluído\.$/),
    })
    const history = await call('superAdmin', 'GET', `incoming-mails/${mail.uuid}/historico`)
    expect(history.text).toMatch(/"field":"client","label":"Cliente","before":"[^"]+","after":null/)
  })

  test('what somebody of the client wrote is theirs, once a person says where it belongs', async () => {
    const ticket = await ticketOf()
    const from = await emailOf('clientA')
    await sql`insert into clients_client_users (parent_id, position, user_id) values (${world().target('clients', 'A2')?.id}, 9, ${world().people.clientA})`.execute(
      world().db,
    )
    await receive(await composed({ from, to: support, subject: 'De vários', text: 'É da matriz.' }))
    await sql`delete from clients_client_users where position = 9 and user_id = ${world().people.clientA}`.execute(
      world().db,
    )
    const mail = await told('De vários')
    expect(mail?.why).toContain('é de 2 clientes: escolha de qual se trata')
    expect((await put(mail ?? ticket, 'juntar', { ticket_id: ticket.id })).status).toBe(200)
    expect(await saidIn(ticket.id, 'clientA')).toMatchObject([
      { content: 'É da matriz.', user_id: world().people.clientA },
    ])
  })

  test('a ticket it opens goes with it when it is taken back, unless somebody said more there', async () => {
    const mail = await stranger()
    const opened = await put(mail, 'abrir', { client_id: world().target('clients', 'A1')?.id, ...(await kinds()) })
    expect(opened.status).toBe(200)
    const { ticket_id } = dataOf(opened)
    const ticket = Number(ticket_id)
    expect(dataOf(await call('staffA', 'GET', `tickets/${ticket}`)).name).toBe(mail.subject)
    expect((await put(mail, 'desfazer')).status).toBe(200)
    expect((await call('staffA', 'GET', `tickets/${ticket}`)).status).toBe(404)

    const again = dataOf(
      await put(mail, 'abrir', { client_id: world().target('clients', 'A1')?.id, ...(await kinds()) }),
    )
    await call('staffA', 'POST', 'ticket-messages', {
      body: { ticket_id: again.ticket_id, content: 'Já falei com ele.' },
    })
    const refused = await put(mail, 'desfazer')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'O chamado que este e-mail abriu já tem outras mensagens: continue nele.',
    ])
    expect(await saidIn(Number(again.ticket_id))).toHaveLength(2)
  })

  test('no mail is put where another’s things are, nor seen by another company', async () => {
    const [mail, foreign] = [await stranger(), await ticketOf('superAdmin', world().target('clients', 'B1')?.id)]
    expect((await put(mail, 'juntar', { ticket_id: foreign.id })).status).toBe(404)
    expect(
      (await put(mail, 'abrir', { client_id: world().target('clients', 'B1')?.id, ...(await kinds()) })).status,
    ).toBe(404)
    expect((await put(mail, 'juntar', { ticket_id: (await ticketOf()).id }, 'staffB')).status).toBe(404)
    for (const act of ['juntar', 'descartar', 'desfazer'])
      expect((await put(mail, act, {}, 'clientA')).status).toBe(403)
    // What is nobody’s yet, all see who may look; what is a client’s, their company alone.
    expect((await call('staffB', 'GET', `incoming-mails/${mail.uuid}`)).status).toBe(200)
    await put(mail, 'juntar', { ticket_id: (await ticketOf()).id })
    for (const path of [mail.uuid, `${mail.uuid}/original`])
      expect((await call('staffB', 'GET', `incoming-mails/${path}`)).status).toBe(404)
    expect((await call('staffA', 'GET', `incoming-mails/${mail.uuid}/original`)).text).toContain(
      'Content-Disposition: attachment',
    )
  })

  test('twelve at once put a mail in one place, and what is settled is settled', async () => {
    const [mail, tickets] = [await stranger(), await Promise.all(Array.from({ length: 12 }, () => ticketOf()))]
    const answers = await Promise.all(tickets.map(({ id }) => put(mail, 'juntar', { ticket_id: id })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    const said = await Promise.all(tickets.map(({ id }) => saidIn(id)))
    expect(said.flat()).toHaveLength(1)
    expect((await put(mail, 'descartar')).status).toBe(409)
  })

  test('who may not write in tickets, or open them, does not by way of a mail', async () => {
    const [mail, ticket] = [await stranger(), await ticketOf()]
    const without = async (role: string, work: () => Promise<unknown>) => {
      const { rows } = await sql<{ id: number; parent_id: number; position: number }>`
        delete from profiles_profile_roles where role = ${role} and parent_id = (select profile_id from users where id = ${world().people.staffA})
        returning id, parent_id, position`.execute(world().db)
      await work()
      for (const { parent_id, position } of rows)
        await sql`insert into profiles_profile_roles (parent_id, position, role) values (${parent_id}, ${position}, ${role})`.execute(
          world().db,
        )
    }
    await without('ticket-messages.store', async () => {
      expect((await put(mail, 'juntar', { ticket_id: ticket.id })).status).toBe(403)
    })
    await without('tickets.store', async () => {
      expect(
        (await put(mail, 'abrir', { client_id: world().target('clients', 'A1')?.id, ...(await kinds()) })).status,
      ).toBe(403)
    })
    expect(await told(mail.subject)).toMatchObject({ state: 'bandeja' })
  })
})
