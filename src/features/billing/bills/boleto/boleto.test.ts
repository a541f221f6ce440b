import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { readSlip } from '#features/billing/bills/slip/numbers.ts'
import { notRegistered } from '#features/billing/bills/slip/sheet.ts'
import { markRegistered } from '#features/billing/bills/slip/slips.server.ts'
import { dataOf, openWorld, type Principal, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const due_date = dayAfter(today, 20)

describe('boletos', () => {
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
      fine_percent: 2,
      interest_percent: 1,
    })
    await sql`update empresas set cnpj = '11222333000181', razao_social = 'Farol Ltda',
      municipio_id = (select id from cities where ibge = 3554102) where id = ${world.companies.A}`.execute(world.db)
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
  const download = async (who: Principal, url: string) =>
    world.app.inject({
      url: `/api/v1/${url}`,
      headers: { authorization: `Bearer ${await world.enter(who, world.people[who])}` },
    })
  const put = (who: string, uuid: string, act: string) => world.call(who, 'PUT', `bills-to-receive/${uuid}/${act}`)
  const numbers = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from bill_slips`.execute(world.db)).rows[0]?.n ?? 0

  test('one that is issued has its number, its line and its Pix, once', async () => {
    const { uuid } = await bill({ discount: 10, fees: 1.5 })
    const first = await put('staffA', uuid, 'emitir-boleto')
    expect(first.status, `${first.text}`).toBe(200)
    const { bar_code, billet_number, slip_state } = dataOf(first)
    expect(bar_code, 'nobody is handed digits that nobody can pay').toBeNull()
    expect(slip_state).toBe('nao-registrado')
    expect(billet_number).toBe('0000004-0')
    const office = Object((await world.call('staffA', 'GET', `bills-to-receive/${uuid}/pagamento`)).body.data)
    expect(readSlip(String(office.unregistered), today)).toMatchObject({ bank: '756', due_date, cents: 29_150 })
    const again = await put('staffA', uuid, 'emitir-boleto')
    expect([again.status, dataOf(again).billet_number]).toEqual([200, billet_number])
    const { data } = (await world.call('clientA', 'GET', `bills-to-receive/${uuid}/pagamento`)).body
    expect(data).toMatchObject({
      line: null,
      unregistered: null,
      number: '0000004-0',
      state: 'nao-registrado',
      warnings: [],
    })
    expect(Object(data).why).toContain('não foi registrado')
    expect(Object(data).pix).toContain('5406291.50')
  })

  test('the beneficiary is where its account says, and where it says nothing, where its company is', async () => {
    const { uuid } = await bill()
    await put('staffA', uuid, 'emitir-boleto')
    const printed = async () => {
      const { rawPayload } = await download('staffA', `bills-to-receive/${uuid}/boleto`)
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
      return text.replace(/\s+/g, ' ')
    }
    await sql`update checking_accounts set address = null where id = ${account.id}`.execute(world.db)
    await sql`update empresas set logradouro = 'Rua do Porto', numero = '12', complemento = null, bairro = 'Centro', cep = '12020000'
      where id = ${world.companies.A}`.execute(world.db)
    expect(await printed()).toContain('Rua do Porto, 12, Centro, Taubaté/SP, CEP 12020-000')
    await sql`update checking_accounts set address = 'Caixa postal 9' where id = ${account.id}`.execute(world.db)
    const own = await printed()
    expect(own).toContain('Caixa postal 9')
    expect(own).not.toContain('Rua do Porto')
    await sql`update checking_accounts set address = null where id = ${account.id}`.execute(world.db)
    await sql`update empresas set logradouro = null, numero = null, bairro = null, cep = null where id = ${world.companies.A}`.execute(
      world.db,
    )
  })

  test('asked for twelve times at once there is one, and twelve bills have twelve numbers', async () => {
    const before = await numbers()
    const { uuid } = await bill()
    const asked = await Promise.all(Array.from({ length: 12 }, () => put('staffA', uuid, 'emitir-boleto')))
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200))
    expect(new Set(asked.map(each => dataOf(each).billet_number)).size).toBe(1)
    expect(await numbers()).toBe(before + 1)
    const all = await Promise.all(Array.from({ length: 12 }, () => bill()))
    const given = await Promise.all(all.map(each => put('staffA', each.uuid, 'emitir-boleto')))
    expect(new Set(given.map(each => dataOf(each).billet_number)).size).toBe(12)
  })

  test('what stands on it does not change until it is cancelled, and its number is not given again', async () => {
    const { uuid } = await bill()
    const number = dataOf(await put('staffA', uuid, 'emitir-boleto')).billet_number
    const changes = [
      { value: 1 },
      { due_date: dayAfter(today, 30) },
      { discount: 1, discount_until: today },
      { fees: 2 },
      { checking_account_id: null },
    ]
    for (const body of changes)
      expect(
        (await world.call('staffA', 'PUT', `bills-to-receive/${uuid}`, { body })).status,
        `${JSON.stringify(body)}`,
      ).toBe(409)
    expect((await world.call('staffA', 'PUT', `bills-to-receive/${uuid}`, { body: { order: 3 } })).status).toBe(200)
    expect((await world.call('staffA', 'DELETE', `bills-to-receive/${uuid}`)).status).toBe(409)
    const gone = dataOf(await put('staffA', uuid, 'cancelar-boleto'))
    expect([gone.bar_code, gone.billet_number, gone.slip_state]).toEqual([null, null, null])
    expect((await world.call('staffA', 'PUT', `bills-to-receive/${uuid}`, { body: { value: 500 } })).status).toBe(200)
    const anew = dataOf(await put('staffA', uuid, 'emitir-boleto'))
    expect(anew.billet_number).not.toBe(number)
    const { unregistered } = Object((await world.call('staffA', 'GET', `bills-to-receive/${uuid}/pagamento`)).body.data)
    expect(readSlip(String(unregistered), today)).toMatchObject({ cents: 50_000 })
    expect(anew.bar_code).toBeNull()
  })

  test('an answer of the bank waits for who has the bill, and locks no boleto meanwhile', async () => {
    const { id, uuid } = await bill()
    await put('staffA', uuid, 'emitir-boleto')
    const { rows } = await sql<{
      slip: number
    }>`select id::float8 as slip from bill_slips where bill_id = ${id}`.execute(world.db)
    const slip = rows[0]?.slip ?? 0
    const holder = await world.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from bills_to_receive where id = $1 for update', [id])
      const marking = world.db.transaction().execute(trx => markRegistered({ sql: trx }, slip))
      await vi.waitFor(async () => {
        const { rows: waits } = await sql<{ n: number }>`
          select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%bill%'`.execute(world.db)
        expect(waits[0]?.n).toBe(1)
      })
      // As the cancelling of a boleto does, with the bill in hand.
      await holder.query('select 1 from bill_slips where id = $1 for update nowait', [slip])
      await holder.query('commit')
      await marking
    } finally {
      holder.release()
    }
    const { bar_code } = dataOf(await world.call('staffA', 'GET', `bills-to-receive/${uuid}`))
    expect(bar_code, 'the digits are there once it is registered').not.toBeNull()
  })

  test('its page is for staff and for its own client, and says that no bank answered', async () => {
    const { uuid } = await bill({ billet_number: 'F-77' })
    await put('staffA', uuid, 'emitir-boleto')
    const wordsOf = async (who: Principal) => {
      const answered = await download(who, `bills-to-receive/${uuid}/boleto`)
      if (answered.statusCode !== 200) return answered.statusCode
      expect(String(answered.headers['content-disposition'])).toMatch(/boleto-[a-z0-9-]+-\d{4}-\d\d-\d\d\.pdf$/)
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(answered.rawPayload)), {
        mergePages: true,
      })
      return text
    }
    const [staff, own] = [await wordsOf('staffA'), await wordsOf('clientA')]
    expect(staff).toContain(notRegistered)
    expect(own).toContain('multa de 2,00')
    expect(await wordsOf('clientB')).toBe(404)
    expect(await wordsOf('staffB')).toBe(404)
    expect(await wordsOf('withoutRoutes')).toBe(403)
    await sql`update bill_slips set registered_at = now() where bill_id = (select id from bills_to_receive where uuid = ${uuid})`.execute(
      world.db,
    )
    expect(await wordsOf('clientA')).not.toContain(notRegistered)
    await put('staffA', uuid, 'cancelar')
    expect(await wordsOf('clientA')).toBe(409)
  })

  test.each([
    ['no account', { checking_account_id: null }, 422],
    ['a day that is past', { issue_date: dayAfter(today, -9), due_date: dayAfter(today, -1) }, 422],
    ['nothing to pay', { value: 10, discount: 10 }, 422],
    ['a line of another boleto', { bar_code: '00190.00009 01149.718601 68524.522114 6 75860000102656' }, 409],
  ])('none is issued with %s', async (_name, more, status) => {
    const before = await numbers()
    const { uuid } = await bill(more)
    expect((await put('staffA', uuid, 'emitir-boleto')).status).toBe(status)
    expect(await numbers()).toBe(before)
  })

  test('none is issued by another company’s account, nor by one that is not ready, and no number is lost', async () => {
    const next = async () =>
      dataOf(await world.call('superAdmin', 'GET', `checking-accounts/${account.uuid}`)).next_number
    const other = await world.make(checkingAccounts, 'A1', { name: 'De outra', empresa_id: world.companies.B })
    const bare = await world.make(checkingAccounts, 'A1', {
      name: 'Sem carteira',
      empresa_id: world.companies.A,
      wallet: null,
    })
    const before = await next()
    for (const { id } of [other, bare]) {
      const { uuid } = await bill({ checking_account_id: id })
      expect((await put('superAdmin', uuid, 'emitir-boleto')).status).toBe(409)
    }
    const { uuid } = await bill()
    await sql`update empresas set cnpj = null where id = ${world.companies.A}`.execute(world.db)
    expect((await put('staffA', uuid, 'emitir-boleto')).status).toBe(409)
    await sql`update empresas set cnpj = '11222333000181' where id = ${world.companies.A}`.execute(world.db)
    expect(await next()).toBe(before)
  })

  test('digits that say otherwise than the bill are told, and left', async () => {
    const { uuid } = await bill({ bar_code: '75691.42776 01017.227800 00000.400010 1 69740000030000', value: 310 })
    const { data } = (await world.call('staffA', 'GET', `bills-to-receive/${uuid}/pagamento`)).body
    const { warnings, line } = Object(data)
    expect(line).toBe('75691.42776 01017.227800 00000.400010 1 69740000030000')
    expect(warnings.map((said: string) => said.replaceAll('\u00a0', ' '))).toEqual([
      'A linha digitável cobra R$ 300,00, e da conta faltam R$ 310,00.',
      expect.stringContaining('A linha digitável vence em'),
    ])
  })

  test('an account says what it lacks, is of its own company, and never goes back to a number that was given', async () => {
    const change = (who: string, body: object) => world.call(who, 'PUT', `checking-accounts/${account.uuid}`, { body })
    const refused = [
      [{ wallet: '3' }, 'wallet'],
      [{ agreement: '12345678' }, 'agreement'],
      [{ bank: 104 }, 'bank'],
      [{ pix_key: 'pix@' }, 'pix_key'],
      [{ pix_kind: 'cnpj' }, 'pix_key'],
      [{ pix_key: null }, 'pix_key'],
      [{ next_number: 4 }, 'next_number'],
      [{ empresa_id: null }, 'empresa_id'],
    ] as const
    for (const [body, field] of refused) {
      const answered = await change('staffA', body)
      expect([answered.status, Object.keys(Object(answered.body.errors))], `${JSON.stringify(body)}`).toEqual([
        422,
        [field],
      ])
    }
    expect((await change('staffB', { name: 'Minha' })).status).toBe(404)
    expect((await world.call('staffB', 'GET', `checking-accounts/${account.uuid}`)).status).toBe(404)
    const foreign = { ...world.draft(bills, 'B1'), checking_account_id: account.id }
    expect((await world.call('staffB', 'POST', 'bills-to-receive', { body: foreign })).status).toBe(422)
    expect((await change('staffA', { pix_kind: 'cnpj', pix_key: '12.ABC.345/01DE-35' })).status).toBe(200)
    expect(dataOf(await world.call('staffA', 'GET', `checking-accounts/${account.uuid}`)).pix_key).toBe(
      '12ABC34501DE35',
    )
  })

  test('those of a month come in one ZIP, a page each', async () => {
    const month = { year: 2049, month: 3 }
    for (const value of [10, 20, 30]) {
      const { uuid } = await bill({ due_date: '2049-03-10', value, billet_number: 'Mesmo nome' })
      await put('staffA', uuid, 'emitir-boleto')
    }
    await bill({ due_date: '2049-03-11' })
    const asked = await world.call('staffA', 'POST', 'bills-to-receive/boletos', { body: month })
    expect(asked.status, `${asked.text}`).toBe(201)
    await world.runner.settled()
    const { uuid } = dataOf(asked)
    const row = dataOf(await world.call('staffA', 'GET', `exports/${uuid}`))
    expect([row.state, row.rows_done, row.file]).toEqual(['concluido', 3, 'boletos-2049-03.zip'])
    const files = unzipSync((await download('staffA', `exports/${uuid}/file`)).rawPayload)
    expect(Object.keys(files)).toHaveLength(3)
    for (const bytes of Object.values(files)) expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await world.call('staffB', 'GET', `exports/${uuid}/file`)).status).toBe(404)
    expect((await world.call('staffB', 'POST', 'bills-to-receive/boletos', { body: month })).status).toBe(409)
  })
})
