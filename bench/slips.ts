// A month's boletos as PDFs in a ZIP, drawn in a process apart, against the same marks put on as many pages by bare pdfkit here: as many
// words, lines, bars and squares, of a code that is made anew for each. Memory must not grow with the month. And what the same month,
// asked of the product, does to whoever else asks.
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import Pdf from 'pdfkit'
import Qr from 'qrcode'
import { barsDrawn } from '#features/billing/bills/slip/bars.ts'
import { ruleOf } from '#features/billing/bills/slip/banks.ts'
import { barsOf } from '#features/billing/bills/slip/numbers.ts'
import { brCode } from '#features/billing/bills/slip/pix.ts'
import { openPrinter } from '#features/billing/bills/slip/print.server.ts'
import type { SlipSheet } from '#features/billing/bills/slip/sheet.ts'
import type { Database } from '#server/database/database.ts'
import { pack, Zip, type Packed } from '#server/zip.ts'
import { median, quantile } from './figures.ts'
import { openProduct } from './product.ts'
import { spread } from './rounds.ts'
import { fill } from './world.ts'

const month = Number(process.argv[2] ?? 2_000)
const rounds = Number(process.argv[3] ?? 3)
const chunk = 100
/** Of bare pdfkit's pages a second, and megabytes that may be held more at the end than after the first chunks. */
const [least, mostMegabytes] = [0.6, 64]
/** Times the p99 of before. */
const twice = 2
const now = new Date('2026-11-25T12:00:00Z')

function sheetAt(n: number): SlipSheet {
  const account = { agency: '4277', account: '0000006498', account_digit: '0', wallet: '1', agreement: '0172278' }
  const { free = '', shown = '' } = ruleOf('756')?.number(account, String(n + 1).padStart(7, '0')) ?? {}
  const party = {
    document: '11.222.333/0001-81',
    address: 'Rua das Palmeiras, 45, Jardim América, Taubaté/SP, CEP 12050-010',
  }
  return {
    bank: '756',
    number: shown,
    wallet: '1',
    agency: '4277-3 / 172278',
    document: String(24e4 + n),
    bars: barsOf({
      bank: '756',
      due_date: '2026-12-10',
      cents: 148e3 + n,
      free,
    }),
    beneficiary: {
      name: 'Farol Assessoria Regulatória Ltda',
      ...party,
    },
    payer: {
      name: `Provedor ${n} Telecomunicações Ltda`,
      ...party,
    },
    issue_date: '2026-11-20',
    due_date: '2026-12-10',
    processed_on: '2026-11-25',
    cents: 148e3 + n,
    instructions: [
      'Após o vencimento: multa de 2 % e juros de 1 % ao mês.',
      'Não receber depois de 60 dias do vencimento.',
    ],
    about: ['Mensalidade · dez/2026'],
    pix: {
      text: brCode({
        key: '11222333000181',
        name: 'Farol Assessoria',
        city: 'Taubaté',
        cents: 148e3 + n,
        txid: `CONTA${n}`,
      }),
      cents: 148e3 + n,
    },
    registered: true,
  }
}

/** The marks of a boleto's page, without any of its places reckoned. */
async function bare({ bars, pix }: SlipSheet): Promise<Buffer> {
  const doc = new Pdf({ size: 'A4', margin: 0 })
  const bytes = buffer(doc)
  for (let at = 0; at < 75; at++) {
    doc.font(at % 3 ? 'Helvetica' : 'Helvetica-Bold').fontSize(at % 2 ? 6 : 9)
    doc.text('Número do documento 240010', 40, 40 + at * 6, { lineBreak: false })
  }
  for (let at = 0; at < 60; at++)
    doc
      .moveTo(40, 40 + at * 6)
      .lineTo(550, 40 + at * 6)
      .lineWidth(0.5)
      .stroke('#9aa1ae')
  const { modules } = Qr.create(pix?.text ?? '', { errorCorrectionLevel: 'M' })
  for (let at = 0; at < modules.data.length; at++)
    if (modules.data[at] && !modules.data[at - 1])
      doc.rect(50 + (at % modules.size) * 3, 300 + Math.floor(at / modules.size) * 3, 3, 3)
  for (const [at, width] of barsDrawn(bars)) doc.rect(57 + at * 0.72, 771, width * 0.72, 37)
  doc.fill('#000000')
  doc.end()
  return bytes
}

async function barely(some: readonly SlipSheet[]): Promise<readonly Packed[]> {
  const drawn: Packed[] = []
  for (const each of some) drawn.push(pack(await bare(each)))
  return drawn
}

const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
const megabytes = () => process.memoryUsage().rss / 1024 ** 2
async function zipped(sheets: readonly SlipSheet[], draw: (some: readonly SlipSheet[]) => Promise<readonly Packed[]>) {
  const file = await open(join(folder, 'month.zip'), 'w')
  let at = 0
  const sink = {
    get at() {
      return at
    },
    async write(bytes: Uint8Array) {
      await file.write(bytes)
      at += bytes.length
    },
  }
  const zip = new Zip(sink, { year: 2026, month: 12, day: 1 })
  const held: number[] = []
  const started = performance.now()
  for (let from = 0; from < sheets.length; from += chunk) {
    for (const [i, packed] of (await draw(sheets.slice(from, from + chunk))).entries())
      await zip.add(`${from + i}.pdf`, packed)
    held.push(megabytes())
  }
  await zip.close()
  await file.close()
  return { rate: sheets.length / ((performance.now() - started) / 1000), held }
}

try {
  const sheets = Array.from({ length: month }, (_, n) => sheetAt(n))
  const rates = { ours: [] as number[], floor: [] as number[] }
  const grown: number[] = []
  await zipped(sheets.slice(0, chunk), barely)
  for (let round = 0; round < rounds; round++) {
    const printer = openPrinter(now)
    const { rate, held } = await zipped(sheets, printer.print).finally(printer.close)
    rates.ours.push(rate)
    grown.push(Math.max(...held) - (held[2] ?? 0))
    rates.floor.push((await zipped(sheets, barely)).rate)
  }
  const ratios = rates.ours.map((rate, at) => rate / (rates.floor[at] ?? rate))
  console.log(`${month} boletos: ${spread(rates.ours)} pages a second; bare pdfkit ${spread(rates.floor)}`)
  console.log(
    `  ${spread(ratios)} of its speed, at least ${least}; ${spread(grown)} MB more held at most than after 300, at most ${mostMegabytes}`,
  )
  const kind = await others()
  process.exitCode = median(ratios) >= least && median(grown) <= mostMegabytes && kind ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Whether others are answered well enough while the product makes the month's ZIP. */
async function others(): Promise<boolean> {
  const page = 'clients?page=3&per_page=25'
  const product = await openProduct(4837, charge)
  try {
    const begun = performance.now()
    await ask()
    const taken = performance.now() - begun
    const [calm, busy]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      calm.push(...(await product.latencies(page, () => after(taken, true))))
      busy.push(...(await product.latencies(page, ask)))
    }
    const [before, during] = [quantile(calm, 0.99), quantile(busy, 0.99)]
    console.log(
      `  a month of the product in ${(taken / 1_000).toFixed(1)} s: p99 of other requests ${before.toFixed(1)} ms, then ${during.toFixed(1)} ms; ${(during / before).toFixed(2)} times what it was, less than ${twice}`,
    )
    return during < twice * before
  } finally {
    await product.close()
  }

  /** Has the month's ZIP made, and waits for it. */
  async function ask() {
    const { uuid } = Object(
      await (await product.ask('POST', 'bills-to-receive/boletos', { year: 2026, month: 12 })).json(),
    ).data
    for (;;) {
      const row = Object(await (await product.ask('GET', `exports/${uuid}`)).json()).data
      if (row.state === 'falhou') throw new Error(row.error)
      if (row.state === 'concluido') return
      await after(100)
    }
  }
}

/** A bill with its boleto for each client. */
async function charge(database: Database) {
  await fill(database, month)
  const sheets = Array.from({ length: month }, (_, n) => sheetAt(n))
  await sql`
    with a as (insert into checking_accounts (name, slug, empresa_id, bank, agency, agency_digit, account, account_digit, wallet, agreement, address, pix_key)
        select 'Conta', 'conta', min(id), 756, '4277', '3', '6498', '0', '1', '172278', 'Rua das Palmeiras, 45', '11222333000181' from empresas returning id),
      s as (select number, shown, bars, value, row_number() over () as n
        from unnest(${sheets.map((_, n) => n + 1)}::int[], ${sheets.map(({ number }) => number)}::text[],
          ${sheets.map(({ bars }) => bars)}::text[], ${sheets.map(({ cents }) => cents / 100)}::numeric[]) u (number, shown, bars, value)),
      c as (select id, row_number() over (order by id) as n from clients),
      b as (insert into bills_to_receive (client_id, finance_type_id, checking_account_id, issue_date, due_date, value, billet_number)
        select c.id, (select id from finance_types where slug = 'mensalidade'), a.id, '2026-11-20', '2026-12-10', s.value, s.number::text
        from s join c using (n), a returning id, checking_account_id, billet_number)
    insert into bill_slips (bill_id, checking_account_id, number, shown, bars, due_date, value)
    select b.id, b.checking_account_id, s.number, s.shown, s.bars, '2026-12-10', s.value
    from b join s on s.number::text = b.billet_number`.execute(database.kysely)
  await sql`vacuum analyze`.execute(database.kysely)
}
