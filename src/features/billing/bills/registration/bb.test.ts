import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBb } from '#test/support/charges.ts'
import { chargingActs, readyToCharge } from '#test/support/charging.ts'
import { openWorld, type World } from '#test/support/world.ts'

const keys = { id: 'cliente-de-teste', secret: 'canario-segredo-do-banco', app: 'canario-chave-da-aplicacao' }

describe('boletos that Banco do Brasil registers', () => {
  let world: World
  let bank: Awaited<ReturnType<typeof openBb>>
  let account: Awaited<ReturnType<typeof readyToCharge>>
  let acts: ReturnType<typeof chargingActs>
  beforeAll(async () => {
    bank = await openBb(keys)
    const env = {
      SECRETS_KEY: randomBytes(32).toString('hex'),
      BB_URL: bank.url,
      BB_OAUTH_URL: `${bank.url}/oauth/token`,
      BB_TEST_URL: '0',
    }
    world = await openWorld({ env, fittings: { pace: { pollMs: 3_600_000 } } })
    account = await readyToCharge(
      world,
      {
        registration: 'bb',
        bank: 1,
        agency: '2934',
        account: '45120',
        account_digit: '6',
        wallet: '17',
        wallet_variation: '35',
        agreement: '3128400',
      },
      { provider: 'bb', client_id: keys.id, client_secret: keys.secret, app_key: keys.app },
    )
    acts = chargingActs(world, account)
  })
  afterAll(async () => {
    await world?.close()
    await bank?.close()
  })
  const issued = async (mood: Parameters<typeof bank.feel>[0], more: object = {}) => {
    bank.feel(mood)
    const bill = await acts.bill(more)
    const reply = await acts.act(bill.uuid, 'emitir-boleto')
    if (reply.status !== 200) throw new Error(reply.text)
    bank.feel('well')
    return bill
  }

  test('our number and our line, which are handed out once the bank has them, with its Pix', async () => {
    const { uuid } = await issued('well', { discount: 10, discount_until: undefined })
    const paying = await acts.paying(uuid, 'clientA')
    expect(paying).toMatchObject({ state: 'registrado', pix: '000201BB00031284000000000001' })
    expect(paying.line).toBe((await acts.billOf(uuid)).bar_code)
    expect(bank.titles).toMatchObject([
      {
        numeroConvenio: 3128400,
        numeroCarteira: 17,
        numeroVariacaoCarteira: 35,
        numeroTituloCliente: '00031284000000000001',
        valorOriginal: 290,
        jurosMora: { tipo: 2, porcentagem: 1 },
        multa: { tipo: 2, porcentagem: 2 },
        pagador: { tipoInscricao: 2, numeroInscricao: '11222333000181', cep: 12_020_000, uf: 'SP' },
        indicadorPix: 'S',
      },
    ])
    expect(bank.requests.filter(each => each.includes('oauth'))).toHaveLength(1)
  })

  test.each(['silent', 'babbles', 'fails'] as const)(
    '%s: it is looked for by its number before a second try',
    async mood => {
      const before = bank.titles.length
      const { uuid } = await issued(mood)
      expect(await acts.billOf(uuid)).toMatchObject({ slip_state: 'registrando', bar_code: null })
      const asked = bank.requests.length
      await acts.again()
      expect(bank.requests.slice(asked)[0]).toMatch(/^GET \/boletos\/\d{20}$/)
      expect(await acts.billOf(uuid)).toMatchObject({ slip_state: 'registrado' })
      expect(bank.titles).toHaveLength(before + 1)
    },
  )

  test('refused, it says why and is tried again; a number of another boleto is never taken for ours', async () => {
    const { uuid } = await issued('refuses')
    expect(await acts.paying(uuid)).toMatchObject({
      state: 'recusado',
      refusal: expect.stringContaining('CEP do pagador'),
    })
    expect((await acts.act(uuid, 'registrar-boleto')).status).toBe(200)
    expect(await acts.billOf(uuid)).toMatchObject({ slip_state: 'registrado' })
    const { rows } = await sql<{ next: number }>`
      select next_number::float8 as next from checking_accounts where id = ${account.id}`.execute(world.db)
    bank.titles.push({
      numeroTituloCliente: `0003128400${String(rows[0]?.next).padStart(10, '0')}`,
      valorOriginal: 1,
      dataVencimento: '01.01.2027',
      state: 1,
    })
    const taken = await issued('well')
    const paying = await acts.paying(taken.uuid)
    expect(paying).toMatchObject({ state: 'recusado', line: null })
    expect(paying.refusal).toContain('outro valor ou vencimento')
  })

  test('a client without an address is refused here, with the cure', async () => {
    const client = world.target('clients', 'A1')?.id
    await sql`update clients_addresses set active = false where parent_id = ${client}`.execute(world.db)
    const { uuid } = await issued('well')
    expect((await acts.paying(uuid)).refusal).toContain('endereço completo do cliente')
    await sql`update clients_addresses set active = true where parent_id = ${client}`.execute(world.db)
  })

  test('cancelled here it is written off there; paid there, it says that it cannot be', async () => {
    const { uuid } = await issued('well')
    const title = bank.titles.at(-1)
    await acts.act(uuid, 'cancelar-boleto')
    expect(title?.state).toBe(7)
    expect((await acts.paying(uuid)).progress).toEqual([])
    const paid = await issued('well')
    Object.assign(bank.titles.at(-1) ?? {}, { state: 6 })
    await acts.act(paid.uuid, 'cancelar-boleto')
    const [progress] = Object((await acts.paying(paid.uuid)).progress)
    expect(progress).toMatchObject({ act: 'cancelar', waits: false, why: expect.stringContaining('já foi pago') })
  })

  test('keys are tested, and the record of a conversation does not tell them', async () => {
    const path = `checking-accounts/${account.uuid}/registro`
    expect((await world.call('staffA', 'PUT', `${path}/testar`)).status).toBe(200)
    const body = { provider: 'bb', client_id: keys.id, client_secret: 'canario-outro-segredo', app_key: keys.app }
    await world.call('superAdmin', 'PUT', `${path}/chaves`, { body })
    const failed = await world.call('staffA', 'PUT', `${path}/testar`)
    expect([failed.status, failed.text.includes('Credencial inválida')]).toEqual([409, true])
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      world.db,
    )
    const telling: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select t::text as row from ${sql.table(name)} t`.execute(world.db)
      if (/canario|acesso-de-teste/.test(JSON.stringify(rows))) telling.push(name)
    }
    expect(telling).toEqual([])
  })
})
