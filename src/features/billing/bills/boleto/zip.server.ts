import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { showMonth } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { requestMonthBoletos } from '#features/billing/bills/boleto/api.ts'
import { boletoMonth } from '#features/billing/bills/slip/month.ts'
import { sheetsOf } from '#features/billing/bills/boleto/sheets.server.ts'
import { openPrinter } from '#features/billing/bills/slip/print.server.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import type { Period } from '#parts/period/period.ts'
import { fitName } from '#parts/file/inspect.server.ts'
import { asNumbers, growFile, type GrowthMark } from '#parts/progress/growing.server.ts'
import { tellsEnd } from '#parts/progress/told.server.ts'
import { work } from '#server/jobs/work.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { Zip, type Entry } from '#server/zip.ts'

/** What is read of a bill to know that it is there: what its page says is read with its boleto. */
const leastOf = listQuery(bills, { columns: 'due_date' }).columns
/** Boletos drawn at a time. */
const chunk = 100

const twoDigits = (n: number) => String(n).padStart(2, '0')
const zipName = ({ year, month: of }: Period) => `boletos-${year}-${twoDigits(of)}.zip`

interface MonthBoletos {
  /** Open bills with a boleto that has bars, by their day. */
  readonly ready: readonly number[]
  /** How many wait for a provider to register their boleto. */
  readonly waiting: number
}
/** The boletos of a month, of the open bills the user sees. */
async function boletosOf(ctx: Ctx, { year, month: of }: Period): Promise<MonthBoletos> {
  const last = new Date(Date.UTC(year, of, 0)).getUTCDate()
  const query = listQuery(bills, {
    'filter[due_date][gte]': `${year}-${twoDigits(of)}-01`,
    'filter[due_date][lte]': `${year}-${twoDigits(of)}-${twoDigits(last)}`,
    'filter[downloaded]': 'false',
    'filter[called_off]': 'false',
    sort: 'due_date',
    active: 'true',
  })
  const ids = await ctx.rows(bills).keys(query)
  const { rows } = await sql<{ id: number; ready: boolean }>`
    select bill_id::float8 as id, bars is not null as ready from bill_slips
    where bill_id = any(${[...ids]}::bigint[]) and cancelled_at is null`.execute(ctx.sql)
  const ready = new Set(rows.filter(each => each.ready).map(({ id }) => id))
  return { ready: ids.filter(id => ready.has(id)), waiting: rows.length - ready.size }
}

/** Writes a month's boletos into one ZIP, a page each, as of their drawing. */
export const zipBoletos = work<Period, GrowthMark<readonly Entry[]>>({
  name: 'bills-to-receive.boletos',
  of: exports,
  given: boletoMonth,
  needs: () => ['bills-to-receive.boletos'],
  ended: tellsEnd<{ readonly name: string }>(exports, ({ name }, error) =>
    error === null ? `${name}: o ZIP está pronto` : `${name}: o ZIP não pôde ser feito`,
  ),
  run: (given, job) =>
    growFile(job, {
      list: async ctx => (await boletosOf(ctx, given)).ready,
      notation: asNumbers,
      endings: ['zip'],
      isKept: async ctx => (await ctx.rows(exports).find(job.id)).sha256 !== null,
      keep: (ctx, kept) => ctx.rows(exports).update(job.id, { ...kept, file: zipName(given) }, undefined, 'guardar'),
      write: async ({ rows: ids, next, state, file, reached }) => {
        const zip = new Zip(file('zip'), { ...given, day: 1, hour: 12 }, state ?? [])
        const taken = new Set(zip.entries.map(({ name }) => name))
        const printer = openPrinter(new Date())
        try {
          for (let at = 0; at < ids.length; at += chunk) {
            const some = ids.slice(at, at + chunk)
            await addBoletos(await job.lookBack(), { zip, taken, print: printer.print }, some)
            await reached(next + at + some.length, zip.entries)
          }
        } finally {
          printer.close()
        }
        await zip.close()
      },
    }),
})

interface BoletosZip {
  readonly zip: Zip
  /** Names that are taken. */
  readonly taken: Set<string>
  readonly print: ReturnType<typeof openPrinter>['print']
}

/** Draws the boletos of these bills into the ZIP; equal file names are made distinct. */
async function addBoletos(ctx: Ctx, { zip, taken, print }: BoletosZip, ids: readonly number[]) {
  // Of what was cancelled or hidden meanwhile there is none to add.
  const seen = await ctx.rows(bills).among(ids, leastOf)
  const sheets = await sheetsOf(
    ctx.sql,
    seen.map(({ id }) => id),
  )
  const all = seen.flatMap(({ id }) => sheets.get(id) ?? [])
  const drawn = all.length ? await print(all) : []
  for (const [at, { document, payer }] of all.entries()) {
    const stem = fitName(`${payer.name.slice(0, 80)} - boleto-${document}`)
    let name = `${stem}.pdf`
    for (let n = 2; taken.has(name); n++) name = `${stem}_${n}.pdf`
    taken.add(name)
    const packed = drawn[at]
    if (packed) await zip.add(name, packed)
  }
}

export const monthZip = serve(requestMonthBoletos, async (ctx, { body }) => {
  const { ready: all, waiting } = await boletosOf(ctx, body)
  const left = waiting
    ? ` ${count(waiting, { one: 'boleto espera', many: 'boletos esperam', gender: 'm' })} o registro, sem linha digitável, e ${waiting === 1 ? 'fica' : 'ficam'} de fora.`
    : ''
  if (!all.length)
    throw problem(
      'conflict',
      `Nenhuma conta em aberto que vence em ${showMonth(body.year, body.month)} tem boleto para imprimir.${left}`,
    )
  const row = await ctx.rows(exports).create({
    name: `Boletos de ${showMonth(body.year, body.month)}`,
    resource: bills.path,
    query: new URLSearchParams({ year: String(body.year), month: String(body.month) }).toString(),
    format: 'csv',
    kind: 'boletos',
    state: 'na-fila',
    rows_total: all.length,
    rows_done: 0,
  })
  await ctx.jobs.send(zipBoletos, row, body)
  return new Answer(201, doneAnswer(201, `O ZIP dos boletos está sendo preparado.${left}`, row))
})
