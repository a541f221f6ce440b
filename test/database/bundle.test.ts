import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { workerEntry } from '#server/database/embedded/launch.ts'
import { freshDataFolder } from '../support/databases.ts'

test('the thread of the engine is found beside the bundle or among the sources', () => {
  expect(workerEntry('file:///x/dist/server/main.js').href).toBe('file:///x/dist/server/embedded-worker.js')
  expect(workerEntry('file:///x/src/launch.ts').href).toBe('file:///x/src/worker.dev.mjs')
})

test('bundled as for production, it opens, answers and closes', async () => {
  const root = mkdtempSync(join(tmpdir(), 'outorga-bundle-'))
  const data = await freshDataFolder()
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  await build({
    stdin: {
      contents: `
        import { openDatabase } from '#server/database/open.ts'
        const database = await openDatabase({ OUTORGA_DATA_DIR: process.argv[2] })
        const { rows } = await database.pool.query("select plain('ÁGUA') as plain")
        console.log(rows[0].plain)
        await database.close()`,
      resolveDir: resolve('src'),
      sourcefile: 'main.ts',
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: join(root, 'dist/server/main.js'),
  })
  await build({
    entryPoints: { 'embedded-worker': resolve('src/server/database/embedded/worker.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outdir: join(root, 'dist/server'),
  })
  const said = execFileSync(process.execPath, [join(root, 'dist/server/main.js'), data], { encoding: 'utf8', cwd: '/' })
  expect(said).toBe('agua\n')
  rmSync(root, { recursive: true })
  rmSync(data, { recursive: true })
})
