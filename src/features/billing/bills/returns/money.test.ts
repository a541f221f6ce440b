import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { returnFile, type MadeReturnLine } from '#test/support/bank-return.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

// Money of a return that settles no bill by itself waits until it is placed, sent back or explained; a reading can be undone.

const today = dayIn(new Date()).day
const cents = 30_000
const due_on = dayAfter(today, 20).split('-').toReversed().join('')
const occurred_on = today.split('-').toReversed().join('')

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
  // Of what the world holds nothing is counted.
  for (const table of ['bank_return_lines', 'bank_returns'])
    await sql`delete from ${sql.table(table)}`.execute(world.db)
  await sql`update empresas set cnpj = '11222333000181' where id = ${world.companies.A}`.execute(world.db)
})
afterAll(() => world?.close())
// What one test leaves waiting is not the next one's.
afterEach(() => sql`update bank_return_lines set state = 'explicada' where state = 'espera'`.execute(world.db))

interface Issued {
  readonly id: number
  readonly uuid: string
  readonly shown: string
}
async function issued(): Promise<Issued> {
  const { id, uuid } = await world.make(bills, 'A1', {
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
  })
  const made = await world.call('staffA', 'PUT', `bills-to-receive/${uuid}/emitir-boleto`)
  if (made.status !== 200) throw new Error(made.text)
  return { id, uuid, shown: String(dataOf(made).billet_number) }
}
const paid = (shown: string, more: Partial<MadeReturnLine> = {}): MadeReturnLine => ({
  shown,
  movement: '06',
  due_on,
  occurred_on,
  cents,
  paid_cents: cents,
  motives: '06',
  ...more,
})
const send = (act: string, bytes: Buffer, who = 'staffA') =>
  world.call(who, 'POST', `bills-to-receive/retorno/${act}`, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
const apply = async (bytes: Buffer) => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const answer = await send(`aplicar?name=a.ret&sha256=${sha256}`, bytes)
  if (answer.status !== 200) throw new Error(answer.text)
  return Object(answer.body).data
}
const billOf = async ({ uuid }: Issued) => dataOf(await world.call('superAdmin', 'GET', `bills-to-receive/${uuid}`))
const linesIn = async (state: string) =>
  rowsOf(await world.call('superAdmin', 'GET', `bank-return-lines?filter[state]=${state}&sort=at&pagination=false`))
const decide = (line: unknown, act: string, body: object, who = 'superAdmin') =>
  world.call(who, 'PUT', `bank-return-lines/${Object(line).uuid}/${act}`, { body })
const lastReturn = async () => rowsOf(await world.call('superAdmin', 'GET', 'bank-returns?sort=-id&per_page=1'))[0]
const undo = async (who = 'superAdmin') =>
  world.call(who, 'PUT', `bank-returns/${Object(await lastReturn()).uuid}/desfazer`, { body: { reason: 'Outro mês' } })
const waiting = async () => Object((await world.call('superAdmin', 'GET', 'bank-return-lines/esperam')).body)
/** Reais of the standing payments of a bill. */
async function receivedOf({ id }: Issued) {
  const all = rowsOf(
    await world.call('superAdmin', 'GET', `bill-payments?filter[bill_id]=${id}&filter[state]=recebido`),
  )
  return all.reduce((sum, { value }) => sum + Number(value), 0)
}

test('each line of a bad file waits until it is placed, sent back or explained, down to zero', async () => {
  const [settled, off, good] = [await issued(), await issued(), await issued()]
  await world.call('superAdmin', 'PUT', `bills-to-receive/${settled.uuid}/baixar`)
  await world.call('superAdmin', 'PUT', `bills-to-receive/${off.uuid}/cancelar`)
  const bytes = returnFile([
    paid(settled.shown),
    paid(off.shown),
    paid('9999999-0', { paid_cents: 12_345, cents: 12_345 }),
    paid(good.shown),
    paid(good.shown, { occurred_on: '00000000' }),
    paid(good.shown, { movement: '28', paid_cents: 0, motives: '13' }),
    paid(good.shown, { movement: '61', paid_cents: 777 }),
  ])
  const answer = await apply(bytes)
  expect(answer).toMatchObject({ waiting: 5, news: true })
  expect(await waiting()).toEqual({ lines: 5, paid: 300 + 300 + 123.45 + 7.77, unread: 1 })
  const [twice, called, stranger, unread, unknown] = await linesIn('espera')
  expect(twice).toMatchObject({ verdict: 'conflito', paid: 300, note: 'A conta já estava paga.' })
  expect(unknown).toMatchObject({ verdict: 'conflito', note: expect.stringContaining('Não conhecemos') })

  // Read again, it brings nothing new and nothing waits twice.
  expect(await apply(bytes)).toMatchObject({ waiting: 0, news: false })
  expect(await linesIn('espera')).toHaveLength(5)
  expect(rowsOf(await world.call('superAdmin', 'GET', 'bank-returns'))).toHaveLength(1)

  const proposals = rowsOf(await world.call('superAdmin', 'GET', `bank-return-lines/${Object(twice).uuid}/propostas`))
  expect(proposals).toEqual([expect.objectContaining({ id: settled.id, left: 0, why: 'É a conta do boleto' })])
  expect((await decide(twice, 'colocar', { bill_id: settled.id })).body.errors?.over?.join()).toContain('a mais')
  expect(await receivedOf(settled)).toBe(300)
  expect((await decide(twice, 'colocar', { bill_id: settled.id, over: true })).status).toBe(200)
  expect(await receivedOf(settled)).toBe(600)
  expect((await decide(twice, 'colocar', { bill_id: settled.id, over: true })).status).toBe(409)

  expect((await decide(called, 'colocar', { bill_id: off.id })).status).toBe(409)
  const next = await issued()
  expect((await decide(called, 'colocar', { bill_id: next.id })).status).toBe(200)
  expect(await billOf(next)).toMatchObject({ state: 'paga', received: 300 })

  expect((await decide(stranger, 'devolver', { returned_on: dayAfter(today, 1), reason: 'Pix' })).status).toBe(422)
  expect((await decide(stranger, 'devolver', { returned_on: dayAfter(today, -1), reason: 'Pix' })).status).toBe(422)
  expect((await decide(stranger, 'devolver', { returned_on: today, reason: 'Pix ao pagador' })).status).toBe(200)
  expect((await decide(unread, 'explicar', { reason: ' ' })).status).toBe(422)
  expect((await decide(unread, 'colocar', { bill_id: next.id })).status).toBe(422)
  expect((await decide(unread, 'explicar', { reason: 'Repetição da linha de cima' })).status).toBe(200)
  expect((await decide(unknown, 'explicar', { reason: 'Custas do cartório' })).status).toBe(200)
  expect(await waiting()).toEqual({ lines: 0, paid: 0, unread: 0 })

  // Each way back.
  const [back] = await linesIn('devolvida')
  expect((await decide(back, 'reabrir', { reason: 'Não voltou' })).status).toBe(200)
  const [placed] = (await linesIn('colocada')).filter(({ bill_id: bill }) => bill === next.id)
  expect((await decide(placed, 'reabrir', { reason: 'Era de outro' })).status).toBe(200)
  expect(await billOf(next)).toMatchObject({ state: 'a-vencer', received: 0 })
  expect(await waiting()).toMatchObject({ lines: 2, paid: 423.45 })
})

test('money of a payment that was taken back waits, and may be read again', async () => {
  const one = await issued()
  const bytes = returnFile([paid(one.shown)])
  await apply(bytes)
  const [payment] = rowsOf(await world.call('superAdmin', 'GET', `bill-payments?filter[bill_id]=${one.id}`))
  await world.call('superAdmin', 'PUT', `bill-payments/${payment?.uuid}/estornar`, { body: { reason: 'Engano meu' } })
  expect(await linesIn('espera')).toEqual([
    expect.objectContaining({ paid: 300, note: 'O recebimento foi estornado: Engano meu' }),
  ])
  expect(await apply(bytes)).toMatchObject({ waiting: 0, counts: { recebe: 1 } })
  expect(await receivedOf(one)).toBe(300)
  expect(await linesIn('espera')).toEqual([])
  // Undone, the second reading leaves the line of the first one to be placed.
  expect((await undo()).status).toBe(200)
  expect(await receivedOf(one)).toBe(0)
  expect(await linesIn('espera')).toHaveLength(1)
})

test('a whole reading is undone and read again', async () => {
  const [one, other, refused] = [await issued(), await issued(), await issued()]
  const bytes = returnFile([
    paid(one.shown),
    paid(other.shown, { movement: '02', paid_cents: 0 }),
    paid(refused.shown, { movement: '03', paid_cents: 0, motives: '48' }),
    paid('8888888-0'),
  ])
  await apply(bytes)
  const [stranger] = await linesIn('espera')
  expect((await decide(stranger, 'colocar', { bill_id: other.id })).status).toBe(200)
  expect((await undo('staffB')).status).toBe(404)
  const answer = await undo()
  expect(answer.body.message).toBe('Leitura desfeita: 2 recebimentos estornados. O arquivo pode ser lido de novo.')
  expect((await undo()).status).toBe(409)
  for (const each of [one, other]) expect(await receivedOf(each)).toBe(0)
  expect(await billOf(one)).toMatchObject({ state: 'a-vencer', slip_state: 'nao-registrado' })
  for (const each of [other, refused]) expect((await billOf(each)).slip_state).toBe('nao-registrado')
  expect(await linesIn('espera')).toEqual([])

  expect(await apply(bytes)).toMatchObject({
    waiting: 1,
    counts: { recebe: 1, registra: 1, recusa: 1, 'sem-boleto': 1 },
  })
  expect(await receivedOf(one)).toBe(300)
  expect((await billOf(other)).slip_state).toBe('registrado')
  expect((await billOf(refused)).slip_state).toBe('recusado')
  const file = await world.call('superAdmin', 'GET', `bank-returns/${Object(await lastReturn()).uuid}/original`)
  expect(file.text.endsWith(bytes.toString('utf8'))).toBe(true)
})

test('twelve at once place one line once; undone meanwhile it is placed or gone, never both', async () => {
  const [target, other] = [await issued(), await issued()]
  await apply(returnFile([paid('7777777-0')]))
  const [line] = await linesIn('espera')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => decide(line, 'colocar', { bill_id: n % 2 ? target.id : other.id })),
  )
  expect(answers.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1)
  expect((await receivedOf(target)) + (await receivedOf(other))).toBe(300)
  await undo()
  await apply(returnFile([paid('7777777-0')]))
  const [again] = await linesIn('espera')
  const [placedThen, undone] = await Promise.all([decide(again, 'colocar', { bill_id: target.id }), undo()])
  expect([undone.status, [200, 409].includes(placedThen.status)]).toEqual([200, true])
  expect((await receivedOf(target)) + (await receivedOf(other))).toBe(0)
  expect(await linesIn('espera')).toEqual([])
})

test('a settled bill takes a second payment once somebody confirms that it is more', async () => {
  const one = await issued()
  await world.call('superAdmin', 'PUT', `bills-to-receive/${one.uuid}/baixar`)
  const receive = (body: object) =>
    world.call('superAdmin', 'POST', `bills-to-receive/${one.uuid}/receber`, {
      body: { paid_on: today, value: 50, ...body },
    })
  expect((await receive({})).status).toBe(409)
  expect((await receive({ reference: 'a' })).status).toBe(422)
  expect((await receive({ over: true })).status).toBe(201)
  expect(await receivedOf(one)).toBe(350)
  expect(await billOf(one)).toMatchObject({ state: 'paga', received: 300, left: 0 })
})

test('who does not see an account sees, places and undoes nothing of it', async () => {
  await apply(returnFile([paid('6666666-0')]))
  const [line] = await linesIn('espera')
  for (const who of ['staffB', 'clientA']) {
    const { status } = await decide(line, 'explicar', { reason: 'Não devia' }, who)
    expect(status).toBeGreaterThanOrEqual(403)
  }
  expect(rowsOf(await world.call('staffB', 'GET', 'bank-return-lines'))).toEqual([])
  expect(Object((await world.call('staffB', 'GET', 'bank-return-lines/esperam')).body).lines).toBe(0)
  const theirs = await world.make(bills, 'B1', {})
  expect((await decide(line, 'colocar', { bill_id: theirs.id, over: true }, 'staffA')).status).toBeGreaterThanOrEqual(
    403,
  )
  expect((await undo('staffB')).status).toBe(404)
  await undo()
})

test('who may not take payments back does not do it by way of a line', async () => {
  const target = await issued()
  await apply(returnFile([paid('5555555-0')]))
  const [line] = await linesIn('espera')
  expect((await decide(line, 'colocar', { bill_id: target.id }, 'staffA')).status).toBe(200)
  const grant = (has: boolean) =>
    has
      ? sql`insert into profiles_profile_roles (parent_id, position, role)
          select id, 9999, 'bill-payments.estornar' from profiles where slug = 'colaborador'`.execute(world.db)
      : sql`delete from profiles_profile_roles r using profiles p
          where p.id = r.parent_id and p.slug = 'colaborador' and r.role = 'bill-payments.estornar'`.execute(world.db)
  await grant(false)
  expect((await decide(line, 'reabrir', { reason: 'Engano' }, 'staffA')).status).toBe(403)
  expect(await receivedOf(target)).toBe(300)
  await grant(true)
  expect((await decide(line, 'reabrir', { reason: 'Engano' }, 'staffA')).status).toBe(200)
  expect(await receivedOf(target)).toBe(0)
})
