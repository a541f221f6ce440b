import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { documentPath, documentsFolder } from '#parts/file/storage/disk.server.ts'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { composed } from '#test/support/letters.ts'

/** A release shows each step of a mail: MAIL_STEP_KILLS=400. */
const kills = Number(process.env.MAIL_STEP_KILLS ?? 8)

const [sorter, command] = await Promise.all([bundled('test/support/sorter.ts'), bundled('src/receive-mail.server.ts')])
afterAll(sorter.remove)
afterAll(command.remove)

const filesOf = (n: number) =>
  Array.from({ length: 5 }, (_, at) => ({ filename: `nota-${n}-${at}.txt`, content: `Nota ${n}, ${at}.` }))
const mailOf = (n: number) =>
  composed({
    from: 'a@exemplo.com.br',
    to: `suporte+${'a'.repeat(32)}@outorga.example`,
    subject: `Cinco arquivos ${n}`,
    messageId: `<${n}@exemplo.com.br>`,
    text: `Seguem os cinco de ${n}.`,
    attachments: filesOf(n),
  })
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

interface ToldMessage {
  readonly content: string
  readonly state: string
  readonly why: string | null
  readonly files: readonly (readonly [name: string, sha256: string])[]
}

test(
  'killed at any step of a mail with five files, its message and each file are there once, and whole',
  async () => {
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = { OUTORGA_DATA_DIR: folder, DATABASE_URL: server.url }
    /** Takes in what waits, and answers the number of steps; null where it was killed. */
    async function run(end: number): Promise<number | null> {
      const child = sorter.start([String(end)], env)
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
      const [code] = await once(child, 'close')
      const steps = /done (\d+)/.exec(said)?.[1]
      expect([code, steps !== undefined]).toEqual(code === 0 ? [0, true] : [null, false])
      return steps === undefined ? null : Number(steps)
    }
    const pipe = async (n: number) =>
      execFileSync(process.execPath, [command.path], { input: await mailOf(n), env: { ...process.env, ...env } })
    // What a process does only once is behind the second.
    for (const n of [0, 1]) await pipe(n)
    await run(0)
    await pipe(2)
    const steps = (await run(0)) ?? 0
    expect(steps).toBeGreaterThan(60)
    const points = kills >= steps ? steps : kills
    let killed = 0
    for (let n = 0; n < points; n++) {
      await pipe(3 + n)
      // One mail takes a step more or less than another.
      if ((await run(1 + Math.floor((steps * (n + 0.5)) / points))) === null) killed++
      await run(0)
    }
    expect(killed).toBeGreaterThan(points * 0.8)

    const database = await openDatabase(env)
    const { rows } = await database.pool.query<ToldMessage>(
      `select t.content, m.state, m.why, (select json_agg(json_build_array(u.name, u.sha256) order by u.name) from ticket_uploads u
         where u.message_id = t.id and u.deleted_at is null) as files
       from incoming_mails m left join ticket_messages t on t.id = m.message_id order by m.id`,
    )
    const all = points + 3
    expect(rows).toEqual(
      Array.from({ length: all }, (_, n) => ({
        content: `Seguem os cinco de ${n}.`,
        state: 'mensagem',
        why: null,
        files: filesOf(n).map(({ filename, content }) => [filename, hashOf(content)]),
      })),
    )
    const counted = await database.pool.query<{ messages: number; uploads: number }>(
      'select (select count(*)::int from ticket_messages) as messages, (select count(*)::int from ticket_uploads) as uploads',
    )
    expect(counted.rows[0]).toEqual({ messages: all, uploads: all * 5 })
    for (const { files } of rows)
      for (const [, sha256] of files) expect(hashOf(readFileSync(documentPath(env, sha256)))).toBe(sha256)
    // Whatever lies on the disk is named by a row, or is known to be nobody's yet.
    const named = await database.pool.query<{ name: string }>(
      'select name from loose_files union select sha256 from incoming_mails union select sha256 from ticket_uploads',
    )
    const names = new Set(named.rows.map(({ name }) => name))
    const lying = readdirSync(documentsFolder(env), { recursive: true, withFileTypes: true }).filter(
      each => each.isFile() && each.name !== 'instalacao.txt',
    )
    expect(lying.length).toBeGreaterThan(all * 6 - 1)
    expect(lying.filter(({ name }) => !names.has(name))).toEqual([])
    await database.close()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  180_000 + kills * 20_000,
)
