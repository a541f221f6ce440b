// The screens people wait for, on the office of so many clients: the requests each sends are seen in a browser, and sent again as it
// sends them, together, alone on the machine and while forty people work.
import { chromium } from '@playwright/test'
import { browser as installed } from '../test/e2e/browser.ts'
import { bystand, type OrdinaryCall } from './bystanders.ts'
import { median, quantile } from './figures.ts'
import { furnishOffice, openScreen, requestsOf } from './office.ts'
import { openProduct } from './product.ts'

const clients = Number(process.argv[2] ?? 2_000)
const months = Number(process.argv[3] ?? 12)
const times = Number(process.argv[4] ?? 30)
const people = 40
/** Milliseconds of the slowest request of a screen, at the median, with nothing else asked meanwhile. */
const most = 40
const port = 4_891

const product = await openProduct(port, database => furnishOffice(database, { clients, months }))
const chrome = await chromium.launch(await installed())
try {
  const found = await requestsOf(chrome, product)
  const measure = async () => {
    const all = new Map<string, { readonly whole: readonly number[]; readonly slowest: readonly [string, number] }>()
    for (const [name, paths] of found) {
      for (let n = 0; n < 5; n++) await openScreen(product, paths)
      const whole: number[] = []
      for (let n = 0; n < times; n++) whole.push(await openScreen(product, paths))
      let slowest: readonly [string, number] = ['', 0]
      for (const path of paths) {
        const single: number[] = []
        for (let n = 0; n < times; n++) single.push(await openScreen(product, [path]))
        if (median(single) > slowest[1]) slowest = [path, median(single)]
      }
      all.set(name, { whole, slowest })
    }
    return all
  }
  const alone = await measure()
  const calls = product.filled.flatMap((uuid, n): readonly OrdinaryCall[] => [
    { method: 'GET', path: `clients/${uuid}` },
    { method: 'GET', path: `clients?per_page=25&page=${1 + (n % 40)}` },
    { method: 'GET', path: `collects?per_page=25&page=${1 + (n % 40)}` },
    { method: 'PUT', path: `clients/${uuid}`, body: { crm_name: `Contato ${n}` } },
  ])
  let among: typeof alone = new Map()
  const waited = await bystand({ url: product.url, token: product.token, connections: people, calls }, async () => {
    among = await measure()
  })
  for (const [name, { whole, slowest }] of alone) {
    const [path, ms] = slowest
    const busy = among.get(name)?.whole ?? []
    console.log(
      `${name}, ${clients} clients, ${found.get(name)?.length ?? 0} requests: whole after ${median(whole).toFixed(0)} ms, p99 ${quantile(whole, 0.99).toFixed(0)}; its slowest request alone ${ms.toFixed(0)} ms, at most ${most} (${path.slice(0, 90)}); whole among ${people} people ${median(busy).toFixed(0)}, p99 ${quantile(busy, 0.99).toFixed(0)}`,
    )
    if (ms > most) process.exitCode = 1
  }
  console.log(`the ${people} people: p50 ${median(waited).toFixed(0)} ms, p99 ${quantile(waited, 0.99).toFixed(0)}`)
} finally {
  await chrome.close()
  await product.close()
}
