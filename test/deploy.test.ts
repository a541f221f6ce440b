import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest'
import { openAuthority } from './support/certificates.ts'
import { freshFolder, freshPostgresUrl } from './support/databases.ts'
import { seriesIn } from './support/metrics.ts'
import { openMortal } from './support/mortal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'outorga-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined
/** Skips a test, and says why, where the program that judges its file is not installed. */
const needProgram = (context: TestContext, program: string) => {
  if (!isInstalled(program)) context.skip(`${program} is not installed`)
}
/** What a program says of a file, and whether it accepts it. */
const judge = (program: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}

/** Names of series in an expression of PromQL: what is neither a function, a label, a keyword nor a number. */
function seriesOf(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\boffset\s+\w+/g, ' ')
  return [...bare.matchAll(/(?<![\w.])([a-z_]\w*)\b(?!\s*\()/gi)]
    .map(([, name = '']) => name)
    .filter(name => !['and', 'or', 'unless', 'bool'].includes(name) && !/^\d/.test(name))
}

describe('what watches the product', () => {
  const place = { drop: async () => {} }
  let published: ReadonlySet<string> = new Set()
  beforeAll(async () => {
    const { url, drop } = await freshPostgresUrl()
    place.drop = drop
    const addresses = { DATABASE_URL: url, DATABASE_READ_URL: url, OUTORGA_DATA_DIR: freshFolder() }
    const { app, database } = await openMortal(30, addresses)
    published = seriesIn((await app.inject('/metrics')).body)
    await app.close()
    await database.close()
  })
  afterAll(() => place.drop())
  const unknown = (expressions: readonly string[]) =>
    [...new Set(expressions.flatMap(seriesOf))].filter(name => !published.has(name))

  test('names of an expression are read as Prometheus reads them', () => {
    const expression =
      'sum by (le, work) (rate(a_bucket{route!="/x", by="b"}[5m])) / max(b) - min(c offset 1h) > 2e9 and time() - d >= 3'
    expect(seriesOf(expression)).toEqual(['a_bucket', 'b', 'c', 'd'])
    expect(unknown(['max(jobs) > nothing_of_ours']), 'a planted one is found').toEqual(['nothing_of_ours'])
  })

  test('its alert rules name what it publishes', () => {
    const rules = read('deploy/prometheus/outorga.rules.yml')
      .split(/^ +- alert: /m)
      .slice(1)
    const expressions = rules.flatMap(rule => /^ +expr: (.+)$/m.exec(rule)?.[1] ?? [])
    expect(rules.length).toBeGreaterThan(15)
    expect(expressions).toHaveLength(rules.length)
    expect(rules.filter(rule => !/^ +annotations:\s[^]*summary: '.+'/m.test(rule))).toEqual([])
    expect(unknown(expressions)).toEqual([])
  })

  test('its dashboard names what it publishes', () => {
    const { panels, templating } = JSON.parse(read('deploy/grafana/outorga.json'))
    const expressions: readonly string[] = panels.flatMap(({ targets }: { targets: readonly { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    )
    expect(expressions.length).toBeGreaterThan(20)
    expect(unknown(expressions)).toEqual([])
    const queries: readonly string[] = templating.list.map(({ query }: { query: string }) => query)
    expect(queries).toContain('label_values(outorga_build_info, instance)')
  })

  test('its page explains each metric of its own', () => {
    const page = read('docs/operar/metricas.md')
    const explained = [...page.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name)
    const own = [...published]
      .filter(name => !/^(?:process|nodejs)_|_(?:bucket|sum)$/.test(name))
      .map(name => name.replace(/_seconds_count$/, '_seconds'))
    expect(explained.toSorted()).toEqual(own.toSorted())
  })

  test('promtool accepts its rules', context => {
    needProgram(context, 'promtool')
    expect(judge('promtool', 'check', 'rules', join(root, 'deploy/prometheus/outorga.rules.yml'))).toMatchObject({
      status: 0,
    })
  })

  test('promtool accepts its configuration', context => {
    needProgram(context, 'promtool')
    const file = join(root, 'deploy/prometheus/prometheus.yml')
    expect(judge('promtool', 'check', 'config', '--syntax-only', file)).toMatchObject({ status: 0 })
  })
})

describe('the unit of systemd', () => {
  const unit = read('deploy/systemd/outorga.service')
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const script = relative(settingOf('WorkingDirectory'), settingOf('ExecStart').split(' ').at(-1) ?? '')

  test('starts with the memory settings of npm start, and leaves a wrong setting alone', () => {
    expect(JSON.parse(read('package.json')).scripts.start).toBe(
      `node ${settingOf('ExecStart').split(' ').slice(1, -1).join(' ')} scripts/start.mjs`,
    )
    expect(settingOf('RestartPreventExitStatus')).toBe('78')
    expect([settingOf('ProtectSystem'), settingOf('KillMode')]).toEqual(['strict', 'mixed'])
  })

  test('starts a file of the build', context => {
    expect(script).toBe('dist/server/supervise.js')
    if (!existsSync(join(root, 'dist/server'))) context.skip('there is no build: npm run build')
    expect(existsSync(join(root, script))).toBe(true)
  })

  test('systemd accepts it', context => {
    needProgram(context, 'systemd-analyze')
    const verified = judge('systemd-analyze', 'verify', '--man=no', join(root, 'deploy/systemd/outorga.service'))
    expect(verified.text.split('\n').filter(line => line.includes('outorga.service'))).toEqual([])
    const planted = join(folder, 'planted.service')
    writeFileSync(planted, unit.replace('ProtectSystem=strict', 'ProtectSystem=talvez'))
    expect(judge('systemd-analyze', 'verify', '--man=no', planted).text).toMatch(/protect ?system.*talvez/i)
  })
})

describe('the container', () => {
  const dockerfile = read('deploy/Dockerfile')

  test('copies what is there, and runs as nobody special what the unit runs', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
    expect(copied.length).toBeGreaterThan(4)
    expect(copied.filter(name => !existsSync(join(root, name)))).toEqual([])
    expect(dockerfile.match(/^USER (.+)$/m)?.[1]).toBe('node')
    expect(dockerfile).toContain('"dist/server/supervise.js"]')
  })

  test('its check of health is a program that asks /readyz', () => {
    const [, program = ''] = /CMD \["node", "-e", "(.+)"\]$/m.exec(dockerfile) ?? []
    // Nobody listens there.
    expect(spawnSync(process.execPath, ['-e', program], { env: { ...process.env, PORT: '1' } }).status).toBe(1)
    expect(program).toContain('/readyz')
  })
})

describe('proxies', () => {
  const page = read('docs/proxy.md')
  const files = ['nginx', 'caddy', 'haproxy']
    .flatMap(name => readdirSync(join(root, 'deploy', name)).map(file => `deploy/${name}/${file}`))
    .filter(path => !path.endsWith('.http'))
  /** The file with a certificate of this machine in place of the one it names. */
  const withCertificate = (path: string) => {
    const { key, cert } = openAuthority().issue('outorga.exemplo.com.br')
    for (const [name, text] of Object.entries({ 'cert.pem': cert, 'key.pem': key, 'outorga.pem': `${cert}${key}` }))
      writeFileSync(join(folder, name), text)
    const copy = join(folder, 'proxy.conf')
    const refusal = join(root, 'deploy/haproxy/503.http')
    writeFileSync(copy, read(path).replaceAll('/etc/ssl/outorga', folder).replaceAll('/etc/haproxy/503.http', refusal))
    return copy
  }

  test('are files that the page leads to, and keep /metrics to themselves', () => {
    expect(files).toHaveLength(3)
    for (const path of files) {
      expect(page).toContain(`](../${path})`)
      expect(read(path)).toMatch(/\/metrics.*(404|return)|404.*\/metrics/)
    }
    expect(page).not.toMatch(/^```(nginx|caddy|haproxy)/m)
  })

  test('nginx accepts its file', context => {
    needProgram(context, 'nginx')
    const main = join(folder, 'nginx.conf')
    const site = withCertificate('deploy/nginx/outorga.conf')
    writeFileSync(main, `pid ${folder}/pid; events {} http { access_log off; include ${site}; }`)
    expect(judge('nginx', '-t', '-e', join(folder, 'errors'), '-c', main)).toMatchObject({ status: 0 })
  })

  test('HAProxy accepts its file', context => {
    needProgram(context, 'haproxy')
    expect(judge('haproxy', '-c', '-f', withCertificate('deploy/haproxy/haproxy.cfg'))).toMatchObject({ status: 0 })
  })

  test('Caddy accepts its file', context => {
    needProgram(context, 'caddy')
    const file = join(root, 'deploy/caddy/Caddyfile')
    expect(judge('caddy', 'validate', '--adapter', 'caddyfile', '--config', file)).toMatchObject({ status: 0 })
  })
})

describe('the cluster', () => {
  const folderOf = (name: string) => join(root, 'deploy/patroni', name)
  const patroni = read('deploy/patroni/patroni.yml')
  const page = read('docs/operar/cluster.md')

  test('acknowledges what two machines have, and changes neither sessions nor primaries by force', () => {
    expect(patroni).toMatch(/^ {4}synchronous_mode: true$/m)
    expect(patroni).toMatch(/^ {4}synchronous_mode_strict: true$/m)
    const [ttl = 0, loop = 0, retry = 0] = ['ttl', 'loop_wait', 'retry_timeout'].map(name =>
      Number(new RegExp(`^ {4}${name}: (\\d+)$`, 'm').exec(patroni)?.[1]),
    )
    // Patroni's own rule.
    expect(loop + 2 * retry).toBeLessThanOrEqual(ttl)
    expect(read('deploy/patroni/pgbouncer.ini')).toMatch(/^pool_mode = session$/m)
    // By the v3 API Patroni 3.0.2 overwrites the key of another leader.
    expect([/^etcd:$/m.test(patroni), /^ETCD_ENABLE_V2=true$/m.test(read('deploy/patroni/etcd.env'))]).toEqual([
      true,
      true,
    ])
  })

  test('has a page that fills in everything its files leave open', () => {
    const open = ['patroni.yml', 'etcd.env'].flatMap(name => read(`deploy/patroni/${name}`).match(/@[A-Z_]+@/g) ?? [])
    expect(open.length).toBeGreaterThan(8)
    expect(open.filter(each => !page.includes(`s/${each}/`))).toEqual([])
    for (const name of readdirSync(folderOf('.'))) expect(page).toContain(name)
  })

  test('HAProxy accepts its file', context => {
    needProgram(context, 'haproxy')
    expect(judge('haproxy', '-c', '-f', folderOf('haproxy.cfg'))).toMatchObject({ status: 0 })
  })

  test('Patroni accepts its file', context => {
    needProgram(context, 'patroni')
    const file = join(folder, 'patroni.yml')
    const filled = patroni.replaceAll('@NOME@', 'db1').replaceAll('@ENDERECO@', '10.0.0.11').replaceAll(/@\w+@/g, 'x')
    writeFileSync(file, filled)
    expect(judge('patroni', '--validate-config', file)).toMatchObject({ status: 0, text: '' })
    writeFileSync(file, filled.replace('loop_wait: 1', 'loop_wait: logo'))
    expect(judge('patroni', '--validate-config', file).text, 'a planted one is refused').toContain('loop_wait')
  })
})
