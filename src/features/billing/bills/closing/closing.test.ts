import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { issueBillBoleto } from '#features/billing/bills/boleto/api.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { markRefused, markRegistered } from '#features/billing/bills/slip/slips.server.ts'
import type { ClosingBoard } from '#features/billing/bills/closing/api.ts'
import { sendWaiting } from '#features/billing/bills/closing/mails.server.ts'
import { closingRights } from '#features/billing/bills/closing/steps.ts'
import { mailStatement } from '#features/billing/bills/statement/api.ts'
import { issueNote } from '#features/billing/invoices/api.ts'
import { readyToIssue } from '#test/support/invoicing.ts'
import { openWorld, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const due_date = dayAfter(today, 20)
const all = { note: true, slip: true, mail: true }

describe('closing a month', () => {
  let world: World
  let account: { id: number; uuid: string }
  beforeAll(async () => {
    world = await openWorld()
    account = await world.make(checkingAccounts, 'A1', {
      name: 'Sicoob',
      empresa_id: world.companies.A,
      bank: 756,
      agency: '4277',
      agency_digit: '3',
      account: '6498',
      account_digit: '0',
      wallet: '1',
      agreement: '172278',
      next_number: 4,
      pix_kind: 'email',
      pix_key: 'pix@farol.com.br',
    })
    await readyToIssue(world, { cnpj: '11.222.333/0001-81' })
    await sql`update clients set email = 'paga@cliente.com.br' where id = ${world.target('clients', 'A1')?.id ?? 0}`.execute(
      world.db,
    )
    await sql`delete from clients_mails`.execute(world.db)
  })
  afterAll(() => world?.close())

  const bill = (more: object = {}, owner: 'A1' | 'B1' = 'A1') =>
    world.make(bills, owner, {
      checking_account_id: account.id,
      issue_date: today,
      due_date,
      value: 300,
      billet_number: null,
      bar_code: null,
      discount: null,
      fees: null,
      tariff: null,
      traffic_ticket: null,
      ...more,
    })
  const close = (who: string, ids: readonly { readonly uuid: string }[], steps: object = all) =>
    world.call(who, 'POST', 'bills-to-receive/fechar', { body: { bills: ids.map(({ uuid }) => uuid), ...steps } })
  async function boardOf(ids: readonly { readonly uuid: string }[]) {
    const reply = await world.call('staffA', 'POST', 'bills-to-receive/fechamento', {
      body: { bills: ids.map(({ uuid }) => uuid) },
    })
    expect(reply.status, `${reply.text}`).toBe(200)
    const { rows }: ClosingBoard = Object(reply.body.data)
    return new Map(rows.map(row => [row.uuid, row]))
  }
  const counted = async (bill_id: number) =>
    (
      await sql<object>`select (select count(*)::int from service_invoices where bill_id = ${bill_id}) as notes,
        (select count(*)::int from bill_slips where bill_id = ${bill_id}) as slips,
        (select count(*)::int from mails m join bill_closing_items i on i.mail_id = m.id where i.bill_id = ${bill_id}) as mails`.execute(
        world.db,
      )
    ).rows[0]
  const slipOf = async (bill_id: number) =>
    (await sql<{ id: number }>`select id from bill_slips where bill_id = ${bill_id}`.execute(world.db)).rows[0]?.id ?? 0

  test('note, boleto and one mail with both, which waits for the bank', async () => {
    const [one, other] = [await bill(), await bill({ value: 120 })]
    const before = await boardOf([one, other])
    expect(before.get(one.uuid)).toMatchObject({
      note: { state: 'a-fazer' },
      slip: { state: 'a-fazer' },
      mail: { state: 'a-fazer' },
    })
    const done = await close('staffA', [one, other])
    expect(done.status, `${done.text}`).toBe(200)
    await world.runner.settled()
    expect((await boardOf([one])).get(one.uuid)).toMatchObject({
      note: { state: 'feito' },
      slip: { state: 'andando' },
      mail: { state: 'andando', text: 'Espera a nota e o boleto' },
    })
    await sendWaiting(world.house)
    expect(world.mailsTo('paga@cliente.com.br')).toHaveLength(0)
    await markRegistered({ sql: world.db }, await slipOf(one.id))
    await sendWaiting(world.house)
    expect(world.mailsTo('paga@cliente.com.br'), 'the other bill waits still').toHaveLength(0)
    await markRefused({ sql: world.db }, await slipOf(other.id), 'Carteira inválida')
    await sendWaiting(world.house)
    await world.runner.settled()
    const sent = world.mailsTo('paga@cliente.com.br')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.match(/filename="?(boleto|nfse)-/g)).toHaveLength(3)
    expect((await boardOf([other])).get(other.uuid)).toMatchObject({
      slip: { state: 'falhou', text: 'Recusado pelo banco: Carteira inválida' },
      mail: { state: 'feito' },
    })
    expect(await counted(one.id)).toEqual({ notes: 1, slips: 1, mails: 1 })
  })

  test('a note is of the price of the service, and the look before it tells what it leaves out', async () => {
    const one = await bill({ discount: 20, fees: 5 })
    const before = (await boardOf([one])).get(one.uuid)
    expect(before?.note).toMatchObject({ state: 'a-fazer', text: expect.stringMatching(/280,00.*fora da nota.*5,00/) })
    await close('staffA', [one], { note: true })
    await world.runner.settled()
    const { rows } = await sql<{ value: number; description: string }>`
      select value::float8 as value, description from service_invoices where bill_id = ${one.id}`.execute(world.db)
    expect(rows).toEqual([{ value: 280, description: expect.stringMatching(/Desconto incondicional de R\$.20,00/) }])
  })

  test('twelve at once start one, and make everything once', async () => {
    const own = await Promise.all(Array.from({ length: 6 }, () => bill()))
    const { rows: before } = await sql<{ n: number }>`select count(*)::int as n from bill_closings`.execute(world.db)
    const asked = await Promise.all(Array.from({ length: 12 }, () => close('staffA', own)))
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200))
    await world.runner.settled()
    const { rows: after } = await sql<{ n: number }>`select count(*)::int as n from bill_closings`.execute(world.db)
    expect(after[0]?.n).toBe((before[0]?.n ?? 0) + 1)
    await world.runner.settled()
    await close('staffA', own, { mail: true, hurry: true })
    await world.runner.settled()
    await Promise.all([sendWaiting(world.house), sendWaiting(world.house)])
    for (const { id } of own) expect(await counted(id)).toEqual({ notes: 1, slips: 1, mails: 1 })
    const { rows } = await sql<{ n: number }>`
      select count(distinct mail_id)::int as n from bill_closing_items where bill_id = any(${own.map(({ id }) => id)}::bigint[])`.execute(
      world.db,
    )
    expect(rows[0]?.n).toBe(1)
  })

  test('what cannot be made says why and where it is cured, and a retry makes it', async () => {
    const late = await bill({ due_date: dayAfter(today, -1), issue_date: dayAfter(today, -9) })
    const bare = await bill({ checking_account_id: null })
    const seen = await boardOf([late, bare])
    expect(seen.get(late.uuid)?.slip).toMatchObject({ state: 'nao-da', path: `/bills-to-receive/${late.uuid}` })
    await close('staffA', [late, bare], { slip: true })
    await world.runner.settled()
    const refused = await boardOf([late, bare])
    expect(refused.get(bare.uuid)?.slip).toMatchObject({ state: 'falhou', path: `/bills-to-receive/${bare.uuid}` })
    expect(refused.get(late.uuid)?.slip.text).toContain('já passou')
    const { rows: numbers } = await sql<{ next: number; slips: number }>`
      select next_number::float8 as next, (select max(number)::float8 from bill_slips) as slips from checking_accounts where id = ${account.id}`.execute(
      world.db,
    )
    expect(numbers[0]?.next, 'a refusal takes no number').toBe((numbers[0]?.slips ?? 0) + 1)
    await world.call('staffA', 'PUT', `bills-to-receive/${bare.uuid}`, { body: { checking_account_id: account.id } })
    await close('staffA', [bare], { slip: true })
    await world.runner.settled()
    expect((await boardOf([bare])).get(bare.uuid)?.slip.state).toBe('andando')
  })

  test('each step takes the right of its single act, as it is when the step is done', async () => {
    expect(closingRights).toEqual({ note: issueNote.id, slip: issueBillBoleto.id, mail: mailStatement.id })
    const lose = (role: string) =>
      sql`update profiles_profile_roles set role = ${`${role}.perdido`} where role = ${role}`.execute(world.db)
    const regain = (role: string) =>
      sql`update profiles_profile_roles set role = ${role} where role = ${`${role}.perdido`}`.execute(world.db)
    const own: Awaited<ReturnType<typeof bill>>[] = []
    for (let n = 0; n < 6; n++) own.push(await bill())
    // The first five bills are one transaction, which waits here for the first of them: the right goes meanwhile.
    await world.db.transaction().execute(async trx => {
      await sql`select 1 from bills_to_receive where id = ${own[0]?.id ?? 0} for no key update`.execute(trx)
      expect((await close('staffA', own, { ...all, hurry: true })).status).toBe(200)
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted`.execute(world.db)
        expect(rows.length).toBeGreaterThan(0)
      })
      await lose(issueNote.id)
    })
    await world.runner.settled()
    await lose(mailStatement.id)
    await sendWaiting(world.house)
    const board = await boardOf(own)
    const [first, last] = [board.get(own[0]?.uuid ?? ''), board.get(own[5]?.uuid ?? '')]
    expect(first).toMatchObject({ note: { state: 'feito' }, mail: { state: 'falhou' } })
    expect(first?.mail.text).toContain('não envia e-mails a clientes')
    expect(last).toMatchObject({ note: { state: 'falhou' }, slip: { state: 'andando' } })
    expect(last?.note.text).toContain('não emite notas')
    expect(await counted(own[5]?.id ?? 0)).toEqual({ notes: 0, slips: 1, mails: 0 })
    expect((await close('staffA', own, { mail: true })).status).toBe(403)
    await regain(issueNote.id)
    await regain(mailStatement.id)
    await close('staffA', own, { ...all, hurry: true })
    await world.runner.settled()
    await sendWaiting(world.house)
    for (const { id } of own) expect(await counted(id)).toEqual({ notes: 1, slips: 1, mails: 1 })
  })

  test('a rejected note is sent again under its number, and the mail that went without it goes again with it', async () => {
    const own = await bill()
    // What earlier tests wrote has arrived.
    await world.runner.settled()
    const mailed = world.mailsTo('paga@cliente.com.br').length
    const standing = async () => (await boardOf([own])).get(own.uuid)
    await close('staffA', [own], { mail: true, hurry: true })
    await world.runner.settled()
    await sendWaiting(world.house)
    await world.runner.settled()
    await close('staffA', [own], { note: true })
    await world.runner.settled()
    const late = await standing()
    expect(late).toMatchObject({ note: { state: 'feito' }, mail: { state: 'a-fazer' } })
    expect(late?.mail.text).toContain('antes de sair a nota')
    await sql`
      update integration_queues q set state = 'falhou' from service_invoices n
      where n.bill_id = ${own.id} and q.key = n.uuid || ':emitir'`.execute(world.db)
    const { rows: before } = await sql<{ number: number }>`
      update service_invoices set state = 'rejeitada', nfse_number = null where bill_id = ${own.id} returning number`.execute(
      world.db,
    )
    expect(await standing()).toMatchObject({ note: { state: 'falhou' }, mail: { state: 'feito' } })
    const again = await Promise.all(
      Array.from({ length: 12 }, () => close('staffA', [own], { note: true, mail: true })),
    )
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
    await world.runner.settled()
    await sendWaiting(world.house)
    await world.runner.settled()
    const { rows: after } = await sql<{ number: number; state: string }>`
      select number, state from service_invoices where bill_id = ${own.id}`.execute(world.db)
    expect(after).toEqual([{ number: before[0]?.number, state: 'autorizada' }])
    const letters = world.mailsTo('paga@cliente.com.br').slice(mailed)
    expect(letters.map(letter => /filename="?nfse-/.test(letter))).toEqual([false, true])
    expect(await standing()).toMatchObject({ note: { state: 'feito' }, mail: { state: 'feito' } })
    expect((await close('staffA', [own], { note: true, mail: true })).body.data).toMatchObject({ bills: 0 })
  })

  test('what the queue gave up is said not to have come out, and a retry puts it back', async () => {
    const own = await bill()
    await close('staffA', [own], { note: true })
    await world.runner.settled()
    await sql`
      update integration_queues q set state = 'falhou', error = 'O emissor não respondeu' from service_invoices n
      where n.bill_id = ${own.id} and q.key = n.uuid || ':emitir'`.execute(world.db)
    await sql`update service_invoices set state = 'pendente', nfse_number = null where bill_id = ${own.id}`.execute(
      world.db,
    )
    const lost = (await boardOf([own])).get(own.uuid)
    expect(lost?.note.state).toBe('falhou')
    expect(lost?.note.text).toContain('O emissor não respondeu')
    await close('staffA', [own], { note: true })
    await world.runner.settled()
    expect((await boardOf([own])).get(own.uuid)?.note.state).toBe('feito')
    expect(await counted(own.id)).toMatchObject({ notes: 1 })
  })

  test('the account of bills without one is chosen for each company, among its own', async () => {
    const [own, other] = [await bill({ checking_account_id: null }), await bill({ checking_account_id: null })]
    const strange = await world.make(checkingAccounts, 'B1', { name: 'De outra', empresa_id: world.companies.B })
    const reply = await world.call('staffA', 'POST', 'bills-to-receive/fechamento', { body: { bills: [own.uuid] } })
    const { rows, companies }: ClosingBoard = Object(reply.body.data)
    expect(rows[0]).toMatchObject({ unplaced: true, slip: { state: 'a-fazer' } })
    expect(companies[0]?.accounts.map(({ id }) => id)).toEqual([account.id])
    const choose = (bills: readonly { readonly uuid: string }[], chosen: number) =>
      close('staffA', bills, { slip: true, accounts: [{ company: world.companies.A, account: chosen }] })
    await choose([other], strange.id)
    await world.runner.settled()
    expect((await boardOf([other])).get(other.uuid)?.slip).toMatchObject({ state: 'falhou' })
    await choose([own, other], account.id)
    await world.runner.settled()
    const { rows: placed } = await sql<{ account: number }>`
      select checking_account_id::float8 as account from bills_to_receive where id in (${own.id}, ${other.id})`.execute(
      world.db,
    )
    expect(placed).toEqual([{ account: account.id }, { account: account.id }])
    for (const { id } of [own, other]) expect(await counted(id)).toMatchObject({ slips: 1 })
  })

  test('bills of another company are left out and counted, and fewer rights do less', async () => {
    const [own, strange] = [await bill(), await bill({ checking_account_id: null }, 'B1')]
    const done = await close('staffA', [own, strange], { slip: true })
    expect(done.body.data).toMatchObject({ bills: 1, left: 1 })
    await world.runner.settled()
    expect(await counted(strange.id)).toEqual({ notes: 0, slips: 0, mails: 0 })
    expect((await close('staffA', [strange])).status).toBe(404)
    expect((await close('clientA', [own])).status).toBe(403)
    await sql`delete from profiles_profile_roles r using profiles p
      where p.id = r.parent_id and p.slug = 'colaborador' and r.role = 'service-invoices.emitir'`.execute(world.db)
    expect((await close('staffA', [own], { note: true })).status).toBe(403)
    expect(await counted(own.id)).toMatchObject({ notes: 0 })
  })
})
