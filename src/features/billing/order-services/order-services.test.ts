import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { localEmitter } from '#features/billing/invoices/local.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { Unanswered } from '#server/outbound.ts'
import { equip, serviceCode } from '#test/support/ordering.ts'
import { dataOf, openWorld, rowsOf, type Reply, type World } from '#test/support/world.ts'

// An order is made of what its preview showed: all of it, once, or nothing.

const today = dayIn(new Date()).day
const due = dayAfter(today, 20)

describe('service orders', () => {
  let world: World
  let account = 0
  let now = new Date()
  /** Notes go nowhere until they are sent. */
  let down = true
  const emitter: Integration = {
    ...localEmitter,
    send: async (...given) => {
      if (down) throw new Unanswered('emissor: fora do ar')
      return localEmitter.send?.(...given) ?? { state: 'falhou', why: '' }
    },
  }
  beforeAll(async () => {
    world = await openWorld({
      fittings: { now: () => now, pace: { pollMs: 3_600_000 }, integrations: [emitter] },
    })
    ;({ account } = await equip(world.db, world.companies.A, client()))
  })
  afterAll(() => world?.close())

  const client = (owner: 'A1' | 'A2' | 'B1' = 'A1') => world.target('clients', owner)?.id ?? 0
  const asked = (more: object = {}) => ({
    vencimento: due,
    descricao_servico: 'Assessoria de novembro',
    valor_servico: 480.5,
    ...more,
  })
  const all = { criar_contas_a_receber: true, gerar_nota_fiscal: true, gerar_boleto: true }
  const order = (
    body: object,
    { who = 'staffA', of = client(), key }: { who?: string; of?: number; key?: string } = {},
  ) =>
    world.call(who, 'POST', `clients/${of}/order-services`, {
      body,
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const preview = async (body: object, who = 'staffA') =>
    (await world.call(who, 'POST', `clients/${client()}/order-services/previa`, { body })).body.data as Plan
  const read = async (uuid: string, who = 'staffA') => dataOf(await world.call(who, 'GET', `order-services/${uuid}`))
  const count = async (table: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(world.db)).rows[0]?.n ?? 0
  const counts = async () =>
    Object.fromEntries(await Promise.all(tables.map(async table => [table, await count(table)] as const)))
  /** Sends what waits. */
  const send = async () => {
    await world.runner.settled()
    down = false
    now = new Date(now.getTime() + 90_000)
    world.house.events.tell({ of: integrationQueues, uuid: '' })
    await world.runner.settled()
    down = true
  }

  test('with no switch only the order is kept, and it says so', async () => {
    const before = await counts()
    expect(await preview(asked())).toMatchObject({ bill: null, note: null, slip: null })
    const made = await order(asked())
    expect(made.status).toBe(201)
    expect(dataOf(made)).toMatchObject({ state: 'registrada', bill_id: null, invoice_id: null, slip_state: null })
    expect(await counts()).toEqual({ ...before, order_services: (before.order_services ?? 0) + 1 })
  })

  test('what the preview shows is what comes of it: a bill, a note and a boleto', async () => {
    const before = await counts()
    const plan = await preview(asked(all))
    expect(await counts()).toEqual(before)
    const made = dataOf(await order(asked(all)))
    const bill = dataOf(await world.call('staffA', 'GET', `bills-to-receive/${made.bill_id}`))
    const note = dataOf(await world.call('staffA', 'GET', `service-invoices/${made.invoice_id}`))
    expect(plan.bill?.made).toEqual({
      due_date: bill.due_date,
      value: bill.value,
      subject: bill.subject,
      finance_type: Object(bill.finance_type).name,
    })
    expect(plan.note?.made).toMatchObject({
      number: note.number,
      serie: note.series,
      value: note.value,
      iss_value: note.iss_value,
    })
    expect(plan.note?.made?.taker).toContain(note.taker_name)
    expect(plan.slip?.made).toMatchObject({ due_date: due, value: 480.5 })
    expect(bill).toMatchObject({
      value: 480.5,
      due_date: due,
      checking_account_id: account,
      slip_state: 'nao-registrado',
    })
    expect(made).toMatchObject({ state: 'em-andamento', invoice_state: 'pendente', slip_state: 'nao-registrado' })
    expect(made.name).toBe(`OS ${made.id} · Assessoria de novembro`)
  })

  test.each([
    ['a boleto of no bill', { gerar_boleto: true }, 'gerar_boleto'],
    ['a day that passed', { criar_contas_a_receber: true, vencimento: dayAfter(today, -1) }, 'vencimento'],
    ['a service the company does not render', { gerar_nota_fiscal: true, servico: '999999' }, 'servico'],
    ['nothing to pay', { criar_contas_a_receber: true, valor_servico: 0 }, 'valor_servico'],
    ['an account of nobody', { ...all, checking_account_id: 999_999 }, 'checking_account_id'],
  ])('refuses %s in words, and makes nothing', async (_what, more, field) => {
    const before = await counts()
    const refused = await order(asked(more))
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toHaveProperty(field)
    expect(await counts()).toEqual(before)
  })

  test('says what a note lacks, of whom, and where that is set right', async () => {
    await sql`update empresas set inscricao_municipal = null, regime = null where id = ${world.companies.A}`.execute(
      world.db,
    )
    const { note } = await preview(asked(all))
    await equip(world.db, world.companies.A, client())
    await sql`delete from checking_accounts where id > ${account}`.execute(world.db)
    expect(note?.made).toBeNull()
    expect(note?.refusal?.text).toBe('Para a nota falta: inscrição municipal e regime tributário.')
    expect(note?.refusal?.link?.path).toMatch(/^\/empresas\//)
  })

  test('asks which service a note is of where there are several, and takes the one that is chosen', async () => {
    await sql`
      insert into empresas_servicos (parent_id, position, codigo, descricao) values (${world.companies.A}, 1, '010701', 'Suporte')`.execute(
      world.db,
    )
    const several = await preview(asked({ gerar_nota_fiscal: true }))
    const chosen = await preview(asked({ gerar_nota_fiscal: true, servico: serviceCode }))
    await sql`delete from empresas_servicos where codigo = '010701'`.execute(world.db)
    expect(several.note?.refusal).toMatchObject({ field: 'servico' })
    expect(several.services).toHaveLength(2)
    expect(chosen.note?.made?.service).toContain(serviceCode)
  })

  test('asked for twelve times at once under one key it is made once, and again it is the same answer', async () => {
    const before = await counts()
    const replies = await Promise.all(Array.from({ length: 12 }, () => order(asked(all), { key: 'doze-de-uma-vez' })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(reply => dataOf(reply).uuid)).size).toBe(1)
    expect(dataOf(await order(asked(all), { key: 'doze-de-uma-vez' })).uuid).toBe(dataOf(replies[0] as Reply).uuid)
    const other = await order(asked({ ...all, valor_servico: 1 }), { key: 'doze-de-uma-vez' })
    expect(other.status).toBe(422)
    expect(await counts()).toEqual(oneMore(before))
  })

  test('twelve different ones at once get twelve notes and twelve boletos with numbers of their own', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => order(asked({ ...all, valor_servico: n + 1 }))),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201))
    const { rows } = await sql<{ notes: number; slips: number; n: number }>`
      select count(distinct i.number)::int as notes, count(distinct s.number)::int as slips, count(*)::int as n
      from order_services o join service_invoices i on i.id = o.invoice_id join bill_slips s on s.bill_id = o.bill_id
      where o.id = any(${replies.map(reply => dataOf(reply).id)}::bigint[])`.execute(world.db)
    expect(rows[0]).toEqual({ notes: 12, slips: 12, n: 12 })
  })

  test('is no way to another client, another company, a prospect, or one that left', async () => {
    const before = await counts()
    expect((await order(asked(), { of: client('B1') })).status).toBe(404)
    expect((await order(asked(), { who: 'staffB' })).status).toBe(404)
    expect((await order(asked(), { of: world.target('prospectos', 'A1')?.id ?? 0 })).status).toBe(404)
    expect((await order(asked(), { who: 'clientA' })).status).toBe(403)
    expect((await order(asked({ client_id: client('B1') }))).body.errors).toHaveProperty('client_id')
    expect((await order(asked({ bill_id: 1, empresa_id: world.companies.B }))).body.errors).toMatchObject({
      bill_id: [expect.any(String)],
      empresa_id: [expect.any(String)],
    })
    await sql`update clients set active = false where id = ${client('A2')}`.execute(world.db)
    expect((await order(asked(), { of: client('A2') })).status).toBe(409)
    await sql`update clients set active = true where id = ${client('A2')}`.execute(world.db)
    expect(await counts()).toEqual(before)
  })

  test('charges by no account of another company, whoever asks', async () => {
    const { account: theirs } = await equip(world.db, world.companies.B, client('B1'))
    for (const who of ['staffA', 'superAdmin']) {
      const refused = await order(asked({ ...all, checking_account_id: theirs }), { who })
      expect(refused.status).toBe(422)
      expect(refused.body.errors).toHaveProperty('checking_account_id')
    }
  })

  test('is made by nobody who may not make what it brings about', async () => {
    const role = (name: string) =>
      sql`
      delete from profiles_profile_roles where role = ${name}
        and parent_id = (select profile_id from users where id = ${world.people.staffA})`.execute(world.db)
    const { rows: held } = await sql<object>`
      select * from profiles_profile_roles where role in ('bills-to-receive.store', 'service-invoices.emitir', 'bills-to-receive.emitir-boleto')
        and parent_id = (select profile_id from users where id = ${world.people.staffA})`.execute(world.db)
    expect(held).toHaveLength(3)
    await role('service-invoices.emitir')
    await world.enter('staffA', world.people.staffA)
    expect((await order(asked({ gerar_nota_fiscal: true }))).body.errors).toHaveProperty('gerar_nota_fiscal')
    expect((await order(asked({ criar_contas_a_receber: true }))).status).toBe(201)
    await role('bills-to-receive.store')
    await world.enter('staffA', world.people.staffA)
    expect((await order(asked({ criar_contas_a_receber: true }))).body.errors).toHaveProperty('criar_contas_a_receber')
    await sql`
      insert into profiles_profile_roles (parent_id, position, role)
      select profile_id, 900 + r.n, r.role from users, unnest(array['bills-to-receive.store', 'service-invoices.emitir']) with ordinality r (role, n)
      where users.id = ${world.people.staffA}`.execute(world.db)
    await world.enter('staffA', world.people.staffA)
  })

  test('people of the client list theirs and download both papers, without the house’s own fields', async () => {
    const { uuid } = dataOf(await order(asked(all)))
    const early = await world.call('clientA', 'GET', `order-services/${uuid}/nota-fiscal`)
    expect(early.status).toBe(409)
    expect(early.body.message).toMatch(/^Nota: pendente\./)
    expect((await world.call('clientA', 'GET', `order-services/${uuid}/nota-fiscal-url`)).status).toBe(409)
    await send()
    const listed = rowsOf(await world.call('clientA', 'GET', `clients/${client()}/order-services`))
    const own = listed.find(each => each.uuid === uuid)
    expect(own).toMatchObject({ invoice_state: 'autorizada', slip_state: 'nao-registrado' })
    for (const name of ['finance_type', 'servico', 'checking_account', 'empresa']) expect(own).not.toHaveProperty(name)
    const { number } = dataOf(
      await world.call('staffA', 'GET', `service-invoices/${Object(await read(uuid)).invoice_id}`),
    )
    for (const [paper, name] of [
      ['nota-fiscal', `nfse-${number}.pdf`],
      ['boleto', `boleto-nfse-${number}.pdf`],
    ] as const) {
      const told = Object((await world.call('clientA', 'GET', `order-services/${uuid}/${paper}-url`)).body.data)
      expect(told).toEqual({ name, url: expect.stringContaining(`/api/v1/order-services/${uuid}/${paper}`) })
      const file = await world.call('clientA', 'GET', new URL(told.url).pathname)
      expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
      expect(file.headers['content-disposition']).toContain(name)
      expect(file.text).toContain('%PDF-')
      expect((await world.call('clientB', 'GET', `order-services/${uuid}/${paper}`)).status).toBe(404)
      expect((await world.call('staffB', 'GET', `order-services/${uuid}/${paper}`)).status).toBe(404)
    }
  })

  test('its bill goes into the account of the client’s company, and into no other', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into checking_accounts (name, slug, empresa_id) values ('Farol', 'farol', ${world.companies.B}) returning id`.execute(
      world.db,
    )
    const own = { criar_contas_a_receber: true }
    const refused = await order(asked({ ...own, checking_account_id: rows[0]?.id }), { who: 'superAdmin' })
    expect(refused).toMatchObject({ status: 422, body: { errors: { checking_account_id: expect.anything() } } })
    const { bill_id } = dataOf(await order(asked(own), { who: 'superAdmin' }))
    const bill = dataOf(await world.call('superAdmin', 'GET', `bills-to-receive/${bill_id}`))
    const { rows: mine } = await sql<{ ids: readonly number[] }>`
      select array_agg(id::int) as ids from checking_accounts
      where empresa_id = ${world.companies.A} and active and deleted_at is null`.execute(world.db)
    expect(mine[0]?.ids).toEqual([account])
    expect(bill.checking_account_id).toBe(account)
  })

  test('called off, what can be undone is undone, as it was said before', async () => {
    const { uuid } = dataOf(await order(asked(all)))
    await world.runner.settled()
    const told = (await world.call('staffA', 'GET', `order-services/${uuid}/cancelamento`)).body.data as readonly Told[]
    expect(told.map(({ piece, ends }) => `${piece} ${ends}`)).toEqual(['slip true', 'bill true', 'note true'])
    const cancel = (ends: readonly string[], who = 'staffA') =>
      world.call(who, 'PUT', `order-services/${uuid}/cancelar`, { body: { ends } })
    expect((await cancel([])).status).toBe(409)
    expect((await cancel(['bill', 'note', 'slip'], 'staffB')).status).toBe(404)
    expect((await cancel(['bill', 'note', 'slip'], 'clientA')).status).toBe(403)
    expect((await cancel(['bill', 'note', 'slip'])).status).toBe(200)
    expect((await cancel(['bill', 'note', 'slip'])).status).toBe(409)
    await send()
    expect(await read(uuid)).toMatchObject({
      state: 'cancelada',
      bill_state: 'cancelada',
      invoice_state: 'cancelada',
      slip_state: 'cancelado',
    })
    const { rows } = await sql<{ state: string }>`
      select q.state from integration_queues q join order_services o on o.uuid = ${uuid}
        join service_invoices i on i.id = o.invoice_id where q.key = i.uuid || ':emitir'`.execute(world.db)
    expect(rows).toEqual([{ state: 'cancelado' }])
    expect((await world.call('clientA', 'GET', `order-services/${uuid}/boleto`)).status).toBe(409)
  })

  test('called off later, money that came in and a note that was authorised stay, and are named', async () => {
    const { uuid, bill_id } = dataOf(await order(asked(all)))
    await send()
    expect((await world.call('staffA', 'PUT', `bills-to-receive/${bill_id}/baixar`)).status).toBe(200)
    const told = (await world.call('staffA', 'GET', `order-services/${uuid}/cancelamento`)).body.data as readonly Told[]
    expect(told.every(({ ends }) => !ends)).toBe(true)
    expect(told.find(({ piece }) => piece === 'note')?.link?.path).toMatch(/^\/service-invoices\//)
    expect((await world.call('staffA', 'PUT', `order-services/${uuid}/cancelar`, { body: { ends: [] } })).status).toBe(
      200,
    )
    expect(await read(uuid)).toMatchObject({
      state: 'nota-por-cancelar',
      bill_state: 'paga',
      invoice_state: 'autorizada',
    })
    const listed = async () =>
      rowsOf(await world.call('staffA', 'GET', 'order-services?filter[state]=nota-por-cancelar')).map(each => each.uuid)
    expect(await listed()).toEqual([uuid])
    await sql`
      update service_invoices set state = 'cancelada'
      where id = (select invoice_id from order_services where uuid::text = ${String(uuid)})`.execute(world.db)
    expect(await listed()).toEqual([])
  })

  test('twelve who call it off at once do so once', async () => {
    const { uuid } = dataOf(await order(asked(all)))
    await world.runner.settled()
    const body = { ends: ['bill', 'note', 'slip'] }
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => world.call('staffA', 'PUT', `order-services/${uuid}/cancelar`, { body })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)])
  })
})

const tables = ['order_services', 'bills_to_receive', 'service_invoices', 'bill_slips', 'integration_queues'] as const
const oneMore = (before: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(before).map(([table, n]) => [table, n + 1]))

interface Told {
  readonly piece: string
  readonly ends: boolean
  readonly link: { readonly path: string } | null
}
interface Piece<T> {
  readonly made: T | null
  readonly refusal: {
    readonly text: string
    readonly field: string
    readonly link: { readonly path: string } | null
  } | null
}
interface Plan {
  readonly bill: Piece<object> | null
  readonly note: Piece<{ readonly taker: readonly string[]; readonly service: string }> | null
  readonly slip: Piece<object> | null
  readonly services: readonly object[]
}
