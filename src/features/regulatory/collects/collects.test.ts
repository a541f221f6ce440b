import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

const fixture = (name: string) => readFileSync(`src/features/regulatory/collects/fixtures/${name}`, 'utf8')
const csv = { 'content-type': 'text/csv' }

describe('a coleta', () => {
  let world: World
  let client: number
  let fistel: number
  const cnpj = '11767820000120'

  beforeAll(async () => {
    world = await openWorld()
    client = (await world.make(clients, 'A1', { document: cnpj, name: 'Vale do Rio Telecom' })).id
    const scm = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world.db)
    fistel = (await world.make(fistels, 'A1', { client_id: client, service_type_id: scm.rows[0]?.id })).id
  })
  afterAll(() => world.close())

  const start = async (year: number, month: number, of = { client_id: client, fistel_id: fistel }) =>
    world.call('staffA', 'POST', 'collects', { body: { ...of, year, month } })
  const another = async () => {
    const { id: client_id } = await world.make(clients, 'A1', {})
    return { client_id, fistel_id: (await world.make(fistels, 'A1', { client_id })).id }
  }

  test('takes the published rows, and gives them back but for merging', async () => {
    const { uuid } = dataOf(await start(2026, 2))
    const body = fixture('real-rows-to-merge.csv')
    const preview = await world.call('staffA', 'POST', `collects/${uuid}/preview`, { body, headers: csv })
    expect(preview.status).toBe(200)
    expect(preview.body).toMatchObject({ data: { fatal: null, complete: true, summary: { refused: 0 } } })
    expect(dataOf(await world.call('staffA', 'GET', `collects/${uuid}`))).toMatchObject({ locations: [] })

    const stored = await world.call('staffA', 'POST', `collects/${uuid}/upload`, { body, headers: csv })
    expect(stored.status).toBe(200)
    const file = await world.app.inject({
      url: `/api/v1/collects/${uuid}/file`,
      headers: { authorization: await bearer() },
    })
    expect(file.statusCode).toBe(200)
    expect(file.rawPayload).toEqual(readFileSync('src/features/regulatory/collects/fixtures/real-rows-merged.csv'))
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="DICI_MENSAL_SCM_2026-02_vale-do-rio-telecom.csv"',
    )
  })

  /** As many municipalities as asked, with as many lines in each. */
  async function linesOf(places: number, each: number) {
    const idsOf = async (table: string, limit = 1) =>
      (
        await sql<{ id: number }>`select id from ${sql.table(table)} order by id limit ${limit}`.execute(world.db)
      ).rows.map(({ id }) => id)
    const [client_type_id] = await idsOf('client_types')
    const [attendance_type_id] = await idsOf('attendance_types')
    const [attendance_middle_id] = await idsOf('attendance_middles')
    const [product_type_id] = await idsOf('product_types')
    const [technology_type_id] = await idsOf('technology_types')
    const types = { client_type_id, attendance_type_id, attendance_middle_id, product_type_id, technology_type_id }
    return (await idsOf('cities', places)).map(city_id => ({
      city_id,
      accesses_ordered: Array.from({ length: each }, (_, n) => ({ ...types, speed: n + 1, amount: 1 })),
    }))
  }
  const save = (uuid: unknown, locations: readonly object[]) =>
    world.call('staffA', 'PUT', `collects/${String(uuid)}`, { body: { locations } })

  test('of 16,000 lines is saved whole, and again with one of them changed', async () => {
    const { uuid } = dataOf(await start(2025, 11, await another()))
    const locations = await linesOf(16, 1_000)
    const saved = await save(uuid, locations)
    expect(saved.status).toBe(200)
    const stored = dataOf(saved).locations as readonly { id: number; accesses_ordered: readonly { id: number }[] }[]
    const changed = locations.map((location, at) => ({
      ...location,
      id: stored[at]?.id,
      accesses_ordered: location.accesses_ordered.map((line, n) => ({
        ...line,
        id: stored[at]?.accesses_ordered[n]?.id,
        ...(at === 15 && n === 999 && { amount: 77 }),
      })),
    }))
    expect((await save(uuid, changed)).status).toBe(200)
    const { rows } = await sql<{ lines: number; amount: number }>`
      select count(*)::int as lines, sum(a.amount)::int as amount from collects_locations_accesses_ordered a
      join collects_locations l on l.id = a.parent_id join collects c on c.id = l.parent_id where c.uuid = ${uuid}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ lines: 16_000, amount: 16_076 }])
  })

  test('of 2,400 lines, twelve at once, are written one after the other: no more of them takes a connection', async () => {
    const locations = await linesOf(3, 800)
    const months = Array.from({ length: 12 }, (_, n) => n + 1)
    const of = await another()
    const made = await Promise.all(months.map(month => start(2024, month, of)))
    // A second transaction that writes lines meanwhile is refused.
    await sql`create function refuse_second_writer() returns trigger language plpgsql as $$ begin
      if not pg_try_advisory_xact_lock(2400) then raise exception 'another transaction writes lines'; end if;
      return null;
    end $$`.execute(world.db)
    await sql`create trigger one_writer before insert on collects_locations_accesses_ordered
      for each statement execute function refuse_second_writer()`.execute(world.db)
    const saved = await Promise.all(made.map(reply => save(dataOf(reply).uuid, locations)))
    await sql`drop function refuse_second_writer cascade`.execute(world.db)
    expect(saved.map(({ status }) => status)).toEqual(months.map(() => 200))
  })

  test('adds up to the accesses of its client, which hide what has no report from people of the client', async () => {
    const body = fixture('real-rows-to-merge.csv')
    const own = `collects?filter[client_id]=${client}&filter[month]=2`
    const [{ uuid } = { uuid: '' }] = rowsOf(await world.call('staffA', 'GET', own)) as readonly { uuid: string }[]
    expect((await world.call('staffA', 'POST', `collects/${uuid}/upload`, { body, headers: csv })).status).toBe(200)
    const [owner] = rowsOf(await world.call('staffA', 'GET', `clients?filter[id]=${client}`))
    await world.call('staffA', 'PUT', `clients/${String(owner?.uuid)}`, {
      body: { client_users: [{ user_id: world.people.clientA }] },
    })
    const shown = async (who: 'staffA' | 'clientA') => {
      const { body: answer } = await world.call(who, 'GET', `clients/${String(owner?.uuid)}/acessos`)
      return (answer.data as { readonly months: readonly unknown[] }).months.at(-1)
    }
    const { locations } = dataOf(await world.call('staffA', 'GET', `collects/${uuid}`))
    const lines = locations as readonly { readonly accesses_ordered: readonly { readonly amount: number }[] }[]
    const accesses = lines.flatMap(each => each.accesses_ordered).reduce((sum, { amount }) => sum + amount, 0)
    expect(accesses).toBeGreaterThan(0)
    const february = { year: 2026, month: 2, accesses }
    expect([await shown('staffA'), await shown('clientA')]).toEqual([february, february])
    await world.call('staffA', 'PUT', `collects/${uuid}`, { body: { hide_report: true } })
    expect(await shown('staffA')).toEqual(february)
    expect(await shown('clientA')).toBeUndefined()
    await world.call('staffA', 'PUT', `collects/${uuid}`, { body: { hide_report: false } })
  })

  test('is found by its month, however that is written, beside the words of its client', async () => {
    for (const month of [5, 6]) await start(2031, month)
    await start(2032, 5)
    const found = async (search: string) => {
      const query = new URLSearchParams({ search, per_page: '100', sort: 'year,month' }).toString()
      const rows = rowsOf(await world.call('staffA', 'GET', `collects?${query}`))
      return rows.filter(({ year }) => Number(year) > 2030).map(({ year, month }) => `${String(month)}/${String(year)}`)
    }
    for (const search of [
      'mai/2031',
      'maio 2031',
      'Maio de 2031',
      '05/2031',
      '5/2031',
      '2031-05',
      '052031',
      '203105',
      'mai31',
    ])
      expect([search, await found(search)]).toEqual([search, ['5/2031']])
    expect(await found('vale maio/2031 RIO')).toEqual(['5/2031'])
    expect(await found('mai')).toEqual(['5/2031', '5/2032'])
    expect(await found('vale do rio')).toEqual(['5/2031', '6/2031', '5/2032'])
    expect(await found('jun/2032')).toEqual([])
    expect(await found('outro maio/2031')).toEqual([])
    // A word that is a month too is still looked for in names.
    const mar = await world.make(clients, 'A1', { document: '33000167000101', name: 'Mai Telecom' })
    const { rows } = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world.db)
    const own = await world.make(fistels, 'A1', { client_id: mar.id, service_type_id: rows[0]?.id })
    await world.call('staffA', 'POST', 'collects', {
      body: { client_id: mar.id, fistel_id: own.id, year: 2031, month: 9 },
    })
    expect(await found('mai telecom')).toEqual(['5/2031', '9/2031', '5/2032'])
  })

  test('keeps nothing of a file with refused rows until somebody says they stay out', async () => {
    const { uuid } = dataOf(await start(2026, 3))
    const good = `${cnpj};2026;3;2931350;PF;URBANO;fibra;internet;FTTH;250;60`
    const bad = `${cnpj};2026;3;2931350;PF;URBANO;fibra;internet;FTTH;0.5;1`
    const body = `CNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;QT_ACESSOS\r\n${good}\r\n${bad}\r\n`
    const refused = await world.call('staffA', 'POST', `collects/${uuid}/upload`, { body, headers: csv })
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.file?.[0]).toContain('1 linha do arquivo foi recusada')
    expect(dataOf(await world.call('staffA', 'GET', `collects/${uuid}`))).toMatchObject({ locations: [] })

    const stored = await world.call('staffA', 'POST', `collects/${uuid}/upload?refused=skip`, { body, headers: csv })
    expect(stored.status).toBe(200)
    const { locations } = dataOf(await world.call('staffA', 'GET', `collects/${uuid}`))
    expect(locations).toMatchObject([{ state: 'BA', accesses_ordered: [{ speed: 250, amount: 60 }] }])
  })

  test('is one per fistel and month, of the client who owns the fistel', async () => {
    const { id } = dataOf(await start(2026, 4))
    expect((await start(2026, 4)).body.errors).toEqual({ month: ['Já existe uma coleta deste fistel neste mês.'] })
    const other = await world.call('staffA', 'POST', 'collects', {
      body: { client_id: world.target('clients', 'A2')?.id, fistel_id: fistel, year: 2026, month: 5 },
    })
    expect(other.body.errors).toEqual({ fistel_id: ['Este fistel é de outro cliente.'] })
    expect((await world.call('staffA', 'PUT', `collects/${id}`, { body: { month: 3 } })).status).toBe(422)
  })

  test('computes taxes, FUST and totals itself, and takes none of them from outside', async () => {
    const { id } = dataOf(await start(2026, 6))
    const regimes = await sql<{ id: number; slug: string }>`select id, slug from tax_regimes`.execute(world.db)
    const regime = (slug: string) => regimes.rows.find(each => each.slug === slug)?.id
    const line = {
      state: 'SP',
      tax_regime_id: regime('lucro-presumido'),
      gross_billing: 100_000,
      icms_percent: 18,
      pis_percent: 0.65,
      confins_percent: 3,
    }
    const exempt = { ...line, state: 'RJ', tax_regime_id: regime('simples-nacional') }
    const saved = await world.call('staffA', 'PUT', `collects/${id}`, { body: { finances: [line, exempt] } })
    expect(dataOf(saved)).toMatchObject({
      finances: [{ icms: 18_000, pis: 650, confins: 3_000, net_billing: 78_350, fust: 783.5 }, { fust: 0 }],
    })
    const forged = await world.call('staffA', 'PUT', `collects/${id}`, { body: { finances: [{ ...line, fust: 1 }] } })
    expect(forged.body.errors).toHaveProperty(['finances.0.fust'])
  })

  test('has a file only when it has accesses and is of the SCM', async () => {
    const { uuid } = dataOf(await start(2026, 7))
    const empty = await world.call('staffA', 'GET', `collects/${uuid}/file`)
    expect([empty.status, empty.body.message]).toEqual([
      422,
      'A coleta não tem acessos. A Anatel exige ao menos um registro.',
    ])
    const elsewhere = world.target('collects', 'B1')?.uuid
    expect((await world.call('staffA', 'GET', `collects/${elsewhere}/file`)).status).toBe(404)
  })

  const bearer = async () => `Bearer ${await world.enter('downloader', world.people.staffA)}`
})
