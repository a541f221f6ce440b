// What the product claims about speed: ratios against a bare floor in the same run, and milliseconds from a key to the next paint.
import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'

await build()
// `npm run bench`: all; `npm run bench -- jobs 200`: one of bench/, and what it takes. `-- peers`, `-- start` and `-- front` install
// what they compare with (Remult, PostGraphile, Feathers, Directus; react-admin) in folders of their own, and so ask the network;
// `-- growth` fills a database with a million clients: they are run by name alone.
const [name, ...given] = process.argv.slice(2)
const all = [
  'api',
  'import',
  'loop',
  'jobs',
  'intake',
  'grid',
  'stations',
  'tasks',
  'desk',
  'palette',
  'rooms',
  'slips',
  'closing',
  'saves',
  'map',
  'frames',
  'ways',
  'screens',
]
const wanted = name?.match(/^[a-z]+$/) ? [[name, ...given]] : all.map(each => [each])
let worst = 0
for (const [each, ...args] of wanted) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', `bench/${each}.ts`, ...args], { stdio: 'inherit' })
  worst = Math.max(worst, status ?? 1)
}
process.exit(worst)
