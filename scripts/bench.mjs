// What the product claims about speed. `npm run bench`: the API, as ratios against a bare floor in the same run;
// `npm run bench grid`: a coleta's grid, as milliseconds from a key to the next paint.
import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'

const [first, ...rest] = process.argv.slice(2)
const [file, args] = first === 'grid' ? ['bench/grid.ts', rest] : ['bench/api.ts', process.argv.slice(2)]
await build()
const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...args], { stdio: 'inherit' })
process.exit(status ?? 1)
