import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'

/** A release shows each step: `REFUSAL_KILLS=400 npx vitest run src/features/regulatory/receipts/refusals-crash.test.ts`. */
const kills = Number(process.env.REFUSAL_KILLS ?? 6)

const refuser = await bundled('test/support/refuser.ts')
afterAll(refuser.remove)

/** All that the refusal of a coleta brings, in one line of each coleta. */
const toldOf = `
  select s.name as step, k.error is not null as error,
    (select count(*)::int from collect_files f where f.collect_id = k.id and f.kind = 'recusa' and f.deleted_at is null) as papers,
    (select count(*)::int from collect_files f where f.collect_id = k.id and f.kind <> 'recusa') as others,
    (select coalesce(array_agg(h.event order by h.id), '{}') from audit_events h
      where h.resource = 'collects' and h.row_id = k.id) as history,
    (select count(*)::int from audit_events h join collect_files f on f.id = h.row_id
      where h.resource = 'collect_files' and f.collect_id = k.id) as stored,
    (select coalesce(sum(n.times), 0)::int from notices n where n.row_uuid = k.uuid::text) as notices,
    (select r.state from receipts r where r.name = c.document || '.pdf') as receipt,
    (select count(*)::int from audit_events h join receipts r on r.id = h.row_id
      where h.resource = 'receipts' and r.name = c.document || '.pdf') as settled
  from collects k join clients c on c.id = k.client_id left join statuses s on s.id = k.status_id order by k.id`

const none = { error: false, papers: 0, others: 0, history: [], stored: 0, notices: 0, settled: 0 }
const whole = { error: true, papers: 1, others: 0, history: ['collects.erro'], stored: 1, notices: 1 }
const doors = {
  bandeja: {
    before: { ...none, step: 'Enviada', receipt: 'bandeja' },
    after: { ...whole, step: 'Com erro', receipt: 'guardado', settled: 1 },
  },
  mao: {
    before: { ...none, step: 'Enviada', receipt: null },
    after: { ...whole, step: 'Com erro', receipt: null, settled: 0 },
  },
} as const

test.each(Object.keys(doors) as readonly (keyof typeof doors)[])(
  'killed at any step of a refusal by the door “%s”, nothing of it is there or all of it is, and registered again it is there once',
  async door => {
    const { before, after } = doors[door]
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = { OUTORGA_DATA_DIR: folder, DATABASE_URL: server.url }
    let begun = 0
    /** Registers one refusal; the number of its steps, or null where it was killed at one. */
    async function live(end: number): Promise<number | null> {
      const child = refuser.start([door, String(end), String(begun++)], env)
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
      const [code] = await once(child, 'close')
      const steps = /done (\d+)/.exec(said)?.[1]
      expect([code, steps !== undefined]).toEqual(code === 0 ? [0, true] : [null, false])
      return steps === undefined ? null : Number(steps)
    }
    // What is done only once in a house is behind the second.
    await live(0)
    const steps = (await live(0)) ?? 0
    expect(steps).toBeGreaterThan(10)
    const database = await openDatabase(env)
    try {
      const told = async () => (await database.pool.query(toldOf)).rows
      expect(await told()).toEqual([after, after])
      const points = Math.min(kills, steps)
      const ends = new Set<string>()
      let killed = 0
      for (let n = 0; n < points; n++) {
        if ((await live(1 + Math.round((steps - 1) * (n / (points - 1))))) === null) killed++
        const all = await told()
        const last = all.pop()
        // What the life before left is made good by this one, which then dies itself.
        expect(all).toEqual(all.map(() => after))
        expect([before, after]).toContainEqual(last)
        ends.add(last.step)
      }
      // One life takes a step less than another, where a read is remembered.
      expect(killed).toBeGreaterThanOrEqual(points - 1)
      // The first point is before anything was written, the last one after all was.
      expect(ends).toEqual(new Set(['Enviada', 'Com erro']))
      expect(await live(0)).not.toBeNull()
      expect(await told()).toEqual(Array.from({ length: points + 3 }, () => after))
    } finally {
      await database.close()
      rmSync(folder, { recursive: true })
      await server.drop()
    }
  },
  120_000 + kills * 20_000,
)
