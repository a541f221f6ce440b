import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costOn, debtOf } from '#features/billing/bills/bill/charges.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { remindOfDebts } from '#features/billing/bills/dunning/dunning.server.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { markRegistered } from '#features/billing/bills/slip/slips.server.ts'
import { isBankDay } from '#kernel/calendar.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { showMoney } from '#kernel/show.ts'
import { fillSetting } from '#test/support/settings.ts'
import { dataOf, openWorld, rowsOf, type Principal, type World } from '#test/support/world.ts'

// Twelve bills, and every place where the product states what one costs today: each bill has one sum.

const today = dayIn(new Date()).day
const dayOfWeek = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const days = (from: number) => Array.from({ length: 30 }, (_, n) => dayAfter(today, from + n * Math.sign(from || 1)))
/** The next Saturday, and the last whose bank day has passed for sure. */
const [saturday = '', pastSaturday = ''] = [days(0), days(-6)].map(all => all.find(day => dayOfWeek(day) === 6))
/** The day before which banks were closed until today, or today itself: in time today at the latest. */
const bankDay = days(0).find(isBankDay) ?? today

interface PricedBill {
  readonly about: string
  readonly due_date: string
  readonly [field: string]: unknown
  /** Reais received already. */
  readonly paid?: number
  /** What it costs, in cents, so many days after its due day; 0 in time. */
  readonly price: (late: number) => number
}
const value = 1_000
const late = (left: number, fine: number, interest: number) => (n: number) =>
  n === 0 ? left : left + Math.round((left * fine) / 100) + Math.round((left * interest * n) / 3_000)
const usual = late(100_000, 2, 1)
const priced: readonly PricedBill[] = [
  { about: 'ahead', due_date: dayAfter(today, 10), price: usual },
  { about: 'due today', due_date: today, price: usual },
  { about: 'on a Saturday, in time', due_date: saturday, price: usual },
  { about: 'on a Saturday, late', due_date: pastSaturday, price: usual },
  { about: 'very late', due_date: dayAfter(today, -40), price: usual },
  { about: 'late and paid in part', due_date: dayAfter(today, -40), paid: 400, price: late(60_000, 2, 1) },
  { about: 'a discount for ever', due_date: dayAfter(today, -40), discount: 100, price: late(90_000, 2, 1) },
  {
    about: 'a discount that still applies',
    due_date: dayAfter(today, 12),
    discount: 50,
    discount_until: dayAfter(today, 8),
    price: () => 95_000,
  },
  {
    about: 'a discount whose day passed',
    due_date: dayAfter(today, 12),
    discount: 50,
    discount_until: dayAfter(today, -1),
    price: usual,
  },
  { about: 'fees of its own', due_date: dayAfter(today, -40), fees: 12.34, price: () => 101_234 },
  { about: 'an account with other rates', due_date: dayAfter(today, -40), other: true, price: late(100_000, 5, 3) },
  { about: 'due at the end of this week’s grace', due_date: bankDay, price: usual },
]

/** Days late on a day, counted by hand: a bill is in time until the first day banks open. */
function daysLateOn(due: string, on: string) {
  let last = due
  while (!isBankDay(last)) last = dayAfter(last, 1)
  return on <= last ? 0 : Math.round((Date.parse(on) - Date.parse(due)) / 86_400_000)
}

describe('the price of a bill', () => {
  let world: World
  const made: { readonly id: number; readonly uuid: string; readonly bill: PricedBill }[] = []
  const account = (name: string, more: object) =>
    world.make(checkingAccounts, 'A1', {
      name,
      empresa_id: world.companies.A,
      bank: 756,
      agency: '4277',
      agency_digit: '3',
      account: '6498',
      account_digit: '0',
      wallet: '1',
      agreement: '172278',
      next_number: 1,
      pix_kind: 'email',
      pix_key: 'pix@farol.com.br',
      fine_percent: null,
      interest_percent: null,
      ...more,
    })
  const client = () => world.target('clients', 'A1')

  beforeAll(async () => {
    world = await openWorld()
    await sql`update bills_to_receive set deleted_at = now()`.execute(world.db)
    await sql`update late_charges set deleted_at = now()`.execute(world.db)
    await sql`insert into late_charges (since, fine, interest) values ('2000-01-01', 2, 1)`.execute(world.db)
    await sql`update empresas set cnpj = '11222333000181', razao_social = 'Farol Ltda',
      municipio_id = (select id from cities where ibge = 3554102) where id = ${world.companies.A}`.execute(world.db)
    const own = await account('Sicoob', {})
    const other = await account('Outra', { fine_percent: 5, interest_percent: 3 })
    for (const bill of priced) {
      const { about, price: _, paid, other: isOther, ...fields } = bill
      const row = await world.make(bills, 'A1', {
        checking_account_id: isOther ? other.id : own.id,
        issue_date: dayAfter(today, -60),
        value,
        percent: null,
        billet_number: about,
        bar_code: null,
        discount: null,
        discount_until: null,
        fees: null,
        tariff: null,
        traffic_ticket: null,
        ...fields,
      })
      made.push({ id: row.id, uuid: row.uuid, bill })
      if (paid)
        await world.call('staffA', 'POST', `bills-to-receive/${row.uuid}/receber-ajustado`, {
          body: { paid_on: dayAfter(today, -41), value: paid, fine: 0, interest: 0 },
        })
    }
  })
  afterAll(() => world?.close())

  const expected = (on = today) =>
    Object.fromEntries(priced.map(({ about, due_date, price }) => [about, price(daysLateOn(due_date, on)) / 100]))
  const each = async (read: (uuid: string) => Promise<number>) =>
    Object.fromEntries(await Promise.all(made.map(async ({ uuid, bill }) => [bill.about, await read(uuid)] as const)))
  const get = async (who: string, url: string) => (await world.call(who, 'GET', url)).body
  const download = async (who: Principal, url: string) => {
    const { rawPayload } = await world.app.inject({
      url: `/api/v1/${url}`,
      headers: { authorization: `Bearer ${await world.enter(who, world.people[who])}` },
    })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
    return text.replace(/\s+/g, ' ')
  }
  /** The amount a Pix asks for (EMV field 54). */
  const pixAmount = (pix: unknown) => Number(/54\d\d(\d+\.\d\d)58/.exec(String(pix))?.[1])

  test('is one in the dialog, beside the boleto and in its Pix', async () => {
    expect(await each(async uuid => Object(await get('staffA', `bills-to-receive/${uuid}/recebimento`)).total)).toEqual(
      expected(),
    )
    const paying = (who: string) => (uuid: string) =>
      get(who, `bills-to-receive/${uuid}/pagamento`).then(({ data }) => Object(data))
    expect(await each(async uuid => (await paying('staffA')(uuid)).total)).toEqual(expected())
    expect(await each(async uuid => pixAmount((await paying('clientA')(uuid)).pix))).toEqual(expected())
  })

  const priceOfRow = (row: object) => {
    const read = Object(row)
    return costOn(debtOf({ ...read, left_cents: Math.round(read.left * 100) }), today).total / 100
  }

  test('is the same of the rows of a list', async () => {
    const listed = rowsOf(await world.call('staffA', 'GET', 'bills-to-receive?per_page=100'))
    expect(await each(async uuid => priceOfRow(listed.find(found => found.uuid === uuid) ?? {}))).toEqual(expected())
  })

  test('is the same of the answer to one bill, alone and from the order of service it is of', async () => {
    const read = async (uuid: string) => dataOf(await world.call('staffA', 'GET', `bills-to-receive/${uuid}`))
    expect(await each(async uuid => priceOfRow(await read(uuid)))).toEqual(expected())
    const { rows: orders } = await sql<{ bill: string; uuid: string }>`
      with made as (
        insert into order_services (client_id, empresa_id, vencimento, valor_servico, descricao_servico, criar_contas_a_receber, bill_id)
        select client_id, ${world.companies.A}, due_date, value, 'Assessoria', true, id from bills_to_receive
        where id = any(${made.map(({ id }) => id)}::bigint[]) returning uuid, bill_id)
      select b.uuid as bill, made.uuid from made join bills_to_receive b on b.id = made.bill_id`.execute(world.db)
    const orderOf = async (bill: string) => {
      const found = orders.find(each => each.bill === bill)
      return dataOf(await world.call('staffA', 'GET', `order-services/${found?.uuid}`))
    }
    expect(await each(async uuid => priceOfRow(await read(String(Object((await orderOf(uuid)).bill).uuid))))).toEqual(
      expected(),
    )
    expect(await each(async uuid => Number((await orderOf(uuid)).bill_state === 'em-atraso'))).toEqual(
      Object.fromEntries(priced.map(({ about, due_date }) => [about, Number(daysLateOn(due_date, today) > 0)])),
    )
    expect(await each(async uuid => Number((await orderOf(uuid)).valor_servico))).toEqual(
      Object.fromEntries(priced.map(({ about }) => [about, value])),
    )
  })

  test('is the same in the statement, on its paper and among what a client has to do', async () => {
    const from = dayAfter(today, -90)
    const statement = Object(await get('staffA', `clients/${client()?.uuid}/extrato?from=${from}&to=${today}`))
    const open = (uuid: string) => Object(statement.open.find((found: { uuid: string }) => found.uuid === uuid))
    expect(await each(async uuid => open(uuid).today)).toEqual(expected())
    expect(await each(async uuid => pixAmount(open(uuid).pix))).toEqual(expected())
    const paper = await download('staffA', `clients/${client()?.uuid}/extrato/pdf?from=${from}&to=${today}`)
    for (const [about, price] of Object.entries(expected()))
      expect(paper, `${about}`).toContain(showMoney(price).replace(/\s/g, ' '))
    const { data: owed } = await get('clientA', 'users/me/pendencias')
    const listed = (uuid: string) => Object(Object(owed).find((found: { uuid: string }) => found.uuid === uuid))
    expect(await each(async uuid => listed(uuid).amount)).toEqual(expected())
    expect(await each(async uuid => Number(listed(uuid).late))).toEqual(
      Object.fromEntries(priced.map(({ about, due_date }) => [about, Number(daysLateOn(due_date, today) > 0)])),
    )
  })

  test('is late in every place on the same day', async () => {
    const late = priced.filter(({ due_date }) => daysLateOn(due_date, today) > 0).map(({ about }) => about)
    const listed = rowsOf(await world.call('staffA', 'GET', 'bills-to-receive?filter[state]=em-atraso&per_page=100'))
    expect(listed.map(({ billet_number }) => billet_number).toSorted()).toEqual(late.toSorted())
    const { pendency_names } = dataOf(await world.call('staffA', 'GET', `clients/${client()?.uuid}`))
    const told = String(pendency_names)
      .split('; ')
      .filter(name => name.startsWith('Conta a receber'))
    expect(told).toHaveLength(late.length)
    const { bands, companies } = Object(await get('staffA', 'bills-to-receive/recebimentos'))
    const sum = (all: readonly { bills: number }[]) => all.reduce((count, { bills: more }) => count + more, 0)
    expect(sum(bands.filter((band: { late: boolean }) => band.late))).toBe(late.length)
    expect(sum(companies.map((company: { late: { bills: number } }) => company.late))).toBe(late.length)
  })

  test('is the same in a letter, which says how it is paid', async () => {
    await sql`update clients_mails set mail = 'contas@vale.example', types = array['financeiro'] where parent_id = ${client()?.id}`.execute(
      world.db,
    )
    await fillSetting(world.db, 'regua-cobranca', '-40, +1')
    await remindOfDebts(world.house, new Date(`${bankDay}T14:00:00Z`))
    const { rows } = await sql<{
      letter: { terms: string[] }
    }>`select letter from mails where kind = 'cobranca'`.execute(world.db)
    const terms = rows[0]?.letter.terms ?? []
    for (const [about, price] of Object.entries(expected(bankDay))) {
      const line = terms.find(term => term.includes(`nº ${about}`)) ?? ''
      expect(line, `${about}`).toContain(showMoney(price))
      expect(pixAmount(terms[terms.indexOf(line) + 1]), `${about}`).toBe(price)
    }
  })

  test('a boleto without an answer of its bank hands out no digits anywhere, and with it everywhere', async () => {
    const own = made.find(({ bill }) => bill.about === 'ahead')
    const issued = await world.call('staffA', 'PUT', `bills-to-receive/${own?.uuid}/emitir-boleto`)
    expect(issued.status, `${issued.text}`).toBe(200)
    const { rows } = await sql<{ id: number; line: string }>`
      select id::float8 as id, line from bill_slips where bill_id = ${own?.id}`.execute(world.db)
    const [slip] = rows
    const from = dayAfter(today, -90)
    const places = [
      `bills-to-receive/${own?.uuid}`,
      `bills-to-receive/${own?.uuid}/pagamento`,
      `clients/${client()?.uuid}/extrato?from=${from}&to=${today}`,
      'users/me/pendencias',
    ]
    const shown = async () =>
      Promise.all(places.map(async url => JSON.stringify(await get('clientA', url)).includes(String(slip?.line))))
    expect(await shown()).not.toContain(true)
    await markRegistered({ sql: world.db }, slip?.id ?? 0)
    expect((await shown()).slice(1)).toEqual([true, true, true])
    const paper = await download('clientA', `bills-to-receive/${own?.uuid}/boleto`)
    expect(paper).toContain('multa de 2,00')
  })
})
