import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { maskCnpj } from '#kernel/brasil.ts'
import { importing, type Lines } from '#test/support/importing.ts'
import { recording } from '#test/support/statements.ts'
import { dataOf } from '#test/support/world.ts'

describe('spreadsheets that are written and taken back', () => {
  const { world, fresh, call, send, settled, preview, row, judged, run, undo, byDocument, prepare } = importing()

  test('what an import did is undone, unless somebody changed it since', async () => {
    const [kept, changed, new1, new2] = [fresh(), fresh(), fresh(), fresh()]
    const addresses = [{ address: 'Rua Velha', address_type_id: 1 }]
    await world().make(clients, 'A1', { name: 'Um', document: kept, client_users: [], addresses })
    await world().make(clients, 'A1', { name: 'Dois', document: changed, client_users: [] })
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'Logradouro'],
      ['Um Novo', kept, 'Rua Nova'],
      ['Dois Novo', changed, ''],
      ['Três', new1, ''],
      ['Quatro', new2, ''],
    ])
    await run(uuid)
    const [two, four] = [await byDocument(changed), await byDocument(new2)]
    await call('PUT', `clients/${two?.id}`, { fantasy_name: 'Mexido' })
    await call('PUT', `clients/${four?.id}`, { fantasy_name: 'Mexido' })
    expect((await undo(uuid)).body.message).toBe('Desfazendo a importação.')
    expect(await row(uuid)).toMatchObject({ state: 'desfeito' })
    expect(await byDocument(new1)).toBeUndefined()
    expect(await byDocument(new2)).toMatchObject({ name: 'Quatro' })
    expect(await byDocument(changed)).toMatchObject({ name: 'Dois Novo', fantasy_name: 'Mexido' })
    const one = await byDocument(kept)
    expect(dataOf(await call('GET', `clients/${one?.id}`))).toMatchObject({ name: 'Um', addresses })
    const left = await preview(uuid, '?verdict=mantida')
    expect(left.data.map(each => each.row)).toEqual([3, 5])
    expect(left.data[0]?.said).toBe('Alguém alterou o cliente depois da importação: ficou como está.')
    expect((await undo(uuid)).status).toBe(409)
  })

  test('who may not create clients imports none, not even with what was allowed when the file came', async () => {
    const lines = (document: string): Lines => [
      ['Nome', 'CNPJ'],
      ['Sem direito', document],
    ]
    const first = fresh()
    const uuid = await judged('clients', lines(first))
    const take = (names: readonly string[]) =>
      sql`update profiles_profile_roles set active = not active where role = any(${names}::text[]) and parent_id = (select id from profiles where slug = 'colaborador')`.execute(
        world().db,
      )
    await take(['clients.store'])
    try {
      expect(await run(uuid)).toMatchObject({ status: 403, body: { message: 'Falta permissão para criar clientes.' } })
      await take(['clients.update'])
      try {
        expect((await send('clients', lines(fresh()))).status).toBe(403)
      } finally {
        await take(['clients.update'])
      }
    } finally {
      await take(['clients.store'])
    }
    expect(await byDocument(first)).toBeUndefined()
    await settled()
  })

  test('a document that is another client’s says whose, and leaves the other rows to come in', async () => {
    const [first, second, taken] = [fresh(), fresh(), fresh()]
    const one = await world().make(clients, 'A1', { name: 'Um', document: first, client_users: [] })
    const two = await world().make(clients, 'A1', { name: 'Dois', document: second, client_users: [] })
    await world().make(clients, 'A1', { name: 'Dona do número', document: taken, client_users: [] })
    const uuid = await judged('clients', [
      ['Código', 'Razão social', 'CNPJ'],
      [one.id, 'Um', taken],
      [two.id, 'Dois Novo', second],
    ])
    await prepare(uuid, 'atualizar', 'id')
    await run(uuid)
    const { data } = await preview(uuid)
    expect(data).toMatchObject([
      { state: 'falhou', said: `O cliente “Dona do número” já tem CPF ou CNPJ ${maskCnpj(taken)}.` },
      { state: 'feita' },
    ])
  })

  // A statement that joined its rows with themselves took all its ten seconds, and was begun again.
  test('many rows are judged before the database knows that there are many', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => [`Longo ${at}`, fresh()])
    const twin = ['De novo', many[0]?.[1] ?? '']
    const uuid = await judged('clients', [['Razão social', 'CNPJ'], ...many, twin])
    expect((await preview(uuid)).counts).toEqual({ criar: 1_500, recusada: 1 })
    // They did not come together, and are still known for one.
    const refused = await preview(uuid, '?verdict=recusada')
    expect(refused.data).toMatchObject([{ row: 1_502, problems: [{ message: 'Repete a linha 2. Deixe uma só.' }] }])
  })

  test('a writing that is cancelled, or whose rights are taken away, stops there; taken up again it ends with every row once', async () => {
    const documents = Array.from({ length: 1_500 }, fresh)
    const uuid = await judged('clients', [
      ['Nome', 'CNPJ'],
      ...documents.map((document, at) => [`Aos poucos ${at}`, document]),
    ])
    const done = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from import_rows r join imports i on i.id = r.import_id
        where i.uuid = ${uuid} and r.state = 'feita'`.execute(world().db)
      return rows[0]?.n ?? 0
    }
    /** Set going, and stopped at once, whatever was written by then. */
    async function stopped(stop: () => Promise<unknown>) {
      expect((await call('PUT', `imports/${uuid}/importar`, { whole: false })).status).toBe(200)
      await stop()
      await settled()
      expect(await done()).toBeLessThan(documents.length)
      return row(uuid)
    }
    const cancel = async () => expect((await call('PUT', `imports/${uuid}/cancelar`, {})).status).toBe(200)
    expect(await stopped(cancel)).toMatchObject({ state: 'cancelado' })
    const turn = () =>
      sql`update profiles_profile_roles set active = not active where role = 'imports.importar' and parent_id = (select id from profiles where slug = 'colaborador')`.execute(
        world().db,
      )
    try {
      expect(await stopped(turn)).toMatchObject({ state: 'falhou', error: 'Falta permissão para gravar importações.' })
      expect((await run(uuid)).status).toBe(403)
    } finally {
      await turn()
    }
    await run(uuid)
    expect(await row(uuid)).toMatchObject({ state: 'concluido', created: documents.length, refused: 0 })
    const { rows } = await sql<{ n: number; different: number }>`
      select count(*)::int as n, count(distinct document)::int as different from clients
      where document = any(${documents}::text[])`.execute(world().db)
    expect(rows[0]).toEqual({ n: documents.length, different: documents.length })
  })

  test('many rows are written by a few statements, and those refused stand alone with what refuses them', async () => {
    const { id } = dataOf(await call('POST', 'tax-regimes', { name: 'Regime de passagem' }, 'superAdmin'))
    const documents = Array.from({ length: 200 }, fresh)
    const refused = new Set([3, 4, 90])
    const uuid = await judged('clients', [
      ['Nome', 'CNPJ', 'Regime', 'Logradouro'],
      ...documents.map((document, at) => [
        `Muitos ${at}`,
        document,
        refused.has(at) ? 'Regime de passagem' : 'Simples Nacional',
        `Rua ${at}`,
      ]),
    ])
    await call('PUT', 'tax-regimes/disable', { ids: [id] }, 'superAdmin')
    const asked = recording(world().database.pool)
    await run(uuid)
    const writes = asked.stop().filter(({ text }) => /insert into "?(clients|audit_events)/.test(text))
    // Each refused one is found by halves.
    expect(writes.length).toBeLessThan(80)
    expect(await row(uuid)).toMatchObject({
      state: 'concluido',
      created: documents.length - refused.size,
      refused: refused.size,
      errors: [...refused].map(at => ({
        row: at + 2,
        message: 'Este regime tributário está inativo. Escolha outro.',
      })),
    })
    const { rows } = await sql<{ name: string; lines: number; events: number; version: number }>`
      select c.name, c.version, (select count(*)::int from clients_addresses a where a.parent_id = c.id) as lines,
        (select count(*)::int from audit_events e where e.resource = 'clients' and e.row_id = c.id and e.event = 'clients.store') as events
      from import_rows r join imports i on i.id = r.import_id join clients c on c.id = r.target
      where i.uuid = ${uuid} and r.state = 'feita' and r.version = c.version
        and exists (select 1 from audit_events e where e.id = r.event and e.row_id = c.id) order by c.id`.execute(
      world().db,
    )
    expect(rows).toEqual(
      documents.flatMap((_, at) =>
        refused.has(at) ? [] : [{ name: `Muitos ${at}`, version: 1, lines: 1, events: 1 }],
      ),
    )
  })

  test('what changed since it was shown is not written: nobody agreed to that', async () => {
    const document = fresh()
    const { id } = await world().make(clients, 'A1', { name: 'Antes', document, client_users: [] })
    const created = fresh()
    const uuid = await judged('clients', [
      ['Nome', 'CNPJ'],
      ['Depois', document],
      ['Novo', created],
    ])
    await call('PUT', `clients/${id}`, { name: 'No meio' })
    await run(uuid)
    expect(await row(uuid)).toMatchObject({ state: 'concluido', created: 1, updated: 0, refused: 1 })
    expect(await row(uuid)).toMatchObject({
      errors: [{ row: 2, message: 'O cadastro mudou desde a conferência. Confira a linha de novo.' }],
    })
    expect(await byDocument(document)).toMatchObject({ name: 'No meio' })

    // All or nothing: one that fails takes the others back.
    const [one, two] = [fresh(), fresh()]
    const whole = await judged('clients', [
      ['Nome', 'CNPJ'],
      ['Fica de fora', one],
      ['Mudou', document],
      ['Fica de fora também', two],
    ])
    await call('PUT', `clients/${id}`, { name: 'De novo no meio' })
    await run(whole, true)
    expect(await row(whole)).toMatchObject({
      state: 'falhou',
      error: 'Nada foi importado. Linha 3: O cadastro mudou desde a conferência. Confira a linha de novo.',
    })
    expect([await byDocument(one), await byDocument(two)]).toEqual([undefined, undefined])
  })
})
