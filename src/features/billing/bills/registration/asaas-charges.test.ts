import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '#kernel/clock.ts'
import { openAsaasCharges } from '#test/support/charges.ts'
import { chargingActs, hook, readyToCharge } from '#test/support/charging.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

const token = 'canario-chave-do-asaas-de-cobrancas'
const today = dayIn(new Date()).day

describe('boletos that Asaas registers', () => {
  let world: World
  let asaas: Awaited<ReturnType<typeof openAsaasCharges>>
  let account: Awaited<ReturnType<typeof readyToCharge>>
  let acts: ReturnType<typeof chargingActs>
  beforeAll(async () => {
    asaas = await openAsaasCharges(token)
    const env = { SECRETS_KEY: randomBytes(32).toString('hex'), ASAAS_TEST_URL: '0', ASAAS_URL: asaas.url }
    world = await openWorld({ env, fittings: { pace: { pollMs: 3_600_000 } } })
    account = await readyToCharge(world, { registration: 'asaas' }, { provider: 'asaas', token, hook })
    acts = chargingActs(world, account)
  })
  afterAll(async () => {
    await world?.close()
    await asaas?.close()
  })

  const issued = async (more: object = {}) => {
    asaas.feel('well')
    const bill = await acts.bill(more)
    const reply = await acts.act(bill.uuid, 'emitir-boleto')
    if (reply.status !== 200) throw new Error(reply.text)
    const charge = asaas.charges.at(-1)
    if (!charge) throw new Error('there is no charge')
    return { ...bill, charge }
  }
  const paid = (id: string, value = 300, status = 'RECEIVED') =>
    asaas.become(id, status, { value, clientPaymentDate: today })
  let events = 0
  const notice = (id: string, event = 'PAYMENT_RECEIVED', more: object = {}) => ({
    id: `evt_${++events}`,
    event,
    payment: { id, value: 1, status: 'LIAR', ...more },
  })

  test('line, bars, number and Pix are its own, and none is shown before it answers', async () => {
    asaas.feel('fails')
    const bill = await acts.bill({ discount: 10, discount_until: today })
    const first = await acts.act(bill.uuid, 'emitir-boleto')
    expect([first.status, dataOf(first).slip_state, dataOf(first).bar_code]).toEqual([200, 'registrando', null])
    const waiting = await acts.paying(bill.uuid)
    expect(waiting).toMatchObject({ state: 'registrando', line: null, unregistered: null, provider: 'asaas' })
    expect(waiting.progress).toMatchObject([{ act: 'registrar', waits: true, attempts: 1 }])
    expect(String(Object(waiting.progress)[0].why)).toContain('respondeu 503')
    expect((await acts.paying(bill.uuid, 'clientA')).progress).toEqual([])
    expect((await world.call('staffA', 'GET', `bills-to-receive/${bill.uuid}/boleto`)).status).toBe(409)
    asaas.feel('well')
    await acts.again()
    const done = await acts.billOf(bill.uuid)
    expect(done.slip_state).toBe('registrado')
    expect(String(done.bar_code).replace(/\D/g, '')).toMatch(/^4619\d{43}$/)
    expect(done.billet_number).toBe('9000')
    const paying = await acts.paying(bill.uuid, 'clientA')
    expect(paying).toMatchObject({ line: done.bar_code, pix: `00020101PIX${asaas.charges[0]?.id}`, number: '9000' })
    expect(asaas.charges).toMatchObject([
      {
        billingType: 'BOLETO',
        value: 300,
        fine: { value: 2, type: 'PERCENTAGE' },
        interest: { value: 1 },
        discount: { value: 10, type: 'FIXED', dueDateLimitDays: 20 },
      },
    ])
    const pdf = await world.call('clientA', 'GET', `bills-to-receive/${bill.uuid}/boleto`)
    expect([pdf.status, pdf.text.includes('%PDF-')]).toEqual([200, true])
  })

  test.each(['silent', 'babbles'] as const)(
    '%s: nothing is shown, the charge is found by our reference, and is one',
    async mood => {
      const before = asaas.charges.length
      asaas.feel(mood)
      const bill = await acts.bill()
      await acts.act(bill.uuid, 'emitir-boleto')
      expect(await acts.billOf(bill.uuid)).toMatchObject({ slip_state: 'registrando', bar_code: null })
      asaas.feel('well')
      await acts.again()
      expect((await acts.billOf(bill.uuid)).slip_state).toBe('registrado')
      expect(asaas.charges).toHaveLength(before + 1)
    },
  )

  test('a slow answer is one registration', async () => {
    const before = asaas.charges.length
    asaas.feel('slow')
    const bill = await acts.bill()
    await acts.act(bill.uuid, 'emitir-boleto')
    expect((await acts.billOf(bill.uuid)).slip_state).toBe('registrado')
    expect(asaas.charges).toHaveLength(before + 1)
  })

  test('two charges under one reference are for a person to clear', async () => {
    asaas.feel('twice')
    const bill = await acts.bill()
    await acts.act(bill.uuid, 'emitir-boleto')
    const [one, other] = asaas.charges.slice(-2)
    expect(one?.externalReference).toBe(other?.externalReference)
    paid(other?.id ?? '')
    await acts.knock(notice(other?.id ?? '', 'PAYMENT_RECEIVED', { externalReference: other?.externalReference }))
    expect(await acts.payments(bill.id)).toEqual([])
    expect(await acts.lines(bill.id)).toMatchObject([{ state: 'espera', verdict: 'conflito' }])
  })

  test('refused, it says why in its words, and is tried again by hand, once', async () => {
    asaas.feel('refuses')
    const bill = await acts.bill()
    await acts.act(bill.uuid, 'emitir-boleto')
    const paying = await acts.paying(bill.uuid)
    expect(paying).toMatchObject({ state: 'recusado', line: null })
    expect(paying.refusal).toContain('Vencimento inválido')
    asaas.feel('well')
    const before = asaas.charges.length
    const all = await Promise.all(Array.from({ length: 12 }, () => acts.act(bill.uuid, 'registrar-boleto')))
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true)
    // On a busy machine the bank's answer arrives after those of the acts.
    await expect.poll(async () => (await acts.billOf(bill.uuid)).slip_state, { timeout: 30_000 }).toBe('registrado')
    expect(asaas.charges).toHaveLength(before + 1)
    expect((await acts.act(bill.uuid, 'registrar-boleto')).status).toBe(409)
    expect((await acts.act(bill.uuid, 'registrar-boleto', 'staffB')).status).toBe(404)
  })

  test('twelve at once are one charge', async () => {
    asaas.feel('well')
    const before = asaas.charges.length
    const bill = await acts.bill()
    await Promise.all(Array.from({ length: 12 }, () => acts.act(bill.uuid, 'emitir-boleto')))
    expect(asaas.charges).toHaveLength(before + 1)
  })

  test('a payment is written once, whichever notice comes, and twelve at once', async () => {
    const { uuid, id, charge } = await issued()
    paid(charge.id, 300, 'CONFIRMED')
    const event = notice(charge.id, 'PAYMENT_CONFIRMED')
    const all = await Promise.all(Array.from({ length: 12 }, () => acts.knock(event)))
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    paid(charge.id)
    await Promise.all(Array.from({ length: 12 }, () => acts.knock(notice(charge.id))))
    await acts.knock(event)
    expect(await acts.payments(id)).toEqual([{ value: 300, source: 'asaas', reference: charge.id, reversed: false }])
    expect(await acts.lines(id)).toMatchObject([{ state: 'aplicada', verdict: 'recebe', paid: 300 }])
    expect(await acts.billOf(uuid)).toMatchObject({ downloaded: true, paid_on: today })
  })

  test('a notice that comes before our own answer counts by our reference, once', async () => {
    asaas.feel('silent')
    const bill = await acts.bill()
    await acts.act(bill.uuid, 'emitir-boleto')
    const charge = asaas.charges.at(-1)
    paid(charge?.id ?? '')
    asaas.feel('well')
    await acts.knock(notice(charge?.id ?? '', 'PAYMENT_RECEIVED', { externalReference: charge?.externalReference }))
    await acts.again()
    expect(await acts.payments(bill.id)).toMatchObject([{ reference: charge?.id }])
    expect(await acts.billOf(bill.uuid)).toMatchObject({ downloaded: true })
  })

  test('late, what came in is divided by the rates; of a bill that is paid it waits for a person', async () => {
    const { id, uuid, charge } = await issued()
    await world.call('staffA', 'PUT', `bills-to-receive/${uuid}/baixar`)
    paid(charge.id, 310)
    await acts.knock(notice(charge.id))
    expect(await acts.lines(id)).toMatchObject([{ state: 'espera', note: 'A conta já estava paga.', paid: 310 }])
    expect((await acts.payments(id)).filter(({ source }) => source === 'asaas')).toEqual([])
  })

  test('money that goes back is never taken off by itself: a person decides', async () => {
    const { id, uuid, charge } = await issued()
    paid(charge.id)
    await acts.knock(notice(charge.id))
    asaas.become(charge.id, 'REFUNDED')
    const back = notice(charge.id, 'PAYMENT_REFUNDED')
    await Promise.all(Array.from({ length: 12 }, () => acts.knock(back)))
    await acts.knock(notice(charge.id, 'PAYMENT_CHARGEBACK_REQUESTED'))
    const [applied, returned, ...more] = await acts.lines(id)
    expect(more).toEqual([])
    expect(applied).toMatchObject({ state: 'aplicada' })
    expect(returned).toMatchObject({ state: 'espera', verdict: 'estorno', paid: null })
    expect(await acts.billOf(uuid)).toMatchObject({ downloaded: true })
    const placed = await world.call('staffA', 'PUT', `bank-return-lines/${returned?.uuid}/colocar`, {
      body: { bill_id: id, over: true, value: 300, paid_on: today },
    })
    expect(placed.status).toBe(409)
    const reversed = await world.call('staffA', 'GET', `bill-payments?filter[bill_id]=${id}`)
    const [payment] = Object(reversed.body).data
    const undone = await world.call('staffA', 'PUT', `bill-payments/${payment.uuid}/estornar`, {
      body: { reason: 'Devolvido no Asaas' },
    })
    expect([undone.status, undone.text]).toEqual([200, expect.any(String)])
    expect((await acts.lines(id))[0]).toMatchObject({ state: 'espera' })
    // What was taken back by a person is not written again.
    asaas.become(charge.id, 'RECEIVED')
    await acts.knock(notice(charge.id))
    expect(await acts.payments(id)).toHaveLength(1)
    const { rows } = await sql<{ uuid: string }>`select uuid from bank_returns where provider = 'asaas'`.execute(
      world.db,
    )
    const whole = await world.call('superAdmin', 'PUT', `bank-returns/${rows[0]?.uuid}/desfazer`, {
      body: { reason: 'Engano' },
    })
    expect(whole.status).toBe(409)
  })

  test('out of order: what was refunded before its receipt is heard of is no money', async () => {
    const { id, charge } = await issued()
    asaas.become(charge.id, 'REFUNDED', { clientPaymentDate: today })
    await acts.knock(notice(charge.id, 'PAYMENT_REFUNDED'))
    await acts.knock(notice(charge.id, 'PAYMENT_RECEIVED'))
    expect(await acts.payments(id)).toEqual([])
    expect(await acts.lines(id)).toMatchObject([{ verdict: 'estorno' }])
  })

  test('removed at Asaas, nobody is handed its line any more', async () => {
    const { uuid, charge } = await issued()
    asaas.become(charge.id, 'PENDING', { deleted: true })
    await acts.knock(notice(charge.id, 'PAYMENT_DELETED'))
    expect(await acts.billOf(uuid)).toMatchObject({ slip_state: 'recusado', bar_code: null })
  })

  test('cancelled here it is cancelled there, and what waits is on the bill', async () => {
    const { uuid, charge } = await issued()
    asaas.feel('fails')
    const reply = await acts.act(uuid, 'cancelar-boleto')
    expect(reply.body.message).toContain('está na fila')
    expect((await acts.paying(uuid)).progress).toMatchObject([
      { act: 'cancelar', waits: true, number: expect.any(String) },
    ])
    asaas.feel('well')
    await acts.again()
    expect(charge.deleted).toBe(true)
    expect((await acts.paying(uuid)).progress).toEqual([])
    expect((await acts.act(uuid, 'emitir-boleto')).status).toBe(200)
    expect(asaas.charges.at(-1)?.externalReference).not.toBe(charge.externalReference)
  })

  test('cancelled while its registration is unanswered, what was made there is cancelled too', async () => {
    asaas.feel('silent')
    const bill = await acts.bill()
    await acts.act(bill.uuid, 'emitir-boleto')
    const charge = asaas.charges.at(-1)
    asaas.feel('well')
    await acts.act(bill.uuid, 'cancelar-boleto')
    await acts.again()
    expect(charge?.deleted).toBe(true)
    expect(await acts.billOf(bill.uuid)).toMatchObject({ slip_state: null, bar_code: null })
  })

  test('paid there before it was cancelled: the money is written, and the cancelling says so', async () => {
    const { id, uuid, charge } = await issued()
    paid(charge.id)
    await acts.act(uuid, 'cancelar-boleto')
    expect((await acts.paying(uuid)).progress).toMatchObject([{ act: 'cancelar', waits: false }])
    expect(await acts.payments(id)).toMatchObject([{ value: 300, reference: charge.id }])
  })

  test('a wrong token, another company’s charge and an invented one move nothing', async () => {
    const { id, charge } = await issued()
    paid(charge.id)
    for (const wrong of ['', 'outro token qualquer', hook.slice(0, -1)])
      expect((await acts.knock(notice(charge.id), wrong)).status).toBe(403)
    const stranger = 'token-de-outra-empresa-com-32-caracteres'
    const other = await readyToCharge(
      world,
      { registration: 'asaas', empresa_id: world.companies.B },
      { provider: 'asaas', token: 'chave-da-outra-empresa-0001', hook: stranger },
    )
    expect((await acts.knock(notice(charge.id, 'PAYMENT_RECEIVED'), stranger)).status).toBe(200)
    const named = notice(charge.id, 'PAYMENT_RECEIVED', { externalReference: charge.externalReference })
    expect((await acts.knock(named, stranger)).status).toBe(200)
    expect(await acts.payments(id)).toEqual([])
    expect((await acts.knock(notice('pay_de_ninguem'))).status).toBe(200)
    // Our reference under a charge that is none of it.
    const forged = await issued()
    const lie = notice(charge.id, 'PAYMENT_RECEIVED', { externalReference: forged.charge.externalReference })
    await acts.knock(lie)
    expect(await acts.payments(forged.id)).toEqual([])
    expect((await acts.knock({ id: 'x', event: 'y', more: 'z'.repeat(70_000) })).status).toBe(413)
    expect((await world.call('staffA', 'GET', `checking-accounts/${other.uuid}/registro`)).status).toBe(404)
  })

  test('in homologation nothing is paid for real, and nobody is handed the line', async () => {
    await sql`update bill_slips set environment = 'homologacao' where environment = 'producao' and false`.execute(
      world.db,
    )
    const { id, uuid, charge } = await issued()
    await sql`update bill_slips set environment = 'homologacao' where bill_id = ${id}`.execute(world.db)
    await sql`update account_credentials set environment = 'homologacao' where checking_account_id = ${account.id}`.execute(
      world.db,
    )
    const paying = await acts.paying(uuid)
    expect(paying.pix).not.toContain(charge.id)
    expect(paying.test).toBe(true)
    await sql`update account_credentials set environment = 'producao' where checking_account_id = ${account.id}`.execute(
      world.db,
    )
  })

  test('keys are tested, and never told again', async () => {
    const path = `checking-accounts/${account.uuid}/registro`
    expect((await world.call('staffA', 'PUT', `${path}/testar`)).status).toBe(200)
    expect(Object((await world.call('staffA', 'GET', path)).body.data)).toMatchObject({
      lacks: [],
      has_key: true,
      test_error: null,
    })
    const wrong = { provider: 'asaas', token: 'canario-chave-errada-0123456789', hook }
    await world.call('superAdmin', 'PUT', `${path}/chaves`, { body: wrong })
    const failed = await world.call('staffA', 'PUT', `${path}/testar`)
    expect([failed.status, failed.text.includes('Chave inválida')]).toEqual([409, true])
    expect(Object((await world.call('staffA', 'GET', path)).body.data).test_error).toContain('Chave inválida')
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      world.db,
    )
    const telling: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select t::text as row from ${sql.table(name)} t`.execute(world.db)
      if (JSON.stringify(rows).includes('canario')) telling.push(name)
    }
    expect(telling).toEqual([])
  })
})
