import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Receivables } from '#features/billing/bills/receivables/api.ts'
import { remindOfDebts } from '#features/billing/bills/dunning/dunning.server.ts'
import { expectedMonths, shownMonths } from '#features/billing/bills/receivables/ageing.ts'
import { daysOfMonth, linkToDueBills, linkToOpen } from '#features/billing/bills/receivables/links.ts'
import { isBankDay } from '#kernel/calendar.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { fillSetting } from '#test/support/settings.ts'
import { dataOf, marksIn, openWorld, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const month = today.slice(0, 7)

describe('a month of bills', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await sql`update bills_to_receive set deleted_at = now()`.execute(world.db)
    await sql`
      update clients set active = true, contract_value = 1000, contract_billing_day = 31, contract_due_date = null,
        custom_contract_service_name = 'Assessoria' where not prospect`.execute(world.db)
    await sql`update clients_extra_services set value = 50, name = 'Licenças'`.execute(world.db)
  })
  afterAll(() => world?.close())

  const clientOf = (owner: 'A1' | 'A2' | 'B1') => world.target('clients', owner)
  interface Planned {
    readonly client: { readonly uuid: string; readonly name: string }
    readonly lines: readonly { readonly key: string; readonly value: number }[]
    readonly total: number
    readonly due: string
  }
  interface Told {
    readonly bills: readonly Planned[]
    readonly exceptions: readonly { readonly kind: string; readonly client: { readonly uuid: string } }[]
    readonly runs: readonly { readonly uuid: string; readonly bills: number; readonly kept: number }[]
  }
  const preview = async (who = 'staffA', of = month): Promise<Told> =>
    Object((await world.call(who, 'GET', `bills-to-receive/faturar?month=${of}&due=seguinte`)).body)
  const asked = (bills: readonly Planned[]) =>
    bills.map(({ client, lines, total, due }) => ({
      client: client.uuid,
      lines: lines.map(({ key }) => key),
      total,
      due,
    }))
  const bill = (bills: readonly object[], who = 'staffA', of = month) =>
    world.call(who, 'POST', 'bills-to-receive/faturar', {
      body: { month: of, due: 'seguinte', finance_type_id: 1, bills },
    })
  const standing = async (of = month) =>
    (
      await sql<{ client_id: number; value: string; items: number }>`
        select client_id, value, (select count(*) from bills_to_receive_items i where i.parent_id = b.id)::int as items
        from bills_to_receive b where competence = ${of} and deleted_at is null and not called_off`.execute(world.db)
    ).rows

  test('is seen before it is made, by each of their own clients alone', async () => {
    const told = await preview()
    const uuids = told.bills.map(({ client }) => client.uuid)
    expect(uuids).toContain(clientOf('A1')?.uuid)
    expect(uuids).not.toContain(clientOf('B1')?.uuid)
    expect(await standing()).toEqual([])
    expect((await world.call('clientA', 'GET', `bills-to-receive/faturar?month=${month}`)).status).toBe(403)
    expect((await world.call('staffA', 'GET', 'bills-to-receive/faturar?month=2026-13')).status).toBe(422)
  })

  test('is made once, however many press at once, with what each bill is made of; and undone while nothing was paid', async () => {
    const { bills } = await preview()
    const replies = await Promise.all([bill(asked(bills)), bill(asked(bills)), bill(asked(bills), 'superAdmin')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const made = replies.map(({ body }) => Number(Object(body.data).bills))
    expect(made.toSorted((a, b) => b - a)).toEqual([bills.length, 0, 0])
    const rows = await standing()
    expect(rows).toHaveLength(bills.length)
    expect(rows.every(({ items }) => items > 0)).toBe(true)
    const after = await preview()
    expect(after.bills).toEqual([])
    expect(after.exceptions.filter(({ kind }) => kind === 'ja-faturado')).toHaveLength(bills.length)

    const one = rows.find(({ client_id }) => client_id === clientOf('A1')?.id)
    const uuid = (
      await sql<{ uuid: string }>`
        select uuid from bills_to_receive where client_id = ${one?.client_id ?? 0} and competence = ${month}`.execute(
        world.db,
      )
    ).rows[0]?.uuid
    await world.call('staffA', 'POST', `bills-to-receive/${uuid}/receber`, { body: { paid_on: today, value: 10 } })
    const [run] = (await preview()).runs
    expect(run).toMatchObject({ bills: bills.length, kept: 1 })
    expect((await world.call('staffB', 'PUT', `bills-to-receive/faturar/${run?.uuid}/desfazer`)).status).toBe(404)
    const undone = await world.call('staffA', 'PUT', `bills-to-receive/faturar/${run?.uuid}/desfazer`)
    expect(Object(undone.body.data)).toMatchObject({ bills: bills.length - 1, left: [{ reason: expect.any(String) }] })
    expect(await standing()).toHaveLength(1)
    expect((await preview()).bills).toHaveLength(bills.length - 1)
  })

  test('what is no longer as it was shown is not made, and said', async () => {
    const of = `${Number(today.slice(0, 4)) + 1}-03`
    const { bills } = await preview('staffA', of)
    const [first] = asked(bills)
    const foreign = (await preview('staffB', of)).bills
    const wrong = [
      { ...first, total: 1 },
      { ...first, due: '2020-01-01' },
      { ...first, lines: ['extra:999999'] },
    ]
    for (const each of wrong) {
      const { body } = await bill([each], 'staffA', of)
      expect(Object(body.data)).toMatchObject({ bills: 0, left: [{ reason: expect.stringContaining('mudou') }] })
    }
    const stolen = await bill(asked(foreign), 'staffA', of)
    expect(Object(stolen.body.data)).toMatchObject({ bills: 0 })
    expect([...marksIn(stolen.text)].filter(mark => mark.startsWith('B'))).toEqual([])
    expect((await bill([], 'staffA', of)).status).toBe(422)
    expect((await bill(asked(bills), 'clientA', of)).status).toBe(403)
    expect(await standing(of)).toEqual([])
  })

  test('a bill called off makes room for another, and does not come back beside it', async () => {
    const of = `${Number(today.slice(0, 4)) + 1}-04`
    const make = async () => {
      const own = (await preview('staffA', of)).bills.filter(({ client }) => client.uuid === clientOf('A1')?.uuid)
      await bill(asked(own), 'staffA', of)
      const { rows } = await sql<{ uuid: string }>`
        select uuid from bills_to_receive where competence = ${of} order by id desc limit 1`.execute(world.db)
      return rows[0]?.uuid
    }
    const first = await make()
    await world.call('staffA', 'PUT', `bills-to-receive/${first}/cancelar`)
    const second = await make()
    expect(second).not.toBe(first)
    expect((await world.call('staffA', 'PUT', `bills-to-receive/${first}/reabrir`)).status).toBe(409)
  })

  const late = async (days: number, value = 100, owner: 'A1' | 'A2' | 'B1' = 'A2') =>
    dataOf(
      await world.call('superAdmin', 'POST', 'bills-to-receive', {
        body: {
          client_id: clientOf(owner)?.id,
          finance_type_id: 1,
          issue_date: dayAfter(today, -400),
          due_date: dayAfter(today, -days),
          value,
        },
      }),
    )

  test('every number of what is to be received is that of the list it leads to', async () => {
    for (const days of [1, 30, 31, 60, 61, 90, 91, 300, 0, -6, -7, -27, -28, -90]) await late(days, 100 + days)
    const part = await late(45, 500)
    await world.call('staffA', 'POST', `bills-to-receive/${part.uuid}/receber`, {
      body: { paid_on: today, value: 100 },
    })
    await late(45, 777, 'B1')
    const told: Receivables = Object((await world.call('staffA', 'GET', 'bills-to-receive/recebimentos')).body)
    const listed = async (link: string, key: 'left' | 'net') => {
      const sums = (
        await world.call('staffA', 'GET', link.slice(1).replace('bills-to-receive?', 'bills-to-receive/soma?'))
      ).body
      const rows: readonly { bills: number; left: number; net: number }[] = Object(sums.data)
      return [
        rows.reduce((all, each) => all + each.bills, 0),
        Math.round(rows.reduce((all, each) => all + each[key], 0) * 100),
      ]
    }
    for (const band of [...told.bands, ...told.months])
      expect([band.from, ...(await listed(linkToOpen(band), 'left'))]).toEqual([
        band.from,
        band.bills,
        Math.round(band.left * 100),
      ])
    expect(told.bands.filter(({ bills }) => bills > 0).length).toBeGreaterThan(7)
    expect(told.course).toHaveLength(shownMonths + expectedMonths)
    for (const { month, asked, left } of told.course) {
      const days = daysOfMonth(month)
      expect([month, (await listed(linkToOpen(days), 'left'))[1]]).toEqual([month, Math.round(left * 100)])
      expect([month, (await listed(linkToDueBills(days), 'net'))[1]]).toEqual([month, Math.round(asked * 100)])
    }
    // What was paid of them is in no list of open bills, and must still be shown.
    expect(told.course.reduce((sum, { received }) => sum + received, 0)).toBeGreaterThanOrEqual(100)
    expect(told.companies.length).toBeGreaterThan(0)
    for (const { company, late: own, asked: whole } of told.companies) {
      expect(await listed(linkToOpen({ company, to: told.year.to }), 'left')).toEqual([
        own.bills,
        Math.round(own.left * 100),
      ])
      expect((await listed(linkToDueBills({ company, ...told.year }), 'net'))[1]).toBe(Math.round(whole * 100))
    }
    expect((await world.call('clientA', 'GET', 'bills-to-receive/recebimentos')).status).toBe(403)
    const reply = await world.call('staffA', 'GET', 'bills-to-receive/recebimentos')
    expect([...marksIn(reply.text)].filter(mark => mark.startsWith('B'))).toEqual([])
  })

  const period = `from=${dayAfter(today, -365)}&to=${today}`
  test('a client reads their own statement, whose balance is what the open bills come to, and nobody else’s', async () => {
    const own = await world.call('clientA', 'GET', `clients/${clientOf('A1')?.uuid}/extrato?${period}`)
    expect(own.status).toBe(200)
    expect([...marksIn(own.text)].filter(mark => !['ALL', 'A', 'A1'].includes(mark))).toEqual([])
    expect((await world.call('clientA', 'GET', `clients/${clientOf('B1')?.uuid}/extrato?${period}`)).status).toBe(404)
    expect((await world.call('clientA', 'GET', `clients/${clientOf('A2')?.uuid}/extrato/pdf?${period}`)).status).toBe(
      404,
    )
    expect((await world.call('clientA', 'GET', `clients/${clientOf('A1')?.uuid}/extrato/carta?${period}`)).status).toBe(
      403,
    )
    const of = Object(
      (await world.call('staffA', 'GET', `clients/${clientOf('A2')?.uuid}/extrato?from=2000-01-01&to=2004-01-01`)).body,
    )
    expect(of.lines).toEqual([])
    const whole = Object(
      (
        await world.call(
          'staffA',
          'GET',
          `clients/${clientOf('A2')?.uuid}/extrato?from=${dayAfter(today, -800)}&to=${today}`,
        )
      ).body,
    )
    const owed = whole.open.reduce((sum: number, each: { left: number }) => sum + Math.round(each.left * 100), 0)
    expect(owed).toBeGreaterThan(100_000)
    expect(Math.round(whole.closing * 100)).toBe(owed)
    expect(
      (await world.call('staffA', 'GET', `clients/${clientOf('A2')?.uuid}/extrato?from=${today}&to=2020-01-01`)).status,
    ).toBe(422)
  })

  test('a statement goes to a contact of the client, and to many with who is left out', async () => {
    const { uuid = '', id = 0 } = clientOf('A2') ?? {}
    await sql`delete from clients_mails where parent_id = ${id}`.execute(world.db)
    await sql`
      insert into clients_mails (parent_id, position, responsible, mail, types)
      values (${id}, 0, 'Técnico', 'noc@vale.example', '{Técnico}'), (${id}, 1, 'Rita', 'contas@vale.example', '{Financeiro}')`.execute(
      world.db,
    )
    const letter = Object((await world.call('staffA', 'GET', `clients/${uuid}/extrato/carta?${period}`)).body)
    expect(letter.contacts[0]).toEqual({ name: 'Rita', email: 'contas@vale.example', finance: true })
    const send = (email: string) =>
      world.call('staffA', 'POST', `clients/${uuid}/extrato/enviar`, {
        body: { from: dayAfter(today, -30), to: today, email },
      })
    expect((await send('quem@quer.example')).status).toBe(422)
    expect((await send('contas@vale.example')).status).toBe(200)
    const many = (clients: readonly (string | undefined)[], trial: boolean) =>
      world.call('staffA', 'POST', 'bills-to-receive/extratos', {
        body: { from: dayAfter(today, -30), to: today, clients, trial },
      })
    const mails = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from mails where kind = 'extrato'`.execute(world.db)).rows[0]
        ?.n
    expect(await mails()).toBe(1)
    expect(Object((await many([uuid], true)).body.data).sent).toEqual([
      expect.objectContaining({ email: 'contas@vale.example' }),
    ])
    expect(await mails()).toBe(1)
    expect((await many([uuid, clientOf('B1')?.uuid], false)).status).toBe(404)
    expect(await mails()).toBe(1)
    expect((await many([uuid, uuid], false)).status).toBe(200)
    expect(await mails()).toBe(2)
  })

  test('the ruler writes once a step, in one mail a client, and not to whom nobody should', async () => {
    const morning = new Date(`${workingDay()}T14:00:00Z`)
    const day = dayIn(morning).day
    const { uuid = '', id = 0 } = clientOf('A2') ?? {}
    await sql`update bills_to_receive set called_off = true where client_id <> ${id}`.execute(world.db)
    await sql`update bills_to_receive set called_off = true where client_id = ${id}`.execute(world.db)
    const bills = [await late(3), await late(3), await late(-50)]
    await sql`update bills_to_receive set due_date = ${dayAfter(day, -3)} where id = any(${bills.slice(0, 2).map(each => Number(each.id))})`.execute(
      world.db,
    )
    const run = (now = morning) => remindOfDebts(world.house, now)
    expect(await run()).toBe(0)
    await fillSetting(world.db, 'regua-cobranca', '-10, 0, 3')
    expect(await run(new Date(`${day}T04:00:00Z`))).toBe(0)
    expect((await Promise.all([run(), run(), run()])).toSorted()).toEqual([0, 0, 2])
    const { rows } = await sql<{ recipient: string; letter: { terms: string[] } }>`
      select recipient, letter from mails where kind = 'cobranca'`.execute(world.db)
    expect(rows.map(({ recipient }) => recipient)).toEqual(['contas@vale.example'])
    const terms = rows[0]?.letter.terms ?? []
    expect(terms.filter(term => term.startsWith('- '))).toHaveLength(2)
    expect(terms, 'each bill says how it is paid').toHaveLength(4)
    const told = Object((await world.call('staffA', 'GET', `bills-to-receive/${bills[0]?.uuid}/cobranca`)).body)
    expect(told.sent).toMatchObject([{ step: 3, recipient: 'contas@vale.example' }])

    await world.call('staffA', 'PUT', `clients/${uuid}/cobranca`, { body: { paused: true } })
    await sql`delete from bill_dunnings`.execute(world.db)
    expect(await run()).toBe(0)
    expect((await world.call('staffB', 'PUT', `clients/${uuid}/cobranca`, { body: { paused: false } })).status).toBe(
      404,
    )
    await world.call('staffA', 'PUT', `clients/${uuid}/cobranca`, { body: { paused: false } })
    await world.call('staffA', 'PUT', `bills-to-receive/${bills[0]?.uuid}/baixar`)
    expect(await run()).toBe(1)
  })

  test('goes into an account of the company that answers for each client, never into another’s', async () => {
    const of = '2032-03'
    const planned = (await preview('superAdmin', of)).bills
    await sql`update checking_accounts set deleted_at = now()`.execute(world.db)
    const account = async (company: number, name: string) =>
      (
        await sql<{ id: number }>`
          insert into checking_accounts (name, slug, empresa_id) values (${name}, ${name}, ${company}) returning id`.execute(
          world.db,
        )
      ).rows[0]?.id ?? 0
    const [ofA, ofB] = [await account(world.companies.A, 'conta-a'), await account(world.companies.B, 'conta-b')]
    const bodyOf = (owners: readonly ('A1' | 'B1')[], more: object) => ({
      month: of,
      due: 'seguinte',
      finance_type_id: 1,
      bills: asked(planned.filter(each => owners.some(owner => clientOf(owner)?.uuid === each.client.uuid))),
      ...more,
    })
    const billed = (owners: readonly ('A1' | 'B1')[], more: object = {}) =>
      world.call('superAdmin', 'POST', 'bills-to-receive/faturar', { body: bodyOf(owners, more) })
    // The account of A is chosen for both: that of B goes into B's only one.
    expect((await billed(['A1', 'B1'], { checking_account_id: ofA })).body.data).toMatchObject({ bills: 2, left: [] })
    const { rows } = await sql<{ client_id: number; checking_account_id: number }>`
      select client_id, checking_account_id from bills_to_receive where competence = ${of} order by client_id`.execute(
      world.db,
    )
    expect(new Map(rows.map(each => [each.client_id, each.checking_account_id]))).toEqual(
      new Map([
        [clientOf('A1')?.id, ofA],
        [clientOf('B1')?.id, ofB],
      ]),
    )
    await sql`delete from bills_to_receive where competence = ${of}`.execute(world.db)
    await account(world.companies.B, 'conta-b2')
    const { data } = (await billed(['B1'], { checking_account_id: ofA })).body
    expect(data).toMatchObject({ bills: 0, left: [{ reason: expect.stringContaining('2 contas correntes') }] })
    expect((await billed(['B1'], { checking_account_id: ofB })).body.data).toMatchObject({ bills: 1, left: [] })
  })

  /** A day banks open, not far. */
  const workingDay = () => [0, 1, 2, 3, 4, 5].map(n => dayAfter(today, n)).find(isBankDay) ?? today
})
