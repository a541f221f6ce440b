import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshFolder, freshPostgresUrl } from './support/databases.ts'
import { valuesOf } from './support/metrics.ts'

/** It builds, and installs packages from the registry: `TEST_RELEASE=1` has it done. */
const wanted = process.env.TEST_RELEASE === '1'

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise(closed => server.close(closed))
  return address !== null && typeof address === 'object' ? (address satisfies AddressInfo).port : 0
}

describe.skipIf(!wanted)('a release', () => {
  const out = freshFolder()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const folder = join(out, 'elsewhere', `outorga-${version}`)
  const archive = () => readFileSync(join(out, `outorga-${version}.tgz`))
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/release.mjs', out, '--rehearsal'], { stdio: 'inherit' })
    execFileSync('mkdir', [join(out, 'elsewhere')])
    execFileSync('tar', ['-xzf', join(out, `outorga-${version}.tgz`), '-C', join(out, 'elsewhere')])
  })
  afterAll(() => rmSync(out, { recursive: true }))

  test('has its sum beside it, and no sources', () => {
    const sum = createHash('sha256').update(archive()).digest('hex')
    expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(`${sum}  outorga-${version}.tgz\n`)
    const parts = ['deploy', 'dist', 'docs', 'migrations']
    const files = [
      '.npmrc',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package-lock.json',
      'package.json',
      'sbom.cdx.json',
    ]
    expect(readdirSync(folder).toSorted()).toEqual([...parts, ...files].toSorted())
  })

  test('lists every package that production has, and none of development', () => {
    const { bomFormat, components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
    const names: readonly string[] = components.map(
      ({ name, version }: Readonly<Record<string, string>>) => `${name}@${version}`,
    )
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const shipped = Object.keys(packages)
      .filter(path => path && packages[path].dev !== true)
      .map(path => `${path.replace(/^.*node_modules\//, '')}@${packages[path].version}`)
    expect(bomFormat).toBe('CycloneDX')
    expect(shipped.length).toBeGreaterThan(200)
    expect(names.toSorted()).toEqual([...new Set(shipped)].toSorted())
  })

  test('is made of the same bytes again', () => {
    const before = archive()
    execFileSync(process.execPath, ['scripts/release.mjs', out, '--rehearsal'])
    expect(archive().equals(before)).toBe(true)
  })

  test('starts where there is nothing but it and its packages', async () => {
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder })
    const place = await freshPostgresUrl()
    const PORT = String(await freePort())
    const data = freshFolder()
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, PORT, DATABASE_URL: place.url, OUTORGA_DATA_DIR: data, OUTORGA_DEMO: '0' }
    const child = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += text))
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${PORT}${path}`)
      return { status: answer.status, text: await answer.text() }
    }
    try {
      for (
        let tries = 0;
        !(await ask('/readyz').then(
          ({ status }) => status === 200,
          () => false,
        ));
        tries++
      ) {
        if (tries > 300 || child.exitCode !== null) throw new Error(`it did not start: ${said}`)
        await after(200)
      }
      const page = await ask('/')
      expect(page.status).toBe(200)
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? ''
      expect((await ask(script)).text.length).toBeGreaterThan(1_000)
      const [build = ''] = Object.keys(valuesOf((await ask('/metrics')).text, 'outorga_build_info'))
      expect(build).toMatch(new RegExp(`^version="${version}",commit="[0-9a-f]{12}\\+?",node="`))
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      if (child.exitCode === null) await once(child, 'close')
      rmSync(data, { recursive: true })
      await place.drop()
    }
  })
})
