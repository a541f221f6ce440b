import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './support/databases.ts'
import { cnpj } from './support/drafts.ts'
import { dataOf, openWorld, type World } from './support/world.ts'

const clients = 300
const [year, month] = [2028, 4]

describe.each(engines)('the files of a long month on %s', engine => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine)
    await fill(world)
  })
  afterAll(() => world?.close())

  test('every ready coleta has its file, as it is downloaded alone, and the others say why they have none', async () => {
    const asked = await world.call('staffA', 'POST', 'collects/arquivos', { body: { year, month } })
    await world.runner.settled()
    const headers = { authorization: `Bearer ${await world.enter('files', world.people.staffA)}` }
    const download = async (path: string) => (await world.app.inject({ url: `/api/v1/${path}`, headers })).rawPayload
    const entries = unzipSync(await download(`exports/${dataOf(asked).uuid}/file`))
    const report = new TextDecoder().decode(entries['relatorio.csv']).split('\r\n')
    const lines = report.filter(line => line.startsWith('Frota ')).map(line => line.split(';'))
    expect([Object.keys(entries).length, lines.length]).toEqual([clients - 3 + 1, clients])

    const left = lines.filter(([, , , , file]) => file === '')
    expect(left.map(([name, , , state, , , , why]) => [name, state, why]).toSorted()).toEqual([
      ['Frota 1', 'Em aberto', 'A coleta está em aberto.'],
      ['Frota 2', 'Aguardando cliente', 'A coleta está aguardando cliente.'],
      ['Frota 3', 'Não aberta', 'A coleta não foi aberta.'],
    ])
    for (const [name, , , state, file = '', rows, accesses, why, hash, address = ''] of lines) {
      if (file === '') continue
      const n = Number(name?.slice('Frota '.length))
      expect([state, rows, accesses, why]).toEqual(['Pronta', '2', String(2 * n), ''])
      const alone = await download(`collects/${address.split('/').at(-1)}/file`)
      expect(alone.equals(entries[file] ?? Buffer.alloc(0)), `${name}, ${file}`).toBe(true)
      expect(createHash('sha256').update(alone).digest('hex')).toBe(hash)
    }
  })
})

/** Clients with a coleta of the month each, the n-th of `n` accesses in two places; all ready but three. */
async function fill({ db, companies }: World) {
  const documents = Array.from({ length: clients }, (_, n) => cnpj(6_000_000 + n))
  await sql`
    with c as (insert into clients (name, document, empresa_responsavel_id)
        select 'Frota ' || n, d, ${companies.A} from unnest(${documents}::text[]) with ordinality x (d, n) returning id, name),
      f as (insert into fistels (client_id, fistel, service_type_id, active_anatel)
        select id, to_char(50490000000 + id, 'FM00000000000'), (select id from service_types where term = '045'), true from c
        returning id, client_id, service_type_id),
      k as (insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
        select f.client_id, f.id, f.service_type_id, ${year}, ${month},
          (select id from statuses where model = 'Collect' and slug = case c.name
            when 'Frota 1' then 'em-aberto' when 'Frota 2' then 'aguardando-cliente' else 'finalizado' end)
        from f join c on c.id = f.client_id where c.name <> 'Frota 3' returning id, client_id),
      l as (insert into collects_locations (parent_id, position, city_id)
        select k.id, row_number() over (partition by k.id), t.id from k, cities t where t.ibge in (2931350, 3550308) returning id, parent_id)
    insert into collects_locations_accesses (parent_id, position, client_type_id, attendance_type_id, attendance_middle_id,
      product_type_id, technology_type_id, speed, amount)
    select l.id, 1, (select id from client_types where term = 'PF'), (select id from attendance_types where term = 'URBANO'),
      (select id from attendance_middles where term = 'fibra'), (select id from product_types where term = 'internet'),
      (select id from technology_types where term = 'FTTH'), 300, split_part(c.name, ' ', 2)::int
    from l join k on k.id = l.parent_id join c on c.id = k.client_id`.execute(db)
}
