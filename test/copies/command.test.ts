import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#settings.server.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { openHouse } from '../../src/house.server.ts'
import { bundled } from '../support/bundled.ts'
import { bareDatabase, freshFolder } from '../support/databases.ts'

let program: Awaited<ReturnType<typeof bundled>>
let place = ''
let data = ''
let bare: Awaited<ReturnType<typeof bareDatabase>>
let other: Awaited<ReturnType<typeof bareDatabase>>
let server: Database

beforeAll(async () => {
  program = await bundled('src/outorga.server.ts', {}, { splitting: true })
  place = freshFolder()
  data = freshFolder()
  ;[bare, other] = [await bareDatabase(), await bareDatabase()]
  server = await openDatabase({ OUTORGA_DATA_DIR: data, DATABASE_URL: undefined })
  const { app } = await openHouse(
    readConfig({
      OUTORGA_DATA_DIR: data,
      OUTORGA_DEMO: '0',
      ADMIN_EMAIL: 'ana@empresa.com.br',
      ADMIN_PASSWORD: 'quatro cavalos no telhado',
      LOG_LEVEL: 'silent',
    }),
    server,
    { passwordCost: { memoryCost: 64, timeCost: 1 } },
  )
  await app.close()
})
afterAll(async () => {
  await server?.close()
  await bare?.drop()
  await other?.drop()
  program?.remove()
  for (const folder of [place, data]) rmSync(folder, { recursive: true, force: true })
})

const settingsOf = (data: string, url?: string) => ({
  PATH: process.env.PATH ?? '',
  OUTORGA_DATA_DIR: data,
  OUTORGA_DEMO: '0',
  ...(url && { DATABASE_URL: url }),
})
const start = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [program.path, ...args], { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] })

/** Runs the command to its end. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = settingsOf(data)) {
  const child = start(args, env)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err }
}

/** Words of a line as a shell has them, of which the pages use quotes alone. */
const wordsOf = (line: string) => (line.match(/'[^']*'|\S+/g) ?? []).map(word => word.replaceAll("'", ''))

/** Each command of the pages, in the order in which it runs here, with what it says; those of a stopped server are last. */
const besideServer: readonly (readonly [line: string, says: RegExp])[] = [
  ['npx outorga copiar copia.tar', /Cópia pronta: .*copia\.tar[^]*tabelas, [\d.]+ linhas, 0 documentos/],
  ['npx outorga copiar copia.selada --chave chave.txt', /, selada\)/],
  ['npx outorga verificar copia.tar', /Lida até o fim e conferida/],
  ['npx outorga verificar copia.selada --chave chave.txt --abrindo', /Aberta à parte e conferida/],
  ['npx outorga copiar antes.tar', /Cópia pronta/],
  ['npx outorga migrar --ver', /Nenhuma migração por rodar/],
  ['npx outorga versao', /^Outorga .+ \(commit .+\)\nÚltima migração: \d{4}-/],
  ['npx outorga trabalhos', /0 trabalhos esperam\n[^]*0 trabalhos falharam\n/],
  ['npx outorga faxina', /copias +Cópias de segurança/],
  ['npx outorga faxina pasta', /Conferência da pasta de dados: 0 documentos/],
  ['npx outorga usuario senha --email ana@empresa.com.br', /account\/reset\?token=\S+/],
  ["npx outorga usuario criar --nome 'Ana Lima' --email ana.lima@empresa.com.br", /account\/reset\?token=\S+/],
]
const besideNone = [
  'npx outorga mudar-banco --para postgres://outorga:senha@servidor/outorga',
  'npx outorga restaurar copia.tar',
  // Of somebody who has one: here nobody does.
  'npx outorga usuario segundo-fator --email ana@empresa.com.br',
  // Tried with a bucket in `test/storage/move.test.ts`.
  'npx outorga mudar-arquivos --para s3',
  'npx outorga mudar-arquivos --para disco',
] as const

test('each command of the operator’s guide is one that these tests run', () => {
  const pages = readdirSync('docs/operar').map(name => readFileSync(join('docs/operar', name), 'utf8'))
  const blocks = pages.flatMap(page => page.match(/```sh\n[^]*?```/g) ?? [])
  const lines = blocks.flatMap(block => block.split('\n').filter(line => line.startsWith('npx ')))
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.toSorted()).toEqual([...besideServer.map(([line]) => line), ...besideNone].toSorted())
})

describe('the command', () => {
  test('beside a server that runs', async () => {
    writeFileSync(join(place, 'chave.txt'), `${Buffer.alloc(32, 7).toString('base64')}\n`)
    for (const [line, says] of besideServer) {
      const { code, out, err } = await run(wordsOf(line).slice(2))
      expect([line, err, code]).toEqual([line, '', 0])
      expect(out).toMatch(says)
    }
    const { rows } = await server.pool.query(`select name from users where email = 'ana.lima@empresa.com.br'`)
    expect(rows).toEqual([{ name: 'Ana Lima' }])
  })

  test('says by its code why it did nothing', async () => {
    const codes = async (line: string, env?: Readonly<Record<string, string>>) => {
      const { code, err } = await run(wordsOf(line), env)
      return [code, err]
    }
    writeFileSync(join(place, 'outra.txt'), `${Buffer.alloc(32, 8).toString('base64')}\n`)
    writeFileSync(join(place, 'curta.txt'), 'curta')
    expect(await codes('voar')).toEqual([64, expect.stringContaining('Não há comando “voar”')])
    expect(await codes('migrar')).toEqual([64, expect.stringContaining('--ver')])
    expect(await codes('verificar copia.selada --chave outra.txt')).toEqual([
      65,
      expect.stringContaining('A chave não é'),
    ])
    expect(await codes('verificar nada.tar')).toEqual([66, expect.stringContaining('Não há arquivo')])
    expect(await codes('verificar copia.selada --chave curta.txt')).toEqual([78, expect.stringContaining('32 bytes')])
    expect(await codes('trabalhos', settingsOf(data, 'postgres://a@127.0.0.1:1/x'))).toEqual([
      69,
      expect.stringContaining('ECONNREFUSED'),
    ])
    expect(await codes('versao', { ...settingsOf(data), PORT: 'x' })).toEqual([0, ''])
    expect(await codes('trabalhos', { ...settingsOf(data), PORT: 'x' })).toEqual([78, expect.stringContaining('PORT')])
    expect(await codes(`mudar-banco --para ${bare.url}`)).toEqual([75, expect.stringContaining('Pare o servidor')])
    expect(await codes('restaurar copia.tar')).toEqual([75, expect.stringContaining('parado')])
    expect(await codes('usuario criar --nome Ana --email ana@empresa.com.br')).toEqual([
      65,
      expect.stringContaining('Já há uma pessoa'),
    ])
    expect(await codes('usuario criar --nome Ana --email a@b.com.br --perfil nenhum')).toEqual([
      65,
      expect.stringContaining('administrador'),
    ])
  })

  test('killed in the middle leaves nothing half, and is run again', async () => {
    const copying = start(['copiar', 'morta.tar'], settingsOf(data))
    await expect
      .poll(() => readdirSync(place).some(name => name.endsWith('.parcial')), { interval: 5, timeout: 60_000 })
      .toBe(true)
    copying.kill('SIGKILL')
    await once(copying, 'exit')
    expect(existsSync(join(place, 'morta.tar'))).toBe(false)
    expect((await run(['copiar', 'morta.tar'])).code).toBe(0)

    const target = settingsOf(freshlyIn('restaurada'), bare.url)
    const restoring = start(['restaurar', 'morta.tar'], target)
    for await (const words of restoring.stdout) if (String(words).includes('Esquema pronto')) restoring.kill('SIGKILL')
    // The transaction of the dead ends a moment after it.
    const again = async () => (await run(['restaurar', 'morta.tar'], target)).code
    await expect.poll(again, { timeout: 60_000 }).toBe(0)
  })

  test('with the server stopped', async () => {
    const wanted = await countsOf(server)
    await server.close()
    const [move, restore] = besideNone
    const moved = await run(wordsOf(move.replace(/postgres:\S+/, other.url)).slice(2))
    expect([moved.err, moved.code]).toEqual(['', 0])
    expect(moved.out).toContain('Mudança pronta e conferida')
    const there = await openDatabase({ OUTORGA_DATA_DIR: data, DATABASE_URL: other.url })
    expect(await countsOf(there)).toEqual(wanted)
    await there.close()

    const restored = settingsOf(freshlyIn('nova'))
    const { code, err, out } = await run(wordsOf(restore).slice(2), restored)
    expect([err, code]).toEqual(['', 0])
    expect(out).toContain('Restaurada e conferida')
    server = await openDatabase({ OUTORGA_DATA_DIR: data, DATABASE_URL: undefined })
  })
})

const freshlyIn = (name: string) => join(place, name)

async function countsOf({ pool }: Database): Promise<unknown> {
  const { rows } = await pool.query(`
    select (select count(*)::int from users) as users, (select count(*)::int from audit_events) as events,
      (select count(*)::int from migrations) as migrations, (select value from installation where key = 'id') as id`)
  return rows[0]
}
