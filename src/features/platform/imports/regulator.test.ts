import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { stations } from '#features/network/stations/stations.ts'
import { accessHeader, accessLine, importing } from '#test/support/importing.ts'
import { fistelOf } from '#test/support/drafts.ts'
import { dataOf, rowsOf } from '#test/support/world.ts'

describe('stations of the regulator’s files', () => {
  const { world, next, fresh, call, judged, preview, prepare, run, row } = importing()
  const clientOf = (name: string, more = {}) =>
    world().make(clients, 'A1', { name, document: fresh(), client_users: [], ...more })
  const fistelWithin = async (client_id: unknown, fistel = fistelOf(next())) => {
    const { rows } = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world().db)
    await world().make(fistels, 'A1', { fistel, client_id, service_type_id: rows[0]?.id, active_anatel: true })
    return fistel
  }
  const numberOf = () => String(1_400_000_000 + next())
  const mosaico = ['NomeEntidade', 'NumFistel', 'NumEstacao', 'EnderecoEstacao', 'SiglaUf', 'CodMunicipio', 'Latitude', 'Longitude', 'tipoTecnologia'] // prettier-ignore
  const place = ['Rua A', 'SP', '3554102', '-23,026389', '-45,555278']
  const stationsOf = async (id: unknown) =>
    rowsOf(await call('GET', `stations?filter[client_id]=${String(id)}&sort=id`))

  test('come in as they are: the client by bare name or fistel, a name made with a notice, an unknown technology left out', async () => {
    const [one, two] = [
      await clientOf('Serra Azul Telecom Ltda.'),
      await clientOf('Outra Rede', { fantasy_name: 'Vale Fibra' }),
    ]
    const [first, second] = [await fistelWithin(one.id), await fistelWithin(two.id)]
    const [a, b, c] = [numberOf(), numberOf(), numberOf()]
    const uuid = await judged('stations', [
      mosaico,
      ['SERRA AZUL TELECOM LTDA', first, a, ...place, 'LTE'],
      ['NOME QUE NINGUÉM TEM S.A.', second, b, ...place, 'FTTH'],
      ['VALE-FIBRA', '', c, ...place, ''],
    ])
    const { data, counts, notices } = await preview(uuid)
    expect(counts).toEqual({ criar: 3 })
    expect(data[0]?.notices.map(({ rule, message }) => [rule, message])).toEqual([
      ['fora', expect.any(String)],
      ['mudou', `Sem nome no arquivo: chama-se “Estação ${a} em Taubaté/SP”.`],
    ])
    expect(data[1]?.notices[0]?.message).toBe(
      `Não há no cadastro um cliente só com este nome: valeu fistel ${second}, que é de Outra Rede.`,
    )
    expect(notices.map(({ label, rule, rows }) => [label, rule, rows])).toEqual([
      ['Nome', 'mudou', 3],
      ['Cliente', 'mudou', 1],
      ['Tecnologia', 'fora', 1],
    ])
    await run(uuid, true)
    expect((await stationsOf(one.id)).map(each => each.name)).toEqual([`Estação ${a} em Taubaté/SP`])
    expect((await stationsOf(two.id)).map(each => each.station_number)).toEqual([b, c])
    // Again it changes nothing, whatever each is called since.
    const [made] = await stationsOf(one.id)
    await call('PUT', `stations/${String(made?.id)}`, { name: 'Torre do Cristo' })
    const again = await judged('stations', [mosaico, ['SERRA AZUL TELECOM LTDA', first, a, ...place, 'LTE']], {
      more: '&again=true',
    })
    expect((await preview(again)).counts).toEqual({ igual: 1 })
  })

  test('a document that is not in the register gives way to no fistel', async () => {
    const { id } = await clientOf('Dona do fistel')
    const fistel = await fistelWithin(id)
    const uuid = await judged('stations', [
      ['CNPJ', 'NumFistel', 'NumEstacao'],
      [fresh(), fistel, numberOf()],
    ])
    expect((await preview(uuid)).data[0]?.problems).toMatchObject([{ column: 'client', rule: 'nao-existe' }])
  })

  test('of names that differ by signs the written one is meant, else it is a question', async () => {
    const one = await clientOf('Net Norte')
    await clientOf('NetNorte')
    const uuid = await judged('stations', [
      ['Razão social', 'Nome', 'NumEstacao'],
      ['net norte', 'A', numberOf()],
      ['Net-Norte', 'B', numberOf()],
    ])
    const { data } = await preview(uuid)
    expect(data.map(({ verdict, problems }) => [verdict, problems[0]?.rule])).toEqual([
      ['criar', undefined],
      ['recusada', 'repetido'],
    ])
    await run(uuid)
    expect(await stationsOf(one.id)).toHaveLength(1)
  })

  test('without a number a station is known by the name it has of its client, once', async () => {
    const document = fresh()
    const { id } = await clientOf('Sem números', { document })
    const header = ['Nome', 'Cliente', 'Número da estação', 'Logradouro', 'Município']
    const lines = [
      header,
      ['Torre do Alto', document, '0', 'Rua A', 'Taubaté/SP'],
      ['POP Centro', document, 'N/I', 'Rua B', 'Taubaté/SP'],
      ['', document, '', 'Rua C', 'Taubaté/SP'],
      ['Torre-do-Alto', document, '', 'Rua D', 'Taubaté/SP'],
    ]
    const uuid = await judged('stations', lines)
    const { data } = await preview(uuid)
    expect(data.map(({ verdict, problems }) => [verdict, problems[0]?.message])).toEqual([
      ['criar', undefined],
      ['criar', undefined],
      ['criar', undefined],
      ['recusada', 'Repete a linha 2: sem Número da estação, vale Nome. Deixe uma só, ou dê a cada uma um nome.'],
    ])
    await run(uuid)
    expect((await stationsOf(id)).map(({ name }) => name)).toEqual([
      'Torre do Alto',
      'POP Centro',
      'Estação em Rua C, Taubaté/SP',
    ])
    const again = await judged('stations', [...lines.slice(0, 4), ['POP Centro', document, '', 'Rua E', '']], {
      more: '&again=true',
    })
    expect((await preview(again)).counts).toEqual({ igual: 3, recusada: 1 })
    const moved = await judged('stations', [header, ['pop centro', document, 'não há', 'Rua E', '']])
    expect((await preview(moved)).data[0]).toMatchObject({
      verdict: 'atualizar',
      notices: [
        {
          rule: 'aviso',
          message: 'Sem Número da estação: reconheceu-se o registro por Nome, que só um deste dono tem.',
        },
      ],
    })
    await run(moved, true)
    expect(await row(moved)).toMatchObject({ created: 0, updated: 1 })
    expect(await stationsOf(id)).toHaveLength(3)
  })

  test('a name two stations of the client have is a question', async () => {
    const document = fresh()
    const { id } = await clientOf('De nomes iguais', { document })
    for (const station_number of [numberOf(), null])
      await world().make(stations, 'A1', {
        name: 'Torre',
        client_id: id,
        fistel_id: null,
        station_number,
        client_shared_stations: [],
      })
    const uuid = await judged('stations', [
      ['Nome', 'Cliente', 'Número da estação'],
      ['Torre', document, 'N/I'],
    ])
    expect((await preview(uuid)).data[0]?.problems).toMatchObject([{ column: 'name', rule: 'repetido' }])
    await prepare(uuid, 'criar', 'station_number')
    expect((await preview(uuid)).data[0]?.verdict).toBe('recusada')
  })

  test('a fistel two clients have is of the client its row names', async () => {
    const [one, two] = [fresh(), fresh()]
    const [a, b] = [
      await clientOf('Primeira dona', { document: one }),
      await clientOf('Segunda dona', { document: two }),
    ]
    const fistel = await fistelWithin(a.id)
    await fistelWithin(b.id, fistel)
    const uuid = await judged('stations', [
      ['Nome', 'Cliente', 'Fistel', 'Número da estação'],
      ['Da primeira', one, fistel, numberOf()],
      ['Da segunda', two, fistel, numberOf()],
      ['De quem?', '', fistel, numberOf()],
    ])
    const { data } = await preview(uuid)
    expect(data.map(({ verdict, problems }) => [verdict, problems[0]?.message])).toEqual([
      ['criar', undefined],
      ['criar', undefined],
      ['recusada', `Veio ${fistel}, que é de mais de um cliente: Primeira dona e Segunda dona. Diga de qual.`],
    ])
    await run(uuid)
    const fistelOfFirst = async (id: unknown) => {
      const [made] = await stationsOf(id)
      return Object(dataOf(await call('GET', `stations/${String(made?.id)}`)).fistel).id
    }
    expect(await fistelOfFirst(a.id)).not.toBe(await fistelOfFirst(b.id))
  })

  test('and so are the accesses of a coleta', async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()]
    const a = await clientOf('Acessos da primeira', { document: one })
    const b = await clientOf('Acessos da segunda', { document: two })
    await clientOf('Sem fistel', { document: three })
    const fistel = await fistelWithin(a.id)
    await fistelWithin(b.id, fistel)
    const uuid = await judged('collects', [
      accessHeader,
      accessLine(fistel, { CNPJ: one }),
      accessLine(fistel, { CNPJ: two }),
      accessLine(fistel, { CNPJ: three, MES: '8' }),
      accessLine(fistel, { MES: '7' }),
    ])
    const { data } = await preview(uuid)
    expect(data.map(({ verdict, problems }) => [verdict, problems[0]?.rule])).toEqual([
      ['criar', undefined],
      ['criar', undefined],
      ['recusada', 'diverge'],
      ['recusada', 'nao-existe'],
    ])
  })
})
