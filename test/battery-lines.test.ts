import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import { features } from '#features/index.ts'
import type { Fields } from '#kernel/field.ts'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { lineOf, taxCodes, type Draft } from './support/drafts.ts'
import { dataOf, openWorld, type Row, type World } from './support/world.ts'

// What lines that live and die with a row do, whatever they are.

/** Lines people write, several to a row: not those a job leaves, nor the one address of a station. */
const manies = features.flatMap((resource: AnyResource) =>
  Object.entries(resource.fields).flatMap(([name, { writable, options }]) =>
    writable && options.shape && options.max !== 1 && verbsOf(resource).includes('store')
      ? [{ at: `${resource.path}.${name}`, resource, name, shape: options.shape }]
      : [],
  ),
)
const below = (shape: Fields) =>
  Object.entries(shape).flatMap(([name, { options }]) => (options.shape && !options.mirrored ? [name] : []))

async function countOf({ db }: World, table: string) {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
  return rows[0]?.n
}

describe('lines', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  const others: number[] = []
  beforeAll(async () => {
    for (const owner of ['A2', 'B1'] as const) others.push(world.target('clients', owner)?.id ?? 0)
    others.push((await world.make(clients, 'B1')).id)
  })
  /** Lines that name others than the row's own client, each another. */
  const apart: Readonly<Record<string, (i: number) => Draft>> = {
    'stations.client_shared_stations': i => ({ client_id: others[i] }),
    // Codes of IBS and CBS are digits.
    'empresas.servicos': () => taxCodes,
  }
  describe.each(manies)('$at', ({ resource, name, shape }) => {
    const line = (i: number) => ({
      ...lineOf(shape, world.material('A1'), i),
      ...apart[`${resource.path}.${name}`]?.(i),
    })
    const linesOf = (row: Row): readonly Row[] => [row[name]].flat().filter((each): each is Row => Boolean(each))
    const save = (row: Row, lines: readonly Draft[]) =>
      world.call('superAdmin', 'PUT', `${resource.path}/${row.id}`, { body: { [name]: lines } })
    // People of the house may be linked to no client, those of clients not.
    const staff = resource.path === 'users' ? { profile_id: 2 } : {}
    const make = () => world.make(resource, 'A1', { [name]: [line(0), line(1)], ...staff })
    test('are kept, moved, added and dropped by what the draft says of them', async () => {
      const row = await make()
      const [first, second] = linesOf(row)
      expect(linesOf(row)).toHaveLength(2)
      const kept = { ...line(1), id: second?.id }
      const saved = linesOf(dataOf(await save(row, [kept, line(2)])))
      expect(saved.map(({ id }) => id)).toEqual([second?.id, expect.any(Number)])
      expect(saved[0]).toMatchObject({ uuid: second?.uuid, ...kept })
      expect(saved.map(({ id }) => id)).not.toContain(first?.id)
      const turned = linesOf(
        dataOf(
          await save(row, [
            { ...line(2), id: saved[1]?.id },
            { ...line(1), id: second?.id },
          ]),
        ),
      )
      expect(turned.map(({ id }) => id)).toEqual([saved[1]?.id, second?.id])
    })

    test('leave nothing behind when the last goes, their own lines too', async () => {
      const tables = [name, ...below(shape).map(each => `${name}_${each}`)].map(each => `${tableOf(resource)}_${each}`)
      const counts = () => Promise.all(tables.map(table => countOf(world, table)))
      const before = await counts()
      const row = await make()
      expect(await counts()).toEqual(before.map(n => Number(n) + 2))
      expect(linesOf(dataOf(await save(row, [])))).toEqual([])
      expect(await counts()).toEqual(before)
    })

    test('belong to their row: those of another, gone or named twice are refused', async () => {
      const [row, other] = [await make(), await make()]
      const [own] = linesOf(row)
      const [foreign] = linesOf(other)
      const refused: readonly (readonly [readonly Draft[], string])[] = [
        [[{ ...line(0), id: foreign?.id }], `${name}.0.id`],
        [[line(0), { ...line(1), id: 999_999_999 }], `${name}.1.id`],
        [
          [
            { ...line(0), id: own?.id },
            { ...line(1), id: own?.id },
          ],
          `${name}.1.id`,
        ],
      ]
      for (const [lines, key] of refused) {
        const reply = await save(row, lines)
        expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [key]])
      }
      expect(dataOf(await world.call('superAdmin', 'GET', `${resource.path}/${other.id}`))).toEqual(other)
    })

    test('are left alone by a draft that does not speak of them', async () => {
      const row = await make()
      const saved = dataOf(await world.call('superAdmin', 'PUT', `${resource.path}/${row.id}`, { body: {} }))
      expect(saved[name]).toEqual(row[name])
    })
  })
})
