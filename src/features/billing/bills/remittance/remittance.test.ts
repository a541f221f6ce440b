import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import type { WaitingAccount, WaitingOrder } from '#features/billing/bills/remittance/api.ts'
import { readSlip } from '#features/billing/bills/slip/numbers.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { readRemittance, type BankFile } from '#test/support/bank-remittance.ts'
import { returnFile } from '#test/support/bank-return.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const due = dayAfter(today, 20)
const company = '11222333000181'

describe('a remittance to the bank', () => {
  let world: World
  let account: { id: number; uuid: string }
  let client: { id: number; uuid: string }
  const run = <T>(query: ReturnType<typeof sql<T>>) => query.execute(world.db)

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
      fine_percent: 2,
      interest_percent: 1,
      registration: 'remessa',
      next_remittance: 7,
    })
    await run(sql`update checking_accounts set remits_since = now() - interval '1 day' where id = ${account.id}`)
    for (const table of ['bank_remittance_orders', 'bank_remittances', 'bank_return_lines', 'bank_returns'])
      await run(sql`delete from ${sql.table(table)}`)
    await run(sql`update empresas set cnpj = ${company}, razao_social = 'Órion Ltda.' where id = ${world.companies.A}`)
    client = world.target('clients', 'A1') ?? { id: 0, uuid: '' }
    await run(sql`delete from clients_addresses where parent_id = ${client.id}`)
    await run(sql`update clients set name = 'Provedor Açaí', document = '11444777000161' where id = ${client.id}`)
    await run(sql`
      insert into clients_addresses (parent_id, position, address, number, neighborhood, zipcode, city_id)
      values (${client.id}, 1, 'Rua São João', '12', 'Centro', '12345678', (select min(id) from cities))`)
  })
  afterAll(() => world?.close())
  // What a test leaves waiting is nobody else's.
  afterEach(async () => {
    await run(sql`
      update bill_slips set refused_at = now(), registered_at = null where checking_account_id = ${account.id} and refused_at is null`)
  })

  async function issued(more: object = {}) {
    const { uuid, id } = await world.make(bills, 'A1', {
      checking_account_id: account.id,
      issue_date: today,
      due_date: due,
      value: 300,
      billet_number: null,
      bar_code: null,
      discount: null,
      discount_until: null,
      fees: null,
      tariff: null,
      traffic_ticket: null,
      ...more,
    })
    const made = await world.call('staffA', 'PUT', `bills-to-receive/${uuid}/emitir-boleto`)
    if (made.status !== 200) throw new Error(made.text)
    return { uuid, id, shown: String(dataOf(made).billet_number) }
  }
  const cancelled = async ({ uuid }: { readonly uuid: string }) => {
    const answer = await world.call('staffA', 'PUT', `bills-to-receive/${uuid}/cancelar-boleto`)
    if (answer.status !== 200) throw new Error(answer.text)
  }
  const generate = (who = 'staffA') =>
    world.call(who, 'POST', 'bank-remittances/gerar', { body: { account: account.uuid } })
  async function made(): Promise<{
    readonly row: Record<string, unknown> & { readonly uuid: string }
    readonly file: BankFile
  }> {
    const answer = await generate()
    if (answer.status !== 201) throw new Error(answer.text)
    const row = dataOf(answer)
    const file = await world.call('staffA', 'GET', `bank-remittances/${row.uuid}/original`)
    return { row, file: readRemittance(Buffer.from(file.text.slice(file.text.indexOf('\n') + 1), 'latin1')) }
  }
  async function waiting(who = 'staffA'): Promise<WaitingAccount | undefined> {
    const { body } = await world.call(who, 'GET', 'bank-remittances/esperam')
    const { data }: { data: readonly WaitingAccount[] } = Object(body)
    return data.find(({ uuid }) => uuid === account.uuid)
  }
  async function preview(): Promise<readonly WaitingOrder[]> {
    const { body } = await world.call('staffA', 'GET', `bank-remittances/previa?account=${account.uuid}`)
    return Object(body).data
  }
  /** The bank answers what it was sent, as `movementOf` says of each title, and its return is applied here. */
  async function answer(file: BankFile, movementOf: (shown: string, asked: string) => string, motives = '') {
    const lines = file.titles.map(({ shown, cents, movement, due_on }) => {
      const code = movementOf(shown, movement)
      return {
        shown,
        cents,
        movement: code,
        paid_cents: code === '06' ? cents : 0,
        motives: code === '03' || code === '26' ? motives : '',
        due_on: (due_on ?? due).split('-').toReversed().join(''),
        occurred_on: today.split('-').toReversed().join(''),
      }
    })
    const bytes = returnFile(lines, { company })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { status, text } = await world.call(
      'staffA',
      'POST',
      `bills-to-receive/retorno/aplicar?name=a.ret&sha256=${sha256}`,
      {
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      },
    )
    if (status !== 200) throw new Error(text)
  }
  const ordersOf = async (uuid: string) => {
    const { id } = dataOf(await world.call('staffA', 'GET', `bank-remittances/${uuid}`))
    return rowsOf(
      await world.call(
        'staffA',
        'GET',
        `bank-remittance-orders?filter[bank_remittance_id]=${id}&sort=at&pagination=false`,
      ),
    )
  }
  const stateOf = async (uuid: string) => dataOf(await world.call('staffA', 'GET', `bank-remittances/${uuid}`)).state
  const slipState = async (uuid: string) =>
    dataOf(await world.call('staffA', 'GET', `bills-to-receive/${uuid}`)).slip_state

  test('has what was issued since, once, and its return says what the bank did', async () => {
    const one = await issued({ discount: 20, discount_until: dayAfter(today, 5) })
    const other = await issued({ value: 99.99 })
    expect(await waiting()).toMatchObject({
      bank: '756 · Sicoob',
      number: 7,
      lacks: [],
      registrations: { count: 2, value: 399.99 },
      writeOffs: { count: 0, value: 0 },
      blocked: [],
    })
    expect(await waiting('staffB')).toBeUndefined()
    const { row, file } = await made()
    expect(row).toMatchObject({
      number: 7,
      orders: 2,
      value: 399.99,
      answered: 0,
      state: 'espera',
      name: 'remessa-756-000007.rem',
    })
    expect(file.file).toMatchObject({ company, companyName: 'ORION LTDA.', number: '000007' })
    expect(file.titles).toMatchObject([
      {
        movement: '01',
        shown: one.shown,
        document: one.shown,
        own: String(one.id),
        due_on: due,
        issued_on: today,
        cents: 30_000,
        discount: { cents: 2_000, until: dayAfter(today, 5) },
        payer: {
          name: 'PROVEDOR ACAI',
          payer: '011444777000161',
          address: 'RUA SAO JOAO, 12',
          zip: '12345',
          zipEnd: '678',
        },
      },
      { movement: '01', shown: other.shown, cents: 9_999, discount: null },
    ])
    expect(await waiting()).toMatchObject({ number: 8, registrations: { count: 0 } })
    const again = await generate()
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('Nenhum boleto espera remessa')])

    await answer(file, shown => (shown === one.shown ? '02' : '03'), '48')
    expect(await stateOf(row.uuid)).toBe('respondida')
    expect(await ordersOf(row.uuid)).toMatchObject([
      { movement: '01', number: one.shown, state: 'aceita', said: 'Entrada confirmada' },
      { movement: '01', number: other.shown, state: 'recusada', said: 'Entrada rejeitada: CEP inválido' },
    ])
    expect(await slipState(one.uuid)).toBe('registrado')
    expect(await slipState(other.uuid)).toBe('recusado')
    expect(await preview()).toEqual([])
    // The company of another sees neither.
    for (const section of ['bank-remittances', 'bank-remittance-orders'])
      expect(rowsOf(await world.call('staffB', 'GET', section))).toEqual([])
    for (const act of ['original', 'desfazer'])
      expect(
        (
          await world.call('staffB', act === 'original' ? 'GET' : 'PUT', `bank-remittances/${row.uuid}/${act}`, {
            ...(act === 'desfazer' && { body: { reason: 'De outro' } }),
          })
        ).status,
      ).toBe(404)
  })

  test('asked for by twelve at once is one file, and no number is skipped', async () => {
    const before = (await waiting())?.number ?? 0
    for (let n = 0; n < 3; n++) await issued()
    const answers = await Promise.all(Array.from({ length: 12 }, () => generate()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
    await issued()
    const { row } = await made()
    expect(row.number).toBe(before + 1)
    const { rows } = await run(sql<{ n: number }>`
      select count(*)::int as n from bank_remittance_orders where not undone group by slip_id, movement having count(*) > 1`)
    expect(rows).toEqual([])
  })

  test('asks for the write-off of what the bank knows and is cancelled here, and of nothing else', async () => {
    const [known, sent, never] = [await issued(), await issued(), await issued()]
    await cancelled(never)
    const first = await made()
    expect(first.file.titles.map(({ shown }) => shown)).toEqual([known.shown, sent.shown])
    await answer(first.file, shown => (shown === known.shown ? '02' : '11'))
    expect(await stateOf(first.row.uuid)).toBe('parte')
    await cancelled(known)
    await cancelled(sent)
    expect((await preview()).map(({ movement, reason, number }) => [movement, reason, number])).toEqual([
      ['02', 'O boleto foi cancelado', known.shown],
      ['02', 'O boleto foi cancelado', sent.shown],
    ])
    expect(await waiting()).toMatchObject({ writeOffs: { count: 2, value: 600 } })
    const second = await made()
    expect(second.file.titles.map(({ shown, movement }) => [shown, movement])).toEqual([
      [known.shown, '02'],
      [sent.shown, '02'],
    ])
    await answer(second.file, shown => (shown === known.shown ? '09' : '26'), '60')
    expect((await ordersOf(second.row.uuid)).map(({ state }) => state)).toEqual(['aceita', 'recusada'])
    expect(await preview()).toEqual([])
  })

  test('asks for the write-off of a bill paid otherwise, but not of one that the bank settled', async () => {
    const [byHand, byBank] = [await issued(), await issued()]
    const first = await made()
    await answer(first.file, () => '02')
    await answer({ ...first.file, titles: first.file.titles.slice(1) }, () => '06')
    expect((await world.call('staffA', 'PUT', `bills-to-receive/${byHand.uuid}/baixar`)).status).toBe(200)
    expect(dataOf(await world.call('staffA', 'GET', `bills-to-receive/${byBank.uuid}`))).toMatchObject({
      state: 'paga',
    })
    expect((await preview()).map(({ movement, reason, number }) => [movement, reason, number])).toEqual([
      ['02', 'A conta foi paga por outro meio', byHand.shown],
    ])
  })

  const undo = (uuid: string) =>
    world.call('staffA', 'PUT', `bank-remittances/${uuid}/desfazer`, { body: { reason: 'Não foi enviada' } })
  const move = ({ uuid }: { readonly uuid: string }, due_date: string, who = 'staffA') =>
    world.call(who, 'PUT', `bills-to-receive/${uuid}/mudar-vencimento`, { body: { due_date } })
  const paying = async ({ uuid }: { readonly uuid: string }) =>
    Object((await world.call('staffA', 'GET', `bills-to-receive/${uuid}/pagamento`)).body).data
  /** The due day that the digits of a bill say. */
  const lineDue = async (bill: { readonly uuid: string }) => {
    const read = readSlip((await paying(bill)).line, due)
    return read?.kind === 'banco' ? read.due_date : null
  }

  test('asks for another due day of what the bank has, which its return confirms, and the reading undone takes back', async () => {
    const bill = await issued()
    const later = dayAfter(due, 15)
    expect((await move(bill, later)).text, 'not registered yet').toContain('que o banco registrou')
    await answer((await made()).file, () => '02')
    expect((await move(bill, later, 'staffB')).status).toBe(404)
    for (const wrong of [due, dayAfter(today, -1)]) expect((await move(bill, wrong)).status, `${wrong}`).toBe(422)
    const all = await Promise.all(Array.from({ length: 12 }, () => move(bill, later)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 422)])
    expect(await preview()).toMatchObject([
      {
        movement: '06',
        number: bill.shown,
        due_date: later,
        reason: expect.stringContaining('Vencia em'),
        refusal: null,
      },
    ])
    expect(await waiting()).toMatchObject({ dueChanges: { count: 1, value: 300 }, registrations: { count: 0 } })
    const { row, file } = await made()
    expect(file.titles).toMatchObject([{ movement: '06', shown: bill.shown, due_on: later, cents: 30_000 }])
    expect(await preview()).toEqual([])
    expect((await move(bill, dayAfter(later, 1))).text).toContain('espere a resposta')
    expect(await paying(bill)).toMatchObject({
      changeable_due: null,
      warnings: [expect.stringContaining('foi ao banco')],
    })
    expect(await lineDue(bill)).toBe(due)
    await answer(file, () => '14')
    expect(await ordersOf(row.uuid)).toMatchObject([{ movement: '06', state: 'aceita' }])
    expect([await lineDue(bill), (await paying(bill)).warnings]).toEqual([later, []])
    const [reading] = rowsOf(await world.call('staffA', 'GET', 'bank-returns?sort=-id&per_page=1'))
    const undone = await world.call('staffA', 'PUT', `bank-returns/${reading?.uuid}/desfazer`, {
      body: { reason: 'Outro' },
    })
    expect([undone.status, await lineDue(bill)]).toEqual([200, due])
    await answer(file, () => '14')
    expect(await lineDue(bill)).toBe(later)
  })

  test('says that the bank kept the due day, and another day may be asked for', async () => {
    const bill = await issued()
    await answer((await made()).file, () => '02')
    await move(bill, dayAfter(due, 5))
    const { row, file } = await made()
    await answer(file, () => '26', '18')
    expect(await ordersOf(row.uuid)).toMatchObject([{ movement: '06', state: 'recusada' }])
    expect(await paying(bill)).toMatchObject({ changeable_due: due, warnings: [expect.stringContaining('não mudou')] })
    expect(await preview()).toEqual([])
    expect((await move(bill, dayAfter(due, 6))).status).toBe(200)
    expect(await preview()).toMatchObject([{ movement: '06', due_date: dayAfter(due, 6) }])
    expect((await move(bill, due)).status).toBe(200)
    expect(await preview(), 'as the bank has it').toEqual([])
  })

  test('undone puts its orders back, and its number stays void', async () => {
    const { shown } = await issued()
    const first = await made()
    const undone = await undo(first.row.uuid)
    expect(dataOf(undone)).toMatchObject({ state: 'desfeita', reason: 'Não foi enviada', number: first.row.number })
    expect((await ordersOf(first.row.uuid)).map(({ state }) => state)).toEqual(['desfeita'])
    expect((await undo(first.row.uuid)).status, 'once').toBe(409)
    expect((await preview()).map(({ number }) => number)).toEqual([shown])
    const second = await made()
    expect(second.row.number).toBe(Number(first.row.number) + 1)
    expect(second.file.titles.map(each => each.shown)).toEqual([shown])
    await answer(second.file, () => '02')
    const refused = await undo(second.row.uuid)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('O banco já respondeu')])
  })

  test('undone is not what a later one builds on', async () => {
    const bill = await issued()
    const first = await made()
    await cancelled(bill)
    const second = await made()
    expect(second.file.titles.map(({ movement }) => movement)).toEqual(['02'])
    const refused = await undo(first.row.uuid)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('desfaça a outra antes')])
    expect((await undo(second.row.uuid)).status).toBe(200)
    expect((await undo(first.row.uuid)).status).toBe(200)
    expect(await preview(), 'the bank never knew of it').toEqual([])
  })

  test.each([
    [
      'a document',
      sql`update clients set document = '123'`,
      sql`update clients set document = '11444777000161'`,
      /CNPJ ou CPF/,
    ],
    [
      'a CEP',
      sql`update clients_addresses set zipcode = null`,
      sql`update clients_addresses set zipcode = '12345678'`,
      /CEP/,
    ],
  ])('leaves out a client without %s, says so, and where it is put right', async (_what, spoil, mend, why) => {
    await issued()
    const where = /addresses/.test(spoil.compile(world.db).sql)
      ? sql`where parent_id = ${client.id}`
      : sql`where id = ${client.id}`
    await run(sql`${spoil} ${where}`)
    try {
      expect(await preview()).toMatchObject([
        { refusal: { why: expect.stringMatching(why), path: `/clients/${client.uuid}` } },
      ])
      expect(await waiting()).toMatchObject({
        registrations: { count: 0 },
        blocked: [{ why: expect.stringMatching(why), count: 1 }],
      })
      const refused = await generate()
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Nenhum dos boletos')])
    } finally {
      await run(sql`${mend} ${where}`)
    }
    expect((await made()).file.titles).toHaveLength(1)
  })

  test('leaves out what fell due, and what was issued under other facts of the account', async () => {
    await issued()
    await run(
      sql`update bill_slips set due_date = current_date - 2 where checking_account_id = ${account.id} and refused_at is null`,
    )
    expect(await preview()).toMatchObject([{ refusal: { why: 'O vencimento já passou' } }])
    await run(sql`update checking_accounts set agreement = '999999' where id = ${account.id}`)
    expect(await preview()).toMatchObject([
      { refusal: { why: 'O boleto foi emitido com outros dados da conta corrente' } },
    ])
    await run(sql`update checking_accounts set agreement = '172278', account_digit = null where id = ${account.id}`)
    expect(await waiting()).toMatchObject({ lacks: ['Informe o dígito da conta na conta corrente.'] })
    expect((await generate()).status).toBe(409)
    await run(sql`update checking_accounts set account_digit = '0' where id = ${account.id}`)
  })

  test('is of boletos issued since the account registers them so', async () => {
    await issued()
    const change = (registration: string) =>
      world.call('staffA', 'PUT', `checking-accounts/${account.uuid}`, { body: { registration } })
    expect(dataOf(await change('manual'))).toMatchObject({ remits_since: null })
    expect(await waiting()).toBeUndefined()
    expect(await preview()).toEqual([])
    expect((await generate()).status).toBe(409)
    await change('remessa')
    expect(await preview(), 'issued before').toEqual([])
    const { shown } = await issued()
    expect((await preview()).map(({ number }) => number)).toEqual([shown])
    const low = await world.call('staffA', 'PUT', `checking-accounts/${account.uuid}`, { body: { next_remittance: 7 } })
    expect([low.status, low.text]).toEqual([422, expect.stringContaining('já foi gerada')])
  })
})
