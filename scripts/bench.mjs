// What the product claims about speed, as ratios against a bare floor in the same run.
import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'

await build()
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/api.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
