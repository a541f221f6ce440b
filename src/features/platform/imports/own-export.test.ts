import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sections } from '#features/platform/imports/section/sections.ts'
import { readConfig } from '#settings.server.ts'
import { callerOf, dataOf } from '#test/support/calls.ts'
import { freshDatabase, freshFolder } from '#test/support/databases.ts'
import type { ImportPreview } from '#test/support/importing.ts'
import { enter } from '#test/support/population.ts'
import { openHouse } from '../../../house.server.ts'

// What a list gives, taken back as it is, must change nothing: on the data of the demonstration, of every section that imports.
describe('the export of a section, imported again', () => {
  const folder = freshFolder()
  let opened: Awaited<ReturnType<typeof demonstration>> | undefined
  beforeAll(async () => {
    opened = await demonstration(folder)
  }, 240_000)
  afterAll(async () => {
    await opened?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(sections.filter(({ groups }) => !groups).map(section => [section.of.path, section] as const))(
    'changes nothing of %s, by any of its keys, in either format',
    async (path, { keys }) => {
      const { call, file, settled } = opened ?? (await demonstration(folder))
      for (const format of ['csv', 'xlsx']) {
        const bytes = await file(`/api/v1/${path}/csv?format=${format}`)
        const sent = await call('who', 'POST', `imports/arquivo?resource=${path}&name=lista.${format}`, {
          body: bytes,
          headers: { 'content-type': 'application/octet-stream' },
        })
        expect([sent.status, sent.body.message]).toEqual([201, expect.any(String)])
        await settled()
        const { uuid } = dataOf(sent)
        const previewed = async () => {
          const { body } = await call('who', 'GET', `imports/${uuid}/conferencia`)
          return body.data as ImportPreview
        }
        for (const match_by of keys) {
          const { mapping } = await previewed()
          if (mapping.columns[match_by]?.from !== 'coluna') continue
          const body = { mapping, mode: 'ambos', match_by }
          expect((await call('who', 'PUT', `imports/${uuid}/preparar`, { body })).status).toBe(200)
          await settled()
          const { counts, rows, data, groups } = await previewed()
          expect(rows).toBeGreaterThan(10)
          const odd = data.filter(({ verdict }) => verdict !== 'igual')
          expect([format, match_by, counts, groups, odd.slice(0, 3)]).toEqual([
            format,
            match_by,
            { igual: rows },
            [],
            [],
          ])
        }
      }
    },
    120_000,
  )
})

async function demonstration(folder: string) {
  const database = await freshDatabase()
  const config = readConfig({ OUTORGA_DATA_DIR: folder, LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '10000000' })
  const { app, runner } = await openHouse(config, database, { passwordCost: { memoryCost: 64, timeCost: 1 } })
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join profiles p on p.id = u.profile_id where p.slug = 'administrador' order by u.id`.execute(
    database.kysely,
  )
  const token = await enter(database.kysely, rows[0]?.id ?? 0)
  return {
    call: callerOf(app, { who: token }),
    file: async (url: string) => (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).rawPayload,
    settled: () => runner.settled(),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}
