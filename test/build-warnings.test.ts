import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createLogger } from 'vite'
import { expect, test } from 'vitest'
import { countWarnings } from '../scripts/warnings.mjs'

/** How often the bundler warns of a site of these files. */
async function warningsOfSite(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'outorga-site-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const printed: string[] = []
  const print = (message: string) => void printed.push(message)
  const customLogger = countWarnings({ ...createLogger('warn'), warn: print, warnOnce: print })
  await build({ root, configFile: false, customLogger })
  rmSync(root, { recursive: true })
  expect(printed).toHaveLength(customLogger.count)
  return printed
}

const page = '<script type="module" src="/main.js"></script>'

test('an import that was meant to be made later, and is not, is a warning that is counted', async () => {
  const files = {
    'index.html': page,
    'later.js': 'export const later = () => console.log(1)',
    'main.js': "import { later } from './later.js'\nlater()\nimport('./later.js')",
  }
  expect((await warningsOfSite(files)).join()).toContain('later.js')
  expect(await warningsOfSite({ ...files, 'main.js': "import('./later.js')" })).toEqual([])
})
