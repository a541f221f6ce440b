import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBankDay } from '#kernel/calendar.ts'
import { dayIn } from '#kernel/clock.ts'
import { verbsOf } from '#kernel/resource.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { bankReturns, returnLines } from '#features/billing/bills/returns/returned.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const daysFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

describe('bills to receive', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const draft = (more: object = {}) => ({
    client_id: world.target('clients', 'A1')?.id,
    finance_type_id: 1,
    issue_date: daysFrom(-60),
    due_date: daysFrom(10),
    value: 100,
    ...more,
  })
  const bill = async (more?: object) =>
    dataOf(await world.call('staffA', 'POST', 'bills-to-receive', { body: draft(more) }))

  test('each says in one word where it stands, and lists are narrowed by it', async () => {
    const late = await bill({ due_date: daysFrom(-12) })
    const now = await bill({ due_date: today })
    const coming = await bill()
    const [paid, gone] = [await bill({ due_date: daysFrom(-30) }), await bill()]
    await world.call('staffA', 'PUT', `bills-to-receive/${paid.uuid}/baixar`)
    await world.call('staffA', 'PUT', `bills-to-receive/${gone.uuid}/cancelar`)
    const stateOf = async ({ uuid }: { uuid: string }) =>
      dataOf(await world.call('staffA', 'GET', `bills-to-receive/${uuid}`)).state
    expect(await Promise.all([late, now, coming, paid, gone].map(stateOf))).toEqual([
      'em-atraso',
      // Until the banks open, it is in time.
      isBankDay(today) ? 'vence-hoje' : 'a-vencer',
      'a-vencer',
      'paga',
      'cancelada',
    ])
    const listed = await world.call('staffA', 'GET', 'bills-to-receive?filter[state]=em-atraso&per_page=100')
    const uuids = rowsOf(listed).map(({ uuid }) => uuid)
    expect(uuids).toContain(late.uuid)
    expect(uuids).not.toContain(now.uuid)
    expect(uuids).not.toContain(paid.uuid)
  })

  test.each(
    [bills, billPayments, serviceInvoices, orderServices, bankReturns, returnLines].map(of => [of.path, of] as const),
  )('%s are facts of the accounts: no switch hides them', async (path, of) => {
    expect(verbsOf(of)).not.toContain('disable')
    const { status } = await world.call('adminA', 'PUT', `${path}/disable`, { body: { ids: [1] } })
    expect([404, 405]).toContain(status)
  })

  test('three of one client in one month are told apart by their names', async () => {
    const names = [await bill({ order: 1 }), await bill({ billet_number: '77001' }), await bill()].map(
      ({ name }) => name,
    )
    expect(new Set(names).size).toBe(3)
    const [year, month] = daysFrom(10).split('-').map(Number)
    const said = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'][(month ?? 1) - 1]
    for (const name of names) expect(name).toContain(` · ${said}/${year} · `)
    expect(names[1]).toContain('nº\u00a077001')
  })

  test('what a list asks for is added up whole, for nobody beyond what they see', async () => {
    await bill({ value: 1_000, discount: 50.5, fees: 1.25, billet_number: 'SOMA1' })
    await bill({ value: 200, due_date: daysFrom(-3), billet_number: 'SOMA2' })
    const sums = async (who: string) =>
      (await world.call(who, 'GET', 'bills-to-receive/soma?search=SOMA&per_page=1')).body
    expect((await sums('staffA')).data).toEqual(
      expect.arrayContaining([
        { state: 'a-vencer', bills: 1, net: 950.75, left: 950.75 },
        { state: 'em-atraso', bills: 1, net: 200, left: 200 },
      ]),
    )
    expect((await sums('staffB')).data).toEqual([])
    expect((await world.call('clientA', 'GET', 'bills-to-receive/soma')).status).toBe(403)
  })

  test.each([
    [{ due_date: daysFrom(-90) }, 'due_date'],
    [{ discount: 500 }, 'discount'],
    [{ bar_code: 'abc' }, 'bar_code'],
    [{ bar_code: '00190.00009 01149.718601 68524.522114 7 75860000102656' }, 'bar_code'],
  ])('refuses what contradicts itself: %j', async (more, field) => {
    const made = await world.call('staffA', 'POST', 'bills-to-receive', { body: draft(more) })
    expect(made.status).toBe(422)
    expect(made.body.errors).toHaveProperty(field)
    const { uuid } = await bill()
    const changed = await world.call('staffA', 'PUT', `bills-to-receive/${uuid}`, { body: draft(more) })
    expect(changed.status).toBe(422)
    expect(changed.body.errors).toHaveProperty(field)
  })

  test('takes a boleto’s line as it is typed', async () => {
    const line = '00190.00009 01149.718601 68524.522114 6 75860000102656'
    expect((await bill({ bar_code: line })).bar_code).toBe(line)
  })

  test('a client’s list says which paper or bill is missing or past', async () => {
    await bill({ issue_date: '2026-01-01', due_date: '2026-01-05' })
    const { uuid } = world.target('clients', 'A1') ?? {}
    const told = dataOf(await world.call('staffA', 'GET', `clients/${uuid}`))
    const names = String(told.pendency_names).split('; ')
    expect(names).toContain('Conta a receber (venceu em 05/01/2026)')
    expect(told.have_pendencies).toBe(true)
    expect(names.filter(each => each.endsWith('(falta)')).length).toBeGreaterThan(0)
  })
})
