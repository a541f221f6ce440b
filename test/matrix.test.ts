import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { AnyOperation } from '#server/operation.ts'
import { accessOf, draftWithoutFields, type MatrixCase, type MatrixCases } from './support/matrix/cases.ts'
import { faultsOf, mergeCases, readCaseFiles } from './support/matrix/gather.ts'
import { refusalOf } from './support/matrix/permissions.ts'
import { casesOf } from './support/matrix/rows.ts'
import { markOf, marksIn, openWorld, principals, type Principal, type Reply, type World } from './support/world.ts'

// Who may do what, written a second time and in other words than the server's: the two must agree on every operation.

/** A job that is tried again later would write while refusals are checked. */
const withoutRetries = { pace: { pollMs: 3_600_000 } }

/** A refusal has one shape. It is compared by hand: tens of thousands of matcher calls would be slow. */
function isMisshapen({ status, body, headers }: Reply): boolean {
  const isValidation = status === 422
  return !(
    body.status === status &&
    typeof body.message === 'string' &&
    Object(body.data).message === body.message &&
    typeof body.code === 'string' &&
    body.request_id !== undefined &&
    body.request_id === headers['x-request-id'] &&
    body.type === (isValidation ? 'validation' : 'error') &&
    Object.keys(body.errors ?? {}).length > 0 === isValidation
  )
}

/** Marks an answer shows and should not. */
const leakedMarks = (who: Principal, { text }: Reply, more: readonly string[] = []) =>
  [...marksIn(text)].filter(mark => !accessOf[who].marks.includes(mark) && !more.includes(mark))

describe('who may do what', () => {
  let world: World
  let files: Awaited<ReturnType<typeof readCaseFiles>>
  beforeAll(async () => {
    world = await openWorld({ fittings: withoutRetries })
    files = await readCaseFiles()
    // Only its writers see a page that is not published.
    await sql`
      insert into page_versions (page_id, content, number, published_at)
      select id, 'Texto', 1, now() from pages where deleted_at is null`.execute(world.db)
  })
  afterAll(() => world?.close())

  const send = (operation: AnyOperation, who: Principal, { url, body, headers }: MatrixCase) =>
    world.call(who, operation.method, url, { body, ...(headers && { headers }) })

  /** The cases of an operation, refusals apart: those are sent first, since they must write nothing. */
  async function planOf(operation: AnyOperation, written: MatrixCases) {
    const faults: string[] = []
    const refusals: (readonly [Principal, MatrixCase])[] = []
    const permitted: (readonly [Principal, MatrixCase])[] = []
    for (const who of principals) {
      const refusal = refusalOf(operation, who)
      // A leak of an earlier operation can spoil this one: that is reported, and the rest still runs.
      const cases = await casesOf(world, operation, who, written).catch((error: unknown) => {
        faults.push(`${operation.id} by ${who} could not be set up: ${String(error).slice(-300)}`)
        return []
      })
      // A principal without permission is refused before any row is looked up: one case shows it.
      for (const each of refusal ? cases.slice(-1) : cases) {
        const expected = { ...each, status: refusal ?? each.status }
        ;(expected.status >= 400 ? refusals : permitted).push([who, expected])
      }
    }
    return { refusals, permitted, faults }
  }

  const statusFaults = ({ status, body }: Reply, expected: MatrixCase) =>
    status === expected.status
      ? []
      : [`${status} instead of ${expected.status} ${body.message} ${JSON.stringify(body.errors ?? {})}`]
  const leakFaults = (marks: readonly string[]) => (marks.length ? [`shows ${marks.join(', ')}`] : [])

  async function refusalFaults(operation: AnyOperation, who: Principal, each: MatrixCase) {
    const reply = await send(operation, who, each)
    const wrongStatus = statusFaults(reply, each)
    return [
      ...wrongStatus,
      ...(!wrongStatus.length && isMisshapen(reply) ? [`a refusal of another shape: ${reply.text}`] : []),
      ...leakFaults(leakedMarks(who, reply)),
    ]
  }

  async function permittedFaults(operation: AnyOperation, who: Principal, each: MatrixCase) {
    await each.before?.()
    const reply = await send(operation, who, each)
    const audits = await world.auditsOf(reply.headers['x-request-id'])
    const expected = each.audits ?? (operation.audit ? 1 : 0)
    const faults = [
      ...statusFaults(reply, each),
      ...leakFaults(leakedMarks(who, reply, each.shows)),
      ...(reply.status < 400 && audits.length !== expected
        ? [`left ${audits.length} rows of history instead of ${expected}`]
        : []),
      ...(audits.some(event => event !== operation.audit && !each.besides?.includes(event))
        ? [`has the events ${audits.join(', ')} in the history`]
        : []),
    ]
    await each.after?.()
    return faults
  }

  test('every operation, for everyone, on rows of their own, of others, deleted and missing', async () => {
    const wrong: string[] = []
    let cells = 0
    const { operations } = world.house
    const written = mergeCases(files)
    expect(operations.length).toBeGreaterThan(100)
    for (const operation of operations) {
      const { refusals, permitted, faults } = await planOf(operation, written)
      wrong.push(...faults)
      const report = (who: Principal, { about }: MatrixCase, found: readonly string[]) =>
        wrong.push(...found.map(fault => `${operation.id} by ${who}, ${about}: ${fault}`))

      await world.runner.settled()
      const before = new Set((await world.fingerprint()).split('\n'))
      for (const [who, each] of refusals) report(who, each, await refusalFaults(operation, who, each))
      const changed = (await world.fingerprint()).split('\n').filter(table => !before.has(table))
      if (changed.length) wrong.push(`${operation.id}: a refusal wrote something: ${changed.join(', ')}`)

      for (const [who, each] of permitted) report(who, each, await permittedFaults(operation, who, each))
      cells += refusals.length + permitted.length
    }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(operations.length * principals.length)
  }, 1_800_000)

  test('each file of cases is about operations there are', () => {
    const ids = new Set(world.house.operations.map(({ id }) => id))
    expect(Object.keys(files).length).toBeGreaterThan(40)
    expect(faultsOf(files, ids)).toEqual([])
    const planted = { aMatrix: { logout: () => [], nada: () => [] } }
    expect(faultsOf({ 'a.matrix.ts': planted, 'b.matrix.ts': {}, 'c.matrix.ts': { cMatrix: {} } }, ids)).toEqual([
      'a.matrix.ts has a case of nada, which is no operation',
      'b.matrix.ts exports 0 tables of cases instead of one',
      'c.matrix.ts has no case',
    ])
    const twice = { 'a.matrix.ts': { aMatrix: { logout: () => [] } }, 'b.matrix.ts': { bMatrix: { logout: () => [] } } }
    expect(faultsOf(twice, ids)).toEqual(['b.matrix.ts and a.matrix.ts have cases of logout'])
  })

  test('nobody points to a row out of their sight, nor to one that is gone', async () => {
    const pointing: readonly (readonly [path: string, key: string, to: string])[] = [
      ['clients', 'empresa_responsavel_id', 'empresas'],
      ['fistels', 'client_id', 'clients'],
      ['collects', 'client_id', 'clients'],
      ['collects', 'fistel_id', 'fistels'],
    ]
    for (const [path, key, to] of pointing) {
      const resource: AnyResource | undefined = features.find(each => each.path === path)
      const own = world.target(path, 'A1')
      if (!resource || !own) throw new Error(`${path} is gone`)
      for (const owner of ['B1', 'deleted'] as const) {
        const body = world.draft(resource, 'A1', { [key]: world.target(to, owner)?.id })
        for (const who of ['staffA', 'adminA'] as const)
          for (const [method, url] of [
            ['POST', path],
            ['PUT', `${path}/${own.id}`],
          ] as const) {
            const before = await world.fingerprint()
            const reply = await world.call(who, method, url, { body: draftWithoutFields(who, body) })
            expect([path, key, owner, method, reply.status]).toEqual([path, key, owner, method, 422])
            const strange = Object.keys(reply.body.errors ?? {}).filter(
              each => !['client_id', 'fistel_id', 'responsible_id', key].includes(each),
            )
            expect(strange).toEqual([])
            expect(leakedMarks(who, reply)).toEqual([])
            expect(await world.fingerprint()).toBe(before)
          }
      }
    }
  })

  test('marks are found where they stand: the check of what is shown can fail', async () => {
    const seen = await world.call('superAdmin', 'GET', `clients/${world.target('clients', 'B1')?.uuid}`)
    expect(marksIn(seen.text)).toContain('B1')
    expect(leakedMarks('staffA', seen)).toContain('B1')
    expect(markOf('B1')).toBe('zzB1zz')
  })
})
