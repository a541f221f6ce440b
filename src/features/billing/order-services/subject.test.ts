import * as fc from 'fast-check'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBankDay } from '#kernel/calendar.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { longestItemName } from '#features/billing/bills/bill/bills.ts'
import { remindOfDebts } from '#features/billing/bills/dunning/dunning.server.ts'
import { itemNameOf } from '#features/billing/order-services/plan.ts'
import { equip } from '#test/support/ordering.ts'
import { fillSetting } from '#test/support/settings.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

// What a bill is for is read on the boleto, at home, on the statement and in each mail, whichever way the bill was made.

const today = dayIn(new Date()).day
const inDays = 5
const due = dayAfter(today, inDays)

test('an item is called by the first line of the description, whatever was typed, and has room for it', () => {
  expect(itemNameOf('\n  Vistoria  da torre\nem dois dias')).toBe('Vistoria da torre')
  expect(itemNameOf(`${'palavra '.repeat(40)}fim`)).toMatch(/palavra…$/)
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 1_000, unit: 'grapheme' }), text => {
      const name = itemNameOf(`x${text}`)
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(longestItemName)
      expect(name).not.toContain('\n')
    }),
  )
})

describe('what a bill is for', () => {
  let world: World
  let account = 0
  let client = { id: 0, uuid: '' }
  beforeAll(async () => {
    world = await openWorld()
    client = world.target('clients', 'A1') ?? client
    ;({ account } = await equip(world.db, world.companies.A, client.id))
    await sql`update bills_to_receive set called_off = true`.execute(world.db)
    await sql`delete from clients_mails where parent_id = ${client.id}`.execute(world.db)
    await sql`
      insert into clients_mails (parent_id, position, responsible, mail, types)
      values (${client.id}, 0, 'Rita', 'contas@vale.example', '{Financeiro}')`.execute(world.db)
  })
  afterAll(() => world?.close())

  const order = async (descricao_servico: string) =>
    String(
      dataOf(
        await world.call('staffA', 'POST', `clients/${client.id}/order-services`, {
          body: {
            vencimento: due,
            valor_servico: 480.5,
            descricao_servico,
            criar_contas_a_receber: true,
            gerar_boleto: true,
          },
        }),
      ).bill_id,
    )
  const byHand = async () =>
    String(
      dataOf(
        await world.call('staffA', 'POST', 'bills-to-receive', {
          body: {
            client_id: client.id,
            finance_type_id: 1,
            checking_account_id: account,
            issue_date: today,
            due_date: due,
            value: 90,
          },
        }),
      ).id,
    )
  /** The month's bill, of a contract with one extra service. */
  const ofMonth = async () => {
    await sql`
      update clients set contract_value = 700, custom_contract_service_name = 'Assessoria mensal', contract_billing_day = 28,
        contract_due_date = null where id = ${client.id}`.execute(world.db)
    await sql`delete from clients_extra_services where parent_id = ${client.id}`.execute(world.db)
    await sql`
      insert into clients_extra_services (parent_id, position, name, value) values (${client.id}, 0, 'Plantão', 50)`.execute(
      world.db,
    )
    const ahead = dayAfter(today, 31).slice(0, 7)
    const { bills } = Object(
      (await world.call('staffA', 'GET', `bills-to-receive/faturar?month=${ahead}&due=mesmo`)).body,
    )
    const [own] = bills.filter((each: { client: { id: number } }) => each.client.id === client.id)
    expect(own?.lines).toHaveLength(2)
    const lines = own.lines.map(({ key }: { key: string }) => key)
    const made = await world.call('staffA', 'POST', 'bills-to-receive/faturar', {
      body: {
        month: ahead,
        due: 'mesmo',
        finance_type_id: 1,
        checking_account_id: account,
        bills: [{ client: client.uuid, lines, total: own.total, due: own.due }],
      },
    })
    expect([made.status, Object(made.body.data).bills]).toEqual([200, 1])
    const { rows } = await sql<{ id: number }>`
      update bills_to_receive set due_date = ${due}::date where competence = ${ahead} and client_id = ${client.id} and not called_off
      returning id`.execute(world.db)
    return { id: String(rows[0]?.id), month: ahead }
  }
  const paperOf = async (bill: string) => {
    await world.call('staffA', 'PUT', `bills-to-receive/${bill}/emitir-boleto`)
    const { rawPayload } = await world.app.inject({
      url: `/api/v1/bills-to-receive/${bill}/boleto`,
      headers: { authorization: `Bearer ${await world.enter('staffA', world.people.staffA)}` },
    })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
    return /Do que se trata (.*?) (?:Pague|Corte)/.exec(text.replace(/\s+/g, ' '))?.[1]
  }

  test('is the description of its order, the items of its contract, or its type, and every paper, page and mail says so', async () => {
    const tower = await order('Vistoria da torre em Pinda\nDia 3, com o técnico.')
    const again = await order('Licenciamento da estação Morro do Cruzeiro')
    const hand = await byHand()
    const month = await ofMonth()
    const named = Object(dataOf(await world.call('staffA', 'GET', `bills-to-receive/${month.id}`)))
    const shown = String(named.subject).split(' · ')[1]
    const { name: type } = Object(dataOf(await world.call('staffA', 'GET', `bills-to-receive/${hand}`)).finance_type)
    const subjects = new Map([
      [tower, 'Vistoria da torre em Pinda'],
      [again, 'Licenciamento da estação Morro do Cruzeiro'],
      [hand, type],
      [month.id, `Assessoria mensal e mais 1 · ${shown}`],
    ])
    expect(shown).toMatch(new RegExp(`^[a-z]{3}/${month.month.slice(0, 4)}$`))

    const listed = rowsOf(await world.call('staffA', 'GET', 'bills-to-receive?pagination=false'))
    const owed = Object((await world.call('clientA', 'GET', 'users/me/pendencias')).body).data
    const statement = Object(
      (await world.call('clientA', 'GET', `clients/${client.uuid}/extrato?from=${today}&to=${today}`)).body,
    )
    const letter = Object(
      (await world.call('staffA', 'GET', `clients/${client.uuid}/extrato/carta?from=${today}&to=${today}`)).body,
    )
    await fillSetting(world.db, 'regua-cobranca', '-30')
    const morning = [0, 1, 2, 3, 4, 5].map(n => dayAfter(today, n)).find(isBankDay) ?? today
    await sql`update bills_to_receive set due_date = ${dayAfter(morning, 30)} where not called_off and client_id = ${client.id}`.execute(
      world.db,
    )
    await remindOfDebts(world.house, new Date(`${morning}T14:00:00Z`))
    const { rows: mails } = await sql<{ letter: { terms: string[] } }>`
      select letter from mails where kind = 'cobranca'`.execute(world.db)
    const terms = mails.flatMap(each => each.letter.terms)
    for (const [id, subject] of subjects) {
      const own = listed.find(each => String(each.id) === id)
      expect([id, own?.subject]).toEqual([id, subject])
      expect(owed.find((each: { uuid: string }) => each.uuid === own?.uuid)).toMatchObject({ name: subject })
      for (const lines of [statement.open, statement.lines])
        expect(
          lines.find((each: { uuid?: string; bill?: string }) => [each.uuid, each.bill].includes(String(own?.uuid)))
            .text,
        ).toMatch(new RegExp(`^${subject} · nº `))
      expect(letter.parts.filter((part: string) => part.includes(`${subject} · nº`))).toHaveLength(2)
      expect(terms.filter(term => term.startsWith(`- ${subject} · nº`))).toHaveLength(1)
    }
    expect(await paperOf(tower)).toBe('Vistoria da torre em Pinda')
    expect(await paperOf(again)).toBe('Licenciamento da estação Morro do Cruzeiro')
    expect(await paperOf(hand)).toMatch(new RegExp(`^${type} · [a-z]{3}/20`))
    expect((await paperOf(month.id))?.replaceAll('\u00a0', ' ')).toBe(
      `Assessoria mensal · ${shown} · R$ 700,00 Plantão · ${shown} · R$ 50,00`,
    )
  })
})
