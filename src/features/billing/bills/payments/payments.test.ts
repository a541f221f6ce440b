import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chargeOn } from '#features/billing/bills/bill/charges.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { dataOf, marksIn, openWorld, rowsOf, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const usual = { since: '2000-01-01', fine: 2, interest: 1 }

describe('payments of bills', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const bill = async (more: object = {}, owner: 'A1' | 'B1' = 'A1') =>
    dataOf(
      await world.call('superAdmin', 'POST', 'bills-to-receive', {
        body: {
          client_id: world.target('clients', owner)?.id,
          finance_type_id: 1,
          issue_date: dayAfter(today, -90),
          due_date: dayAfter(today, 10),
          value: 1_000,
          ...more,
        },
      }),
    )
  const read = async ({ uuid }: { readonly uuid: string }) =>
    dataOf(await world.call('staffA', 'GET', `bills-to-receive/${uuid}`))
  const pay = (to: { readonly uuid: string }, value: number, more: object = {}, who = 'staffA') =>
    world.call(who, 'POST', `bills-to-receive/${to.uuid}/receber`, { body: { paid_on: today, value, ...more } })
  const paymentsOf = async (id: unknown) =>
    (
      await sql<Record<string, unknown>>`select * from bill_payments where bill_id = ${Number(id)} order by id`.execute(
        world.db,
      )
    ).rows
  const giveUp = (permission: string) =>
    sql`delete from profiles_profile_roles where role = ${permission}
      and parent_id in (select profile_id from users where id = ${world.people.staffB})`.execute(world.db)

  test('in parts it stays open with what is left, and is paid when nothing is', async () => {
    const made = await bill()
    const first = await pay(made, 400, { method: 'pix' })
    expect([first.status, first.body.message]).toEqual([201, expect.stringContaining('faltam R$')])
    expect(await read(made)).toMatchObject({ state: 'parcial', left: 600, received: 400, downloaded: false })
    expect((await pay(made, 600)).body.message).toContain('a conta está paga')
    expect(await read(made)).toMatchObject({ state: 'paga', left: 0, downloaded: true, paid_on: today })
    expect((await pay(made, 1)).status).toBe(409)
  })

  const payAll = (reference: string, payments: readonly object[], who = 'staffA') =>
    world.call(who, 'POST', 'bills-to-receive/receber', {
      body: { paid_on: today, method: 'pix', reference, payments },
    })

  test('several are received together: the refused are stated with their reason, and the rest is recorded once', async () => {
    const [whole, part, paid, foreign] = [await bill(), await bill(), await bill(), await bill({}, 'B1')]
    await pay(paid, 1_000)
    const payments = [
      { bill: whole.uuid, value: 1_000 },
      { bill: part.uuid, value: 400 },
      { bill: paid.uuid, value: 1_000 },
      { bill: foreign.uuid, value: 1_000 },
    ]
    const first = await payAll('uma vez', payments)
    expect([first.status, first.body.message]).toEqual([
      200,
      expect.stringMatching(/2 contas recebidas.*2 contas de fora/),
    ])
    expect(Object(first.body).data).toMatchObject({
      received: [
        { bill: whole.uuid, value: 1_000, left: 0, fresh: true },
        { bill: part.uuid, value: 400, left: 600, fresh: true },
      ],
      refused: [{ bill: paid.uuid, why: expect.stringContaining('já está paga') }, { bill: foreign.uuid }],
    })
    expect(marksIn(first.text)).not.toContain('B1')
    expect(await paymentsOf(foreign.id)).toEqual([])
    const again = Object((await payAll('uma vez', payments)).body).data
    expect(again.received).toMatchObject([{ fresh: false }, { fresh: false }])
    expect([(await paymentsOf(whole.id)).length, (await paymentsOf(part.id)).length]).toEqual([1, 1])
    const [payment] = rowsOf(await world.call('staffA', 'GET', `bill-payments?filter[bill_id]=${whole.id}`))
    const reversed = await world.call('staffA', 'PUT', `bill-payments/${payment?.uuid}/estornar`, {
      body: { reason: 'Engano' },
    })
    expect([reversed.status, (await read(whole)).left]).toEqual([200, 1_000])
  })

  test('twelve at once receive each of several bills once, in whatever order they name them', async () => {
    const made = [await bill(), await bill(), await bill()]
    const payments = made.map(({ uuid }) => ({ bill: uuid, value: 1_000 }))
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => payAll(`pedido ${n % 6}`, n % 2 ? payments : payments.toReversed())),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { id } of made) expect(await paymentsOf(id)).toHaveLength(1)
    expect((await payAll('', payments)).status).toBe(422)
    expect((await payAll('duas', [payments[0] ?? {}, payments[0] ?? {}])).status).toBe(422)
    expect((await payAll('cliente', payments, 'clientA')).status).toBe(403)
  })

  test('late, it is charged by the day, in parts as at once', async () => {
    const due = dayAfter(today, -20)
    const made = await bill({ due_date: due })
    const { fine, interest } = chargeOn(100_000, due, today, usual)
    const quote = (await world.call('staffA', 'GET', `bills-to-receive/${made.uuid}/recebimento`)).body
    expect(quote).toMatchObject({ left: 1_000, fine: fine / 100, interest: interest / 100 })
    await pay(made, 500)
    expect(await read(made)).toMatchObject({ state: 'em-atraso' })
    const { left } = await read(made)
    const rest = chargeOn(Math.round(Number(left) * 100), due, today, usual)
    await pay(made, Number(left) + (rest.fine + rest.interest) / 100)
    expect(await read(made)).toMatchObject({ state: 'paga' })
    const paid = await paymentsOf(made.id)
    const charged = paid.reduce((sum, each) => sum + Number(each.fine) + Number(each.interest), 0)
    expect(Math.abs(charged - (fine + interest) / 100)).toBeLessThan(0.03)
  })

  test('other fine, interest or discount is for who may, and what the rates asked stays beside it', async () => {
    const made = await bill({ due_date: dayAfter(today, -20) })
    const body = { paid_on: today, value: 990, fine: 0, interest: 0, discount: 10 }
    const adjust = (who: string, to = made) =>
      world.call(who, 'POST', `bills-to-receive/${to.uuid}/receber-ajustado`, { body })
    expect((await adjust('staffA')).status).toBe(201)
    const [payment] = await paymentsOf(made.id)
    expect(Number(payment?.fine_due)).toBe(20)
    expect([Number(payment?.fine), Number(payment?.settled), Number(payment?.discount)]).toEqual([0, 1_000, 10])
    await giveUp('bills-to-receive.receber.ajustado')
    const other = await bill({ due_date: dayAfter(today, -20) }, 'B1')
    expect((await adjust('staffB', other)).status).toBe(403)
    expect((await pay(other, 1_000, { fine: 0 }, 'staffB')).status).toBe(422)
    // They receive, at the rates.
    expect((await pay(other, 1_000, {}, 'staffB')).status).toBe(201)
    expect(dataOf(await world.call('superAdmin', 'GET', `bills-to-receive/${other.uuid}`)).downloaded).toBe(false)
  })

  test('more than it asks for is asked about, and kept beside it once confirmed', async () => {
    const made = await bill()
    const asked = await pay(made, 1_050)
    expect([asked.status, JSON.stringify(asked.body.errors)]).toEqual([422, expect.stringContaining('a mais')])
    expect(await paymentsOf(made.id)).toEqual([])
    expect((await pay(made, 1_050, { over: true })).body.message).toContain('50,00 a mais')
    expect(await read(made)).toMatchObject({ state: 'paga', received: 1_000 })
    expect(Number((await paymentsOf(made.id))[0]?.over)).toBe(50)
  })

  test('the same reference counts once, twelve at once, and never for another bill', async () => {
    const made = await bill()
    const replies = await Promise.all(Array.from({ length: 12 }, () => pay(made, 100, { reference: 'pix-de-hoje' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(11).fill(200), 201])
    expect(await read(made)).toMatchObject({ received: 100, left: 900 })
    expect((await pay(await bill(), 100, { reference: 'pix-de-hoje' })).status).toBe(409)
    const other = await bill({}, 'B1')
    const foreign = await pay(other, 100, { reference: 'pix-de-hoje' }, 'staffB')
    expect([foreign.status, [...marksIn(foreign.text)]]).toEqual([409, []])
  })

  test('twelve payments at once never settle more than there is', async () => {
    const made = await bill()
    const replies = await Promise.all(Array.from({ length: 12 }, () => pay(made, 100)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(await read(made)).toMatchObject({ received: 1_000, left: 0, state: 'paga' })
    const standing = await paymentsOf(made.id)
    expect(standing.reduce((sum, each) => sum + Number(each.settled), 0)).toBe(1_000)
  })

  test('a payment is reversed with a reason, once, and the bill owes again', async () => {
    const made = await bill()
    await pay(made, 400)
    const { payment } = Object((await pay(made, 600)).body.data)
    const reverse = (reason: string) =>
      world.call('staffA', 'PUT', `bill-payments/${payment.uuid}/estornar`, { body: { reason } })
    expect((await reverse('')).status).toBe(422)
    const replies = await Promise.all(Array.from({ length: 6 }, () => reverse('Pix devolvido')))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await read(made)).toMatchObject({
      state: 'parcial',
      left: 600,
      downloaded: false,
      downloaded_at: null,
      paid_on: null,
    })
    const kept = dataOf(await world.call('staffA', 'GET', `bill-payments/${payment.uuid}`))
    expect(kept).toMatchObject({ state: 'estornado', reason: 'Pix devolvido' })
    expect((await world.call('staffA', 'DELETE', `bill-payments/${payment.uuid}`)).status).toBe(405)
    expect(
      (await world.call('staffB', 'PUT', `bill-payments/${payment.uuid}/estornar`, { body: { reason: 'Porque sim' } }))
        .status,
    ).toBe(404)
  })

  test('amounts stand from the first payment on, whatever is reversed or reopened', async () => {
    const made = await bill()
    const change = (body: object) =>
      world.call('staffA', 'PUT', `bills-to-receive/${made.uuid}`, { body: { ...draft(made), ...body } })
    await pay(made, 1_000)
    expect((await change({ value: 1 })).status).toBe(409)
    expect((await world.call('staffA', 'PUT', `bills-to-receive/${made.uuid}/reabrir`)).status).toBe(200)
    expect(await read(made)).toMatchObject({ state: 'a-vencer', left: 1_000, received: 0, fixed: true })
    const refused = await change({ value: 1 })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['value']])
    expect((await change({ discount: 999 })).status).toBe(422)
    expect((await change({ client_id: world.target('clients', 'A2')?.id })).status).toBe(422)
    expect((await change({ due_date: dayAfter(today, 30) })).status).toBe(200)
    expect((await paymentsOf(made.id)).every(each => each.reversed_at !== null)).toBe(true)
  })
  const draft = (row: Record<string, unknown>) => ({
    client_id: world.target('clients', 'A1')?.id,
    finance_type_id: 1,
    issue_date: row.issue_date,
    due_date: row.due_date,
    value: row.value,
  })

  test('baixar receives the rest today; with money in, nothing is called off or deleted', async () => {
    const made = await bill({ due_date: dayAfter(today, -5) })
    await pay(made, 300)
    expect((await world.call('staffA', 'PUT', `bills-to-receive/${made.uuid}/cancelar`)).status).toBe(409)
    expect((await world.call('staffA', 'DELETE', `bills-to-receive/${made.uuid}`)).status).toBe(409)
    expect((await world.call('staffA', 'PUT', `bills-to-receive/${made.uuid}/baixar`)).status).toBe(200)
    expect(await read(made)).toMatchObject({ state: 'paga', left: 0, downloaded: true, paid_on: today })
    const gone = await bill()
    await world.call('staffA', 'PUT', `bills-to-receive/${gone.uuid}/cancelar`)
    expect((await pay(gone, 10)).status).toBe(409)
  })

  test('a payment is found by its reference, by the number of its bill and by whose it is, within one’s own', async () => {
    const made = await bill({ billet_number: 'ZZ-4711' })
    const foreign = await bill({ billet_number: 'ZZ-4712' }, 'B1')
    await pay(made, 10, { reference: 'pix de maio' })
    await pay(foreign, 10, {}, 'superAdmin')
    const found = async (words: string, who = 'staffA') =>
      rowsOf(await world.call(who, 'GET', `bill-payments?search=${encodeURIComponent(words)}`)).map(
        ({ bill_id }) => bill_id,
      )
    expect(await found('PIX de maio')).toEqual([made.id])
    expect(await found('zz-471')).toEqual([made.id])
    expect((await found('zz-471', 'superAdmin')).toSorted()).toEqual([made.id, foreign.id].toSorted())
    const { rows } = await sql<{ name: string }>`
      select name from clients where id = ${world.target('clients', 'A1')?.id}`.execute(world.db)
    expect(await found(rows[0]?.name ?? '')).toContain(made.id)
    expect(await found('de ninguém')).toEqual([])
  })

  test('a payment is of one’s own bills, into an account that is there, on a day that came', async () => {
    const foreign = await bill({}, 'B1')
    expect((await pay(foreign, 10)).status).toBe(404)
    const made = await bill()
    expect((await pay(made, 10, { checking_account_id: 999_999 })).status).toBe(422)
    expect((await pay(made, 10, { paid_on: dayAfter(today, 1) })).status).toBe(422)
    expect((await pay(made, 0)).status).toBe(422)
    expect((await pay(made, 10.001)).status).toBe(422)
    expect((await pay(made, 10, { source: 'banco' })).status).toBe(422)
    expect((await pay(made, 10, {}, 'clientA')).status).toBe(403)
    // As bills are that were disabled while they could be.
    await sql`update bills_to_receive set active = false where id = ${made.id}`.execute(world.db)
    expect((await pay(made, 10)).status).toBe(409)
    expect(await paymentsOf(made.id)).toEqual([])
  })
})
