import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { readReturn } from '#features/billing/bills/returns/cnab240.ts'
import type { PreviewedReturn } from '#features/billing/bills/returns/api.ts'
import type { ReturnVerdict } from '#features/billing/bills/returns/verdicts.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { returnFile, type MadeReturnLine } from '#test/support/bank-return.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const cents = 30_000
/** Of the boletos that are issued here, as a bank writes it. */
const due_on = dayAfter(today, 20).split('-').toReversed().join('')

describe('a file of the bank', () => {
  const line = { shown: '0000008-3', movement: '06', cents, paid_cents: 30_500, added_cents: 500, motives: '06' }
  test('of more lines than it has room for is not even taken apart', () => {
    expect(readReturn(Buffer.alloc(6_000_000, '1\n'))).toBe('Este arquivo não é um retorno CNAB 240.')
    const ended = returnFile([line])
    expect(readReturn(Buffer.concat([ended, Buffer.alloc(9_000, '\n')]))).toEqual(readReturn(ended))
  })

  test('is read where the manuals say', () => {
    const read = readReturn(returnFile([line, { ...line, shown: '0000009-0', movement: '03', motives: '0846' }]))
    if (typeof read === 'string') throw new Error(read)
    expect(read).toMatchObject({ bank: '756', company: '11222333000181', sequence: 7, unread: [] })
    expect(read.lines).toEqual([
      {
        at: 3,
        account: '6498',
        movement: '06',
        number: 8,
        shown: '0000008-3',
        document: 'F-77',
        due_on: '2026-12-10',
        payer: '',
        payer_name: 'PAGADOR',
        cents,
        paid_cents: 30500,
        added_cents: 500,
        discount_cents: 0,
        fee_cents: 170,
        occurred_on: '2026-11-20',
        credited_on: '2026-11-20',
        motives: ['06'],
      },
      expect.objectContaining({ at: 5, number: 9, movement: '03', motives: ['08', '46'] }),
    ])
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['words', Buffer.from('Prezados, segue o retorno.')],
    ['zeros', Buffer.alloc(500)],
    ['UTF-16', Buffer.from(returnFile([line]).toString('latin1'), 'utf16le')],
    ['CNAB 400', Buffer.from(`02RETORNO01COBRANCA${' '.repeat(381)}\r\n`)],
    ['a remittance', returnFile([line], { kind: '1' })],
    ['another bank', returnFile([line], { bank: '999' })],
    [
      'a file cut short',
      Buffer.from(returnFile([line, line]).toString('latin1').split('\r\n').slice(0, 4).join('\r\n')),
    ],
    [
      'a file with a line lost',
      Buffer.from(returnFile([line, line]).toString('latin1').split('\r\n').toSpliced(3, 1).join('\r\n')),
    ],
    ['two banks in one', Buffer.from(returnFile([line]).toString('latin1').replace('\r\n756', '\r\n341'))],
    ['lines twice as long', Buffer.from(returnFile([line]).toString('latin1').replaceAll('\r\n', ' '.repeat(300)))],
  ])('%s is refused in a sentence', (_name, bytes) => expect(readReturn(bytes)).toMatch(/^[A-ZO].{20,}\.$/))

  test.each([
    ['a day there is not', { ...line, occurred_on: '31022026' }],
    ['letters for money', { ...line, paid: '0000000003O5000' }],
  ])('%s makes one pair unread, and the others go on', (_name, wrong) => {
    const read = readReturn(returnFile([line, wrong, line]))
    expect(read).toMatchObject({ lines: [{ at: 3 }, { at: 7 }], unread: [{ at: 5 }] })
  })

  test('is read in Latin 1 and in UTF-8, with its lines trimmed or not', () => {
    const named = { ...line, name: 'ÁGUAS & AÇÃO' }
    const latin = returnFile([named])
    const utf8 = Buffer.from(latin.toString('latin1'), 'utf8')
    const trimmed = Buffer.from(latin.toString('latin1').replace(/ +(?=\r\n)/g, ''), 'latin1')
    for (const bytes of [utf8, trimmed]) expect(readReturn(bytes)).toEqual(readReturn(latin))
  })
})

describe('what the bank returned', () => {
  let world: World
  let account: { id: number; uuid: string }
  beforeAll(async () => {
    world = await openWorld()
    account = await world.make(checkingAccounts, 'A1', {
      name: 'Sicoob',
      empresa_id: world.companies.A,
      bank: 756,
      agency: '4277',
      account: '6498',
      wallet: '1',
      agreement: '172278',
    })
    for (const table of ['bank_return_lines', 'bank_returns'])
      await sql`delete from ${sql.table(table)}`.execute(world.db)
    await sql`update empresas set cnpj = '11222333000181' where id = ${world.companies.A}`.execute(world.db)
  })
  afterAll(() => world?.close())

  async function issued(more: object = {}) {
    const { uuid } = await world.make(bills, 'A1', {
      checking_account_id: account.id,
      issue_date: today,
      due_date: dayAfter(today, 20),
      value: 300,
      billet_number: null,
      bar_code: null,
      discount: null,
      fees: null,
      tariff: null,
      traffic_ticket: null,
      ...more,
    })
    const made = await world.call('staffA', 'PUT', `bills-to-receive/${uuid}/emitir-boleto`)
    if (made.status !== 200) throw new Error(made.text)
    return { uuid, shown: String(dataOf(made).billet_number) }
  }
  const post = (who: string, act: string, bytes: Buffer) =>
    world.call(who, 'POST', `bills-to-receive/retorno/${act}`, {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const look = (bytes: Buffer, who = 'staffA') => post(who, 'previa?name=a.ret', bytes)
  const apply = (bytes: Buffer, who = 'staffA') =>
    post(who, `aplicar?name=a.ret&sha256=${createHash('sha256').update(bytes).digest('hex')}`, bytes)
  const verdicts = ({ body }: Awaited<ReturnType<typeof look>>): readonly ReturnVerdict[] => {
    const { data }: { data?: PreviewedReturn } = Object(body)
    if (!data) throw new Error(JSON.stringify(body))
    return data.lines.map(({ verdict }) => verdict)
  }
  const billOf = async (uuid: string) => dataOf(await world.call('staffA', 'GET', `bills-to-receive/${uuid}`))
  const paid = (shown: string, more: Partial<MadeReturnLine> = {}): MadeReturnLine => ({
    shown,
    movement: '06',
    due_on,
    cents,
    paid_cents: cents,
    motives: '06',
    ...more,
  })

  test('is looked at first, and changes nothing until it is applied; the same file twice counts once', async () => {
    const one = await issued()
    const other = await issued()
    const bytes = returnFile([
      paid(one.shown, { movement: '02', paid_cents: 0, motives: '' }),
      paid(one.shown, { paid_cents: cents + 700, added_cents: 700 }),
      paid(other.shown, { movement: '03', paid_cents: 0, motives: '48' }),
    ])
    const seen = await look(bytes)
    expect(verdicts(seen)).toEqual(['registra', 'recebe', 'recusa'])
    expect(Object(seen.body).data.lines[2].said).toBe('Entrada rejeitada: CEP inválido')
    expect(Object(seen.body).data.received).toBe(307)
    expect(await billOf(one.uuid)).toMatchObject({ downloaded: false, slip_state: 'nao-registrado' })
    expect(verdicts(await apply(bytes))).toEqual(['registra', 'recebe', 'recusa'])
    expect(await billOf(one.uuid)).toMatchObject({
      downloaded: true,
      state: 'paga',
      received: cents / 100,
      slip_state: 'registrado',
    })
    const told = await world.call(
      'staffA',
      'GET',
      `bill-payments?filter[bill_id]=${String((await billOf(one.uuid)).id)}`,
    )
    expect(rowsOf(told)).toMatchObject([
      { value: (cents + 700) / 100, interest: 7, source: 'retorno', method: 'boleto' },
    ])
    expect(await billOf(other.uuid)).toMatchObject({ downloaded: false, slip_state: 'recusado' })
    expect(verdicts(await apply(bytes))).toEqual(['repetida', 'repetida', 'repetida'])
    expect(verdicts(await look(bytes))).toEqual(['repetida', 'repetida', 'repetida'])
    expect(rowsOf(await world.call('staffA', 'GET', 'bank-returns'))).toEqual([
      expect.objectContaining({ name: 'a.ret', lines: 3, applied: 3, received: 307, fees: 5.1, waiting: 0 }),
    ])
    for (const section of ['bank-returns', 'bank-return-lines'])
      expect(rowsOf(await world.call('staffB', 'GET', section))).toEqual([])
  })

  test('applied by six at once it counts once', async () => {
    const { uuid, shown } = await issued()
    const bytes = returnFile([paid(shown)])
    const answers = await Promise.all(Array.from({ length: 6 }, () => apply(bytes)))
    const all = answers.map(each => verdicts(each)[0])
    expect(all.toSorted()).toEqual(['recebe', ...Array.from({ length: 5 }, () => 'repetida')])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_events where event = 'bills-to-receive.receber'
        and row_id = (select id from bills_to_receive where uuid = ${uuid})`.execute(world.db)
    expect(rows[0]?.n).toBe(1)
  })

  test('what does not settle is counted with its reason, and the rest goes on', async () => {
    const [short, done, off, twice] = [await issued(), await issued(), await issued(), await issued()]
    await world.call('staffA', 'PUT', `bills-to-receive/${done.uuid}/baixar`)
    await world.call('staffA', 'PUT', `bills-to-receive/${off.uuid}/cancelar`)
    const bytes = returnFile([
      paid(short.shown, { paid_cents: cents - 1 }),
      paid(done.shown),
      paid(off.shown),
      paid('9999999-0'),
      paid(twice.shown),
      paid(twice.shown, { paid_cents: cents + 1 }),
      paid(twice.shown, { account: '90233' }),
      paid(twice.shown, { movement: '28', paid_cents: 0, motives: '13' }),
      paid(twice.shown, { occurred_on: '00000000' }),
    ])
    const expected = [
      'conflito',
      'conflito',
      'conflito',
      'sem-boleto',
      'recebe',
      'conflito',
      'outra-conta',
      'informa',
      'ilegivel',
    ]
    expect(verdicts(await look(bytes))).toEqual(expected)
    const done2 = await apply(bytes)
    expect(verdicts(done2)).toEqual(expected)
    expect(Object(done2.body).data.counts).toMatchObject({ conflito: 4, recebe: 1, 'sem-boleto': 1, ilegivel: 1 })
    expect(Object(done2.body).data.lines[0].note).toContain('com juros e descontos seriam')
    expect(await billOf(short.uuid)).toMatchObject({ downloaded: false, received: 0, left: cents / 100 })
    expect(await billOf(twice.uuid)).toMatchObject({ downloaded: true, received: cents / 100, left: 0 })
  })

  test('a boleto cancelled here and paid still is told, and settles its bill', async () => {
    const { uuid, shown } = await issued()
    await world.call('staffA', 'PUT', `bills-to-receive/${uuid}/cancelar-boleto`)
    const seen = await apply(returnFile([paid(shown)]))
    expect(verdicts(seen)).toEqual(['recebe'])
    expect(Object(seen.body).data.lines[0].note).toBe('Pago pelo boleto que foi cancelado aqui.')
    expect((await billOf(uuid)).downloaded).toBe(true)
  })

  test('a boleto the bank has no more is not payable, and says so', async () => {
    const { uuid, shown } = await issued()
    await apply(returnFile([paid(shown, { movement: '02', paid_cents: 0 })]))
    await apply(returnFile([paid(shown, { movement: '09', paid_cents: 0, motives: '12' })]))
    expect((await billOf(uuid)).slip_state).toBe('recusado')
    const { body } = await world.call('clientA', 'GET', `bills-to-receive/${uuid}/pagamento`)
    expect(Object(body).data.refusal).toBe('Baixa: por decurso de prazo, do cliente')
  })

  test('of another account, another company or another file nothing is read', async () => {
    const { uuid, shown } = await issued()
    const bytes = returnFile([paid(shown)])
    const refusal = async (asked: Promise<Awaited<ReturnType<typeof look>>>) => {
      const { status, body } = await asked
      return [status, String(body.errors?.file ?? body.message)] as const
    }
    expect(await refusal(look(returnFile([paid(shown, { account: '777' })])))).toEqual([
      422,
      expect.stringContaining('777'),
    ])
    expect(await refusal(look(returnFile([paid(shown)], { company: '37335118000180' })))).toEqual([
      422,
      expect.stringContaining('outra empresa'),
    ])
    expect((await look(bytes, 'staffB')).status).toBe(422)
    expect((await apply(bytes, 'staffB')).status).toBe(422)
    expect((await look(bytes, 'clientA')).status).toBe(403)
    expect((await post('staffA', `aplicar?name=a.ret&sha256=${'0'.repeat(64)}`, bytes)).status).toBe(409)
    expect((await look(Buffer.alloc(50 * 1024 * 1024, 0x20))).status).toBe(413)
    const twin = await world.make(checkingAccounts, 'A1', {
      name: 'Gêmea',
      empresa_id: world.companies.A,
      bank: 756,
      account: '6498-0',
    })
    expect(await refusal(look(bytes))).toEqual([422, expect.stringContaining('Mais de uma conta')])
    await world.call('superAdmin', 'DELETE', `checking-accounts/${twin.uuid}`)
    expect((await billOf(uuid)).downloaded).toBe(false)
  })
})
