import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { sections } from '#features/platform/imports/section/sections.ts'
import { stations } from '#features/network/stations/stations.ts'
import { keyOf, tableOf } from '#kernel/resource.ts'
import { fistelOf } from '#test/support/drafts.ts'
import { importing } from '#test/support/importing.ts'
import { dataOf, rowsOf } from '#test/support/world.ts'

describe('rows of a file are known by what is unique', () => {
  const { world, next, fresh, call, judged, preview, prepare, run, row } = importing()
  const clientOf = (owner: 'A1' | 'A2' | 'B1', name: string, document = fresh()) =>
    world().make(clients, owner, { name, document, client_users: [] })
  const numberOf = () => String(1_000_000_000 + next())
  const stationOf = (owner: 'A1' | 'A2' | 'B1', client_id: unknown, more: object) =>
    world().make(stations, owner, { client_id, fistel_id: null, client_shared_stations: [], ...more })
  const nameAt = async (id: unknown) =>
    dataOf(await call('GET', `stations/${String(id)}`, undefined, 'superAdmin')).name

  test('each key of each section has a unique index, alone or within the owner', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select i.indrelid::regclass::text as table,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = i.indrelid and pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M') order by 1) as columns
      from pg_index i where i.indisunique`.execute(world().db)
    for (const section of sections) {
      const unique = rows.filter(each => each.table === tableOf(section.of)).map(({ columns }) => columns)
      const columnOf = (key: string) => {
        const field = section.of.fields[key]
        return field ? keyOf(key, field) : key
      }
      const sets = section.groups
        ? [section.groups]
        : section.keys.map(key => (key === 'id' ? [key] : [key, section.owner]))
      for (const keys of sets) {
        const wanted = keys.map(columnOf)
        const held = unique.filter(columns => wanted.every(each => columns.includes(each)))
        expect(held, `${section.of.path} by ${wanted.join()}`).not.toEqual([])
        // What an index asks for beyond the key would let two records have it.
        const own = new Set([...wanted, 'deleted_at'])
        expect(held.some(columns => columns.every(each => own.has(each)))).toBe(true)
      }
    }
  })

  test('a number that another client has makes a station of the client the row names', async () => {
    const [documentA, documentB, number] = [fresh(), fresh(), numberOf()]
    const [a, b] = [await clientOf('A1', 'Dona A', documentA), await clientOf('A1', 'Dona B', documentB)]
    const { id } = await stationOf('A1', a.id, { name: 'Torre da A', station_number: number })
    const uuid = await judged('stations', [
      ['Nome', 'Cliente', 'Número da estação'],
      ['Torre da A, nova', documentA, number],
      ['Torre da B', documentB, number],
    ])
    expect((await preview(uuid)).data.map(({ verdict, target }) => [verdict, target])).toEqual([
      ['atualizar', Number(id)],
      ['criar', null],
    ])
    await run(uuid, true)
    expect(await row(uuid)).toMatchObject({ created: 1, updated: 1, refused: 0 })
    const kept = rowsOf(await call('GET', `stations?filter[station_number]=${number}&sort=id`))
    expect(kept.map(each => [each.name, each.client_id])).toEqual([
      ['Torre da A, nova', a.id],
      ['Torre da B', b.id],
    ])
    // Both are known again, each by its own client.
    const again = await judged('stations', [
      ['Nome', 'Cliente', 'Número da estação'],
      ['Torre da B', documentB, number],
      ['Torre da A', documentA, number],
    ])
    expect((await preview(again)).data.map(({ verdict }) => verdict)).toEqual(['igual', 'atualizar'])
  })

  test('a number of a client out of sight is no more than a new one', async () => {
    const [document, number] = [fresh(), numberOf()]
    const other = await clientOf('B1', 'De outra empresa')
    const far = await stationOf('B1', other.id, { name: 'Torre de longe', station_number: number })
    await clientOf('A1', 'Desta empresa', document)
    const lines = [
      ['Nome', 'Cliente', 'Número da estação'],
      ['Torre daqui', document, number],
    ]
    for (const who of ['staffA', 'superAdmin']) {
      const uuid = await judged('stations', lines, { who, more: '&again=true' })
      expect((await preview(uuid, '', who)).data[0]?.verdict).toBe('criar')
    }
    expect(await nameAt(far.id)).toBe('Torre de longe')
  })

  test('a number without a client is matched to none, be there one station or two', async () => {
    const number = numberOf()
    const { id } = await clientOf('A1', 'Dona do número')
    await stationOf('A1', id, { name: 'Torre', station_number: number })
    const uuid = await judged('stations', [
      ['Número da estação', 'Nome'],
      [number, 'Outra torre'],
    ])
    const message = 'Preencha Cliente: registros de donos diferentes podem ter o mesmo valor em Número da estação.'
    expect((await preview(uuid)).data[0]?.problems).toMatchObject([{ column: 'client', rule: 'vazio', message }])
    await prepare(uuid, 'atualizar', 'station_number')
    expect((await preview(uuid)).data[0]?.problems).toMatchObject([{ column: 'client', message }])
  })

  test('no key of any section gives a record to another owner', async () => {
    const [documentA, documentB] = [fresh(), fresh()]
    const [a, b] = [await clientOf('A1', 'Antiga dona', documentA), await clientOf('A1', 'Nova dona', documentB)]
    const [number, fistel] = [numberOf(), fistelOf(next())]
    const station = await stationOf('A1', a.id, { name: 'Torre', station_number: number })
    const account = await world().make(fistels, 'A1', { fistel, client_id: a.id, active_anatel: true })
    const byCode = async (path: string, lines: (string | number)[][]) => {
      const uuid = await judged(path, lines)
      await prepare(uuid, 'atualizar', 'id')
      return (await preview(uuid)).data[0]
    }
    const refusedOf = (name: string) => [
      {
        column: 'client',
        rule: 'diverge',
        message: `${name} é de Antiga dona. De quem é um registro não muda por importação: corrija a linha, ou mude no próprio registro.`,
      },
    ]
    const codes = [
      ['Código', 'Cliente'],
      [Number(station.id), documentB],
    ]
    expect((await byCode('stations', codes))?.problems).toMatchObject(refusedOf('A estação “Torre”'))
    expect(
      (
        await byCode('fistels', [
          ['Código', 'Cliente'],
          [Number(account.id), documentB],
        ])
      )?.problems,
    ).toMatchObject(refusedOf(`O fistel “${fistel}”`))
    // By its number it is the other client's own.
    const others = await judged('fistels', [
      ['Fistel', 'Cliente', 'Serviço'],
      [fistel, documentB, '045'],
    ])
    expect((await preview(others)).data[0]).toMatchObject({ problems: [], verdict: 'criar', target: null })
    expect(dataOf(await call('GET', `stations/${String(station.id)}`)).client_id).toBe(a.id)
    expect(b.id).not.toBe(a.id)
  })

  test('a document that two companies have is of the company the row names', async () => {
    const document = fresh()
    const [here, there] = [await clientOf('A1', 'Daqui', document), await clientOf('B1', 'De lá', document)]
    const companyOf = async (id: unknown) =>
      dataOf(await call('GET', `clients/${String(id)}`, undefined, 'superAdmin')).empresa_responsavel
    const { name } = Object(await companyOf(there.id))
    const uuid = await judged(
      'clients',
      [
        ['CNPJ', 'Nome', 'Empresa responsável'],
        [document, 'De lá, mudada', String(name)],
      ],
      { who: 'superAdmin' },
    )
    expect((await preview(uuid, '', 'superAdmin')).data[0]).toMatchObject({
      verdict: 'atualizar',
      target: Number(there.id),
    })
    const coded = await judged(
      'clients',
      [
        ['Código', 'Nome', 'Empresa responsável'],
        [Number(here.id), 'Levada', String(name)],
      ],
      { who: 'superAdmin' },
    )
    const body = { mapping: (await preview(coded, '', 'superAdmin')).mapping, mode: 'atualizar', match_by: 'id' }
    await call('PUT', `imports/${coded}/preparar`, body, 'superAdmin')
    await world().runner.settled()
    expect((await preview(coded, '', 'superAdmin')).data[0]?.problems).toMatchObject([
      { column: 'empresa_responsavel', rule: 'diverge' },
    ])
  })
})
