// An office after its first year and after ten: the same clients and people, and everything of ten years beside it. Each screen people wait for
// is opened in both, in turns; after ten years none may take more than twice as long.
import { chromium } from '@playwright/test'
import { browser as installed } from '../test/e2e/browser.ts'
import { median, quantile } from './figures.ts'
import { furnishOffice, openScreen, requestsOf } from './office.ts'
import { openProduct, type Product } from './product.ts'

const [clients = 2_000, years = 10, times = 30] = process.argv.slice(2).map(Number)
/** Times as long as in the first year, at most. */
const mostRatio = 2
const ports = [4_895, 4_896] as const

const open = (port: number, months: number) =>
  openProduct(port, database => furnishOffice(database, { clients, months }))
const young = await open(ports[0], 12)
const old = await open(ports[1], 12 * years)
const chrome = await chromium.launch(await installed())
try {
  const [first, last] = [await requestsOf(chrome, young), await requestsOf(chrome, old)]
  for (const [name, paths] of first) await compare(name, paths, last.get(name) ?? [])
} finally {
  await chrome.close()
  await young.close()
  await old.close()
}

/** Opens a screen of both offices in turns, whole and request by request. */
async function compare(name: string, paths: readonly string[], later: readonly string[]) {
  const [before = [], after = []] = await inTurns(paths, later)
  let slowest = { path: '', first: 0, last: 0 }
  for (const path of later.filter(each => paths.includes(each))) {
    const [first = 0, last = 0] = (await inTurns([path], [path])).map(median)
    if (last > slowest.last) slowest = { path, first, last }
  }
  const ratio = median(after) / median(before)
  console.log(
    `${ratio <= mostRatio ? 'yes' : 'NO '}  ${name}: ${ratio.toFixed(2)} times after ${years} years, ${mostRatio} allowed; whole ${median(before).toFixed(0)} and ${median(after).toFixed(0)} ms, p99 ${quantile(after, 0.99).toFixed(0)}; slowest request ${slowest.first.toFixed(0)} and ${slowest.last.toFixed(0)} ms (${slowest.path.slice(0, 90)})`,
  )
  if (ratio > mostRatio) process.exitCode = 1
}

/** Milliseconds of each opening, in both offices. */
async function inTurns(paths: readonly string[], later: readonly string[]): Promise<readonly (readonly number[])[]> {
  const both: readonly (readonly [Product<unknown>, readonly string[], number[]])[] = [
    [young, paths, []],
    [old, later, []],
  ]
  for (let n = 0; n < times + 5; n++)
    for (const [product, reads, taken] of both) {
      const ms = await openScreen(product, reads)
      if (n >= 5) taken.push(ms)
    }
  return both.map(([, , taken]) => taken)
}
