import { unzipSync } from 'fflate'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillMonth } from '#test/support/month.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

const clients = 300
const [year, month] = [2028, 4]
const running = 'abr/2028 só termina em 30/04/2028. Até lá os números podem mudar.'

describe('the files of a long month', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await fillMonth(world.db, { clients, year, month, company: world.companies.A })
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
      ['Frota 1', 'Em aberto', `A coleta está em aberto. ${running}`],
      [
        'Frota 2',
        'Aguardando cliente',
        `A coleta está aguardando cliente. ${running} Frota 2 ainda não entregou esta coleta.`,
      ],
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
