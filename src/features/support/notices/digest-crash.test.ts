import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'
import { openSmtp } from '#test/support/smtp.ts'

/** A release shows 30: MAIL_CRASH_CYCLES=30. */
const cycles = Number(process.env.MAIL_CRASH_CYCLES ?? 2)
const patience = 120_000 + cycles * 30_000

const digester = await bundled('test/support/digester.ts')
afterAll(digester.remove)

test(
  'killed while it sends, each person gets one summary of the day with all they were to be told',
  async () => {
    const smtp = await openSmtp(10)
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = { SMTP_URL: smtp.url }
    const done = await killAgain({ start: digester.start, cycles, within: [0, 200], env }, folder, server.url)
    expect(done).not.toEqual([])
    // One that was on its way goes again as the same message.
    const messages = new Map(smtp.heard.map(({ messageId, to }) => [messageId, to]))
    const people = ['a@exemplo.com.br', ...Array.from({ length: 40 }, (_, i) => `p${i + 1}@exemplo.com.br`)]
    expect([...messages.values()].toSorted()).toEqual(people.toSorted())
    const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: server.url })
    const { rows } = await database.pool.query(`
      select count(*)::int as n, count(distinct person_id)::int as people,
        count(*) filter (where letter::text like '%Leia e confirme: Prazo novo%')::int as readings,
        count(*) filter (where letter::text like '%Você recebeu 2 tarefas%')::int as notices from mails where kind = 'avisos'`)
    expect(rows).toEqual([{ n: 41, people: 41, readings: 41, notices: 40 }])
    await database.close()
    await smtp.down()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
