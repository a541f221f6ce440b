import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mailing, support } from '#test/support/mailing.ts'
import { pdfOf } from '#test/support/receipts.ts'

describe('mail that comes in', () => {
  const { world, call, emailOf, receive, told, ticketOf, saidIn, replyAddress, answer, files, composed } = mailing()

  test('a mail in becomes a message, a mail out carries the thread, and the next mail goes on in it', async () => {
    const [from, ticket] = [await emailOf('clientA'), await ticketOf()]
    expect((await answer(ticket.id)).status).toBe(201)
    await world().runner.settled()
    const [out = ''] = world().mailsTo(from).slice(-1)
    const header = (name: string) =>
      new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(out)?.[1]?.replace(/\s+/g, ' ')
    const reply = await replyAddress(ticket.id, world().people.clientA)
    expect(header('Reply-To')).toBe(reply)
    const root = header('References') ?? ''
    expect(root).toMatch(/^<chamado\.[0-9a-f]{32}@outorga\.example>$/)
    expect(header('In-Reply-To')).toBe(root)
    expect(header('Auto-Submitted')).toBe('auto-generated')
    expect(out).toContain('Responda acima desta linha')

    const sent = /Message-ID: (<\S+>)/.exec(out)?.[1] ?? ''
    await receive(
      await composed({
        from: `Helena <${from}>`,
        to: reply,
        subject: 'Re: Resposta no chamado',
        inReplyTo: sent,
        references: [root, sent],
        messageId: '<um@cliente.example>',
        text: 'Chegou sim, obrigada.\n\nEm ter., 25 de nov. de 2026 às 09:00, Outorga <nao-responda@localhost> escreveu:\n> — Responda acima desta linha —\n>\n> Vimos.\n',
        attachments: [
          { filename: 'foto.pdf', content: await pdfOf(['torre']) },
          { filename: 'instalar.exe', content: Buffer.from('MZ…') },
        ],
      }),
    )
    const said = (await saidIn(ticket.id)).at(-1)
    expect(said).toMatchObject({ user_id: world().people.clientA, internal: false })
    expect(said?.content).toMatch(
      /^Chegou sim, obrigada\.\n\n\[Não veio com a mensagem: instalar\.exe: Não guardamos arquivos deste tipo/,
    )
    expect(said?.quoted).toContain('> Vimos.')
    expect(await files(ticket.id)).toEqual(['foto.pdf'])
    expect(await told('Re: Resposta no chamado')).toMatchObject({
      state: 'mensagem',
      ticket_id: ticket.id,
      message_id: said?.id,
    })

    await answer(ticket.id, 'Então encerramos.')
    await world().runner.settled()
    const [later = ''] = world().mailsTo(from).slice(-1)
    expect(later).toContain('In-Reply-To: <um@cliente.example>')
    expect(later.replace(/\s+/g, ' ')).toContain(`References: ${root} ${sent} <um@cliente.example>`)
  })

  test('what is said in answer to a message that went to another ticket is said there, in the same thread', async () => {
    const [from, ticket] = [await emailOf('clientA'), await ticketOf()]
    const said = { ticket_id: ticket.id, content: 'E a licença?' }
    const asked = Object((await call('clientA', 'POST', 'ticket-messages', { body: said })).body.data)
    const licence = Object((await answer(ticket.id, 'A licença sai em maio.')).body.data)
    await answer(ticket.id, 'O enlace voltou.')
    await world().runner.settled()
    const outs = world().mailsTo(from).slice(-2)
    const idOf = (words: string) =>
      /Message-ID: (<\S+>)/.exec(outs.find(each => each.replaceAll('=\r\n', '').includes(words)) ?? '')?.[1] ?? ''
    const [licenceMail, linkMail] = [idOf('em maio'), idOf('voltou')]
    expect([licenceMail, linkMail].every(Boolean)).toBe(true)
    const reply = await replyAddress(ticket.id, world().people.clientA)
    const split = await call('staffA', 'POST', `tickets/${ticket.uuid}/dividir`, {
      body: { name: 'Licença', messages: [asked.uuid, licence.uuid] },
    })
    expect(split.status).toBe(201)
    const other = Object(split.body.data)
    const back = async (to: string, sent: string, text: string) => {
      const messageId = `<${sent.length}-${text.length}-${text.slice(0, 5)}@cliente.example>`
      const mail = {
        from,
        to,
        subject: 'Re: Resposta no chamado',
        inReplyTo: sent,
        references: [sent],
        messageId,
        text,
      }
      await receive(await composed(mail))
    }
    await back(reply, licenceMail, 'Maio está bom.')
    await back(reply, linkMail, 'Voltou mesmo.')
    expect((await saidIn(other.id)).at(-1)).toMatchObject({ content: 'Maio está bom.', by_mail: true })
    expect((await saidIn(ticket.id)).at(-1)).toMatchObject({ content: 'Voltou mesmo.' })
    await answer(other.id, 'Combinado.')
    await world().runner.settled()
    expect(world().mailsTo(from).at(-1)?.replace(/\s+/g, ' ')).toContain(licenceMail)
  })

  test('the same mail twice is one, however it came; of another text it is another', async () => {
    const from = await emailOf('clientA')
    const mail = await composed({
      from,
      to: support,
      subject: 'Uma vez só',
      messageId: '<dois@cliente.example>',
      text: 'Caiu o enlace.',
    })
    const traced = Buffer.concat([
      Buffer.from('Received: from mx by outro\r\nDelivered-To: suporte@outorga.example\r\n'),
      mail,
    ])
    const bare = Buffer.from(`${mail.toString('utf8').replaceAll('\r\n', '\n')}\n`)
    await receive(mail, mail, traced, bare)
    await Promise.all([receive(mail), receive(traced), receive(bare)])
    const all = await call('superAdmin', 'GET', `incoming-mails?search=${encodeURIComponent('Uma vez só')}`)
    expect(all.body.total).toBe(1)
    const opened = await told('Uma vez só')
    expect(opened).toMatchObject({ state: 'mensagem', opened: true })
    expect(await saidIn(opened?.ticket_id ?? 0)).toHaveLength(1)
    await receive(
      await composed({
        from,
        to: support,
        subject: 'Uma vez só',
        messageId: '<dois@cliente.example>',
        text: 'Voltou.',
      }),
    )
    expect(
      (await call('superAdmin', 'GET', `incoming-mails?search=${encodeURIComponent('Uma vez só')}`)).body.total,
    ).toBe(2)
  })

  test('a reply address is one person’s alone, and worth nothing from anybody else', async () => {
    const ticket = await ticketOf()
    await answer(ticket.id)
    const to = await replyAddress(ticket.id, world().people.clientA)
    const strangers = {
      clientB: await emailOf('clientB'),
      staffA: await emailOf('staffA'),
      nobody: 'golpe@exemplo.net',
    }
    for (const [who, from] of Object.entries(strangers))
      await receive(await composed({ from, to, subject: `Alheia de ${who}`, text: 'Mude a conta do boleto.' }))
    for (const who of Object.keys(strangers)) {
      const mail = await told(`Alheia de ${who}`)
      expect(mail?.state).toBe('bandeja')
      expect(mail?.why).toContain('O endereço de resposta é só de ')
    }
    await receive(
      await composed({
        from: await emailOf('clientA'),
        to: to.replace(/\+..../, '+0000'),
        subject: 'Endereço inventado',
        text: 'Oi',
      }),
    )
    expect((await told('Endereço inventado'))?.why).toBe('Foi enviado a um endereço de resposta que não existe.')
    expect(await saidIn(ticket.id)).toHaveLength(1)
  })

  test('of a closed ticket it opens it again, and whoever may not write is in the tray', async () => {
    const ticket = await ticketOf()
    await answer(ticket.id)
    const [from, to] = [await emailOf('clientA'), await replyAddress(ticket.id, world().people.clientA)]
    await call('staffA', 'PUT', `tickets/${ticket.uuid}/finalizar`)
    await receive(await composed({ from, to, subject: 'Não resolveu', text: 'Caiu outra vez.' }))
    expect(await told('Não resolveu')).toMatchObject({ state: 'mensagem', ticket_id: ticket.id })
    await sql`update users set active = false where id = ${world().people.clientA}`.execute(world().db)
    await receive(await composed({ from, to, subject: 'Já saí da empresa', text: 'Oi' }))
    await sql`update users set active = true where id = ${world().people.clientA}`.execute(world().db)
    expect((await told('Já saí da empresa'))?.why).toContain('não pode mais entrar no sistema')
  })

  test('a file sent again is a file of its own message, also where a note of colleagues has it', async () => {
    const ticket = await ticketOf()
    await answer(ticket.id)
    const [from, to] = [await emailOf('clientA'), await replyAddress(ticket.id, world().people.clientA)]
    const content = await pdfOf(['contrato'])
    for (const [subject, filename] of [
      ['Contrato uma vez', 'contrato.pdf'],
      ['Contrato outra vez', 'corrigido.pdf'],
    ])
      await receive(
        await composed({
          from,
          to,
          subject,
          text: `${subject}.`,
          attachments: [
            { filename, content },
            { filename: `copia-${filename}`, content },
          ],
        }),
      )
    expect(await files(ticket.id)).toEqual(['contrato.pdf', 'corrigido.pdf'])
    expect((await saidIn(ticket.id)).slice(-2).map(({ content: said }) => said)).toEqual([
      'Contrato uma vez.\n\n[Não veio com a mensagem: copia-contrato.pdf: é igual a contrato.pdf.]',
      'Contrato outra vez.\n\n[Não veio com a mensagem: copia-corrigido.pdf: é igual a corrigido.pdf.]',
    ])
  })

  test('what a known person sent to the tray rings once for who may settle it, with how many wait', async () => {
    const ticket = await ticketOf()
    await answer(ticket.id)
    const [from, to] = [await emailOf('clientA'), await replyAddress(ticket.id, world().people.clientA)]
    const rung = async (who: string) => {
      const { body } = await call(who, 'GET', 'notices?filter[kind]=correio-bandeja&pagination=false')
      return (body.data as readonly { title: string; path: string }[]).map(({ title }) => title)
    }
    await sql`delete from notices where kind = 'correio-bandeja'`.execute(world().db)
    await sql`update incoming_mails set state = 'descartada' where state = 'bandeja'`.execute(world().db)
    for (const subject of ['Resposta automática: um', 'Resposta automática: dois'])
      await receive(await composed({ from, to, subject, text: `Volto logo: ${subject}.` }))
    await receive(await composed({ from: 'ze@longe.example', to: support, subject: 'De longe', text: 'Oi' }))
    expect(await rung('staffA')).toEqual(['2 e-mails esperam na bandeja, o último: Resposta automática: dois'])
    expect(await rung('staffB')).toEqual([])
  })

  test('a mail that names a ticket is of that ticket’s company, and its secret address is not shown', async () => {
    const ticket = await ticketOf()
    await answer(ticket.id)
    const to = await replyAddress(ticket.id, world().people.clientA)
    await receive(await composed({ from: 'golpe@exemplo.net', to, subject: 'De ninguém a um chamado', text: 'Oi' }))
    const seen = await told('De ninguém a um chamado', 'staffA')
    expect(seen).toMatchObject({ state: 'bandeja', client_id: world().target('clients', 'A1')?.id })
    expect(seen?.recipient).toBe('suporte+…@outorga.example')
    expect(await told('De ninguém a um chamado', 'staffB')).toBeNull()
    expect((await call('staffB', 'GET', `incoming-mails/${seen?.uuid}`)).status).toBe(404)
  })
})
