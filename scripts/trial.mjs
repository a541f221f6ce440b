// `npm run trial -- previous [commit]`: the server of the previous release beside today's schema.
// `npm run trial -- cluster`: Patroni, etcd, HAProxy and PgBouncer on six hosts of this machine, which are killed one after the other.
// They take minutes, and the second needs root and Debian's programs, so that `npm test` has neither. Ends with 3 where something is missing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'

const [name = '', ...given] = process.argv.slice(2)
const trials = ['previous', 'cluster']
if (!trials.includes(name)) {
  console.error(`npm run trial -- ${trials.join(' | ')}`)
  process.exit(2)
}

/** Those of the cluster, and where Debian puts them. */
const programs = {
  iproute2: '/usr/sbin/ip',
  'util-linux': '/usr/bin/unshare',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
}
if (name === 'cluster') {
  const absent = Object.keys(programs).filter(each => !existsSync(programs[each]))
  if (process.getuid?.() !== 0) refuse('it makes hosts of network namespaces, which takes root')
  if (absent.length) refuse(`apt-get install --no-install-recommends ${absent.join(' ')}`)
}
function refuse(why) {
  console.error(`The trial was not made: ${why}`)
  process.exit(3)
}

await build()
const folder = mkdtempSync(join(roomy(), 'outorga-trial-'))
// Servers that run as somebody else find their folders in it.
chmodSync(folder, 0o755)
const trial = [process.execPath, '--import', 'tsx', `trial/${name}.ts`, ...given]
// In namespaces of its own: whatever is started there, and its network, ends with it. The shell buries what others leave behind.
const apart = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const [program, ...args] = name === 'cluster' ? [...apart, 'bash', '-c', '"$@" & wait $!', 'trial', ...trial] : trial
const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, TRIAL_DIR: folder } })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'))
const [code] = await once(child, 'exit')
if (process.env.TRIAL_KEEP) console.log(`Its files stay in ${folder}`)
else rmSync(folder, { recursive: true, force: true, maxRetries: 9 })
process.exit(code ?? 1)

/** Three databases of their own are written: where the machine has the memory for it, that spares its disk. */
function roomy() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 6e9 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
