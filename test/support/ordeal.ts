import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import type { bundled } from './bundled.ts'
import { freshFolder, freshPostgresUrl } from './databases.ts'

type Start = Awaited<ReturnType<typeof bundled>>['start']

/** Milliseconds after which somebody is killed, by chance between the two. */
type Within = readonly [least: number, most: number]
const moment = ([least, most]: Within) => least + Math.random() * (most - least)

interface Ordeal {
  readonly start: Start
  /** How much work there is, as the script is told. */
  readonly amount: number
  readonly kills: number
  readonly within: Within
  /** 'an import killed again and again ends with every row once'. */
  readonly title: string
  readonly patience: number
  readonly expectWhole: (database: Database) => Promise<void>
}

/** Of work that ends: it is begun, killed so often, and left to its end, and what it leaves is whole. */
export function testOrdeal({ start, amount, kills, within, title, patience, expectWhole }: Ordeal) {
  /** One life of the product, cut short or left to its end. */
  async function live(folder: string, url: string, kill: boolean): Promise<'killed' | 'done'> {
    const child = start([folder, String(amount)], { DATABASE_URL: url })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (kill && !said) setTimeout(() => child.kill('SIGKILL'), moment(within))
      said += text
    })
    const [code] = await once(child, 'close')
    if (said.includes('done') && code === 0) return 'done'
    expect(code).toBeNull()
    return 'killed'
  }
  async function ordeal(folder: string, url: string) {
    for (let i = 0; i < kills; i++) await live(folder, url, true)
    expect(await live(folder, url, false)).toBe('done')
    const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: url })
    await expectWhole(database)
    await database.close()
    rmSync(folder, { recursive: true })
  }
  test(
    `${title}`,
    async () => {
      const { url, drop } = await freshPostgresUrl()
      await ordeal(freshFolder(), url)
      await drop()
    },
    patience,
  )
}

interface Endless {
  readonly start: Start
  readonly cycles: number
  readonly within: Within
  /** Settings beside the folder and the database. */
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of the last start. */
  readonly lastArguments?: readonly string[]
}

/**
 * Of work that never ends: lets it go on for a moment once it is ready, and kills it, so often; then once more when something is
 * done. Gives what it said was done.
 */
export async function killAgain(endless: Endless, folder: string, url: string) {
  const found: string[] = []
  for (let cycle = 0; cycle <= endless.cycles; cycle++)
    found.push(...(await workAndDie(endless, folder, url, cycle === endless.cycles)))
  return found
}

async function workAndDie(
  { start, within, env = {}, lastArguments = [] }: Endless,
  folder: string,
  url: string,
  last: boolean,
) {
  const child = start(last ? [...lastArguments] : [], { OUTORGA_DATA_DIR: folder, DATABASE_URL: url, ...env })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const before = said
    said += text
    if (!last && !before.includes('ready') && said.includes('ready'))
      setTimeout(() => child.kill('SIGKILL'), moment(within))
    if (last && said.includes('done')) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return said.split('\n').filter(line => line.startsWith('done'))
}
