// The month of an office, closed in one act: for each client a bill from its contract, a note, a boleto and a mail. The emitter and the
// provider of boletos are gone for some seconds, the emitter refuses ten notes, and the server is killed twice; meanwhile others do their
// day's work. At the end the board is compared with what the stand-ins outside received. `npm run bench -- closing [clients] [seconds]`
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'
import type { BillingPreview } from '#features/billing/bills/billing/api.ts'
import type { ClosingBoard } from '#features/billing/bills/closing/api.ts'
import type { ClosingRow } from '#features/billing/bills/closing/schema.ts'
import type { ClosingStep } from '#features/billing/bills/closing/steps.ts'
import { dayIn } from '#kernel/clock.ts'
import { openAuthority } from '../test/support/certificates.ts'
import { openAsaasCharges } from '../test/support/charges.ts'
import { cnpj } from '../test/support/drafts.ts'
import { openSefin } from '../test/support/sefin.ts'
import { openSmtp } from '../test/support/smtp.ts'
import { bystand, type OrdinaryCall } from './bystanders.ts'
import { quantile } from './figures.ts'
import { openProduct, type Product } from './product.ts'

const clients = Number(process.argv[2] ?? 300)
/** Seconds for which emitter and provider are gone. */
const gone = Number(process.argv[3] ?? 60)
/** Of every so many clients one has an address that the emitter refuses. */
const everyRefused = Math.max(1, Math.floor(clients / 10))
const isRefused = (n: number) => n % everyRefused === 0 && n < 10 * everyRefused
const refusedOnes = Array.from({ length: clients }, (_, n) => n).filter(isRefused).length
const connections = 8
/** Times the p99 of before. */
const most = 2
const month = dayIn(new Date()).day.slice(0, 7)
const token = randomBytes(24).toString('hex')

const authority = openAuthority()
const certificate = authority.issue('OUTORGA CONSULTORIA LTDA:12ABC34501DE35')
const sefin = await openSefin({ ...authority.issue('127.0.0.1'), ca: authority.pem })
sefin.feel('refuses')
const asaas = await openAsaasCharges(token)
const smtp = await openSmtp(10)
const folder = mkdtempSync(join(tmpdir(), 'outorga-closing-'))
writeFileSync(join(folder, 'ca.pem'), authority.pem)
const product = await openProduct(4_841, async () => {}, {
  SECRETS_KEY: randomBytes(32).toString('base64'),
  NFSE_TEST_URL: sefin.url,
  NFSE_CA: join(folder, 'ca.pem'),
  ASAAS_URL: asaas.url,
  ASAAS_TEST_URL: '0',
  SMTP_URL: smtp.url,
})
const database = new Client({ connectionString: product.database })
await database.connect()
const wrong: string[] = []
try {
  const own = await furnish(product)
  const people = { url: product.url, token: product.token, connections, calls: callsOver(own) }
  const calm = await bystand(people, () => after(30_000))
  const acts: string[] = []
  let seconds = 0
  const busy = await bystand(people, async () => {
    await billMonth(acts)
    seconds = await closed(acts)
  })
  const [before, during] = [quantile(calm, 0.99), quantile(busy, 0.99)]
  const first = await boardOf({ month })
  compare(first, false)
  const stuck = first.rows.filter(({ note }) => note.state === 'falhou')
  for (const { client, note } of stuck)
    if (!note.text.includes('CEP do tomador inválido')) wrong.push(`${client.name} does not say why: ${note.text}`)
  if (stuck.length !== refusedOnes) wrong.push(`${stuck.length} are said not to have come out, of ${refusedOnes}`)
  await cure(stuck)
  compare(await boardOf({ month }), true)
  console.log(
    `${clients} clients, ${acts.length} requests (${acts.join(', ')}): ${seconds.toFixed(1)} s from the act to the last mail, outside gone for ${gone} s, killed twice`,
  )
  console.log(
    `  others, ${calm.length} and ${busy.length} calls: p50 ${quantile(calm, 0.5).toFixed(1)} ms, then ${quantile(busy, 0.5).toFixed(1)}; p99 ${before.toFixed(1)} ms, then ${during.toFixed(1)}; ${(during / before).toFixed(2)} times, less than ${most}`,
  )
  const letters = smtp.heard.length - new Set(smtp.heard.map(({ messageId }) => messageId)).size
  console.log(`  mails taken twice under one Message-ID by a kill between sending and writing it down: ${letters}`)
  for (const line of wrong) console.log(`  WRONG: ${line}`)
  process.exitCode = wrong.length || during >= most * before ? 1 : 0
} finally {
  await database.end()
  await product.close()
  await Promise.all([sefin.close().catch(() => undefined), asaas.close(), smtp.down()])
  rmSync(folder, { recursive: true, force: true })
}

async function dataOf(method: string, path: string, body?: object) {
  return Object(await (await product.ask(method, path, body)).json()).data
}

async function town(): Promise<number> {
  const { rows } = await database.query<{ id: number }>('select id::int4 as id from cities where ibge = 3554102')
  return rows[0]?.id ?? 0
}
function addressAt(city_id: number, zipcode: string) {
  return { zipcode, address: 'Rua das Palmeiras', number: '1', neighborhood: 'Centro', city_id }
}

/** A company that issues and charges, and its clients with contracts. */
async function furnish({ ask }: Product<unknown>): Promise<readonly { readonly uuid: string }[]> {
  const city_id = await town()
  const company = await dataOf('POST', 'empresas', {
    nome_fantasia: 'Outorga',
    razao_social: 'Outorga Consultoria Ltda.',
    cnpj: '12ABC34501DE35',
    inscricao_municipal: '12345',
    municipio_id: city_id,
    regime: 'simples-nacional',
    aliquota_iss: 2,
    carga_tributaria: 6,
    emissor: 'nacional',
    servicos: [{ codigo: '170101', descricao: 'Assessoria' }],
  })
  const { pfx, password } = certificate
  await ask('PUT', `empresas/${company.uuid}/certificado`, { file: pfx.toString('base64'), password })
  const account = await dataOf('POST', 'checking-accounts', {
    name: 'Asaas',
    empresa_id: company.id,
    registration: 'asaas',
    registration_environment: 'producao',
    next_number: 1,
  })
  const hook = 'token-do-webhook-com-mais-de-trinta-e-dois'
  await ask('PUT', `checking-accounts/${account.uuid}/registro/chaves`, { provider: 'asaas', token, hook })
  const made: { uuid: string }[] = []
  for (let n = 0; n < clients; n++) {
    made.push(
      await dataOf('POST', 'clients', {
        name: `Provedor ${n} Telecomunicações Ltda`,
        document: cnpj(8_300_000 + n),
        email: `financeiro${n}@exemplo.com.br`,
        empresa_responsavel_id: company.id,
        contract_value: 1_000 + n,
        contract_billing_day: 10,
        custom_contract_service_name: 'Assessoria regulatória',
        addresses: [addressAt(city_id, isRefused(n) ? '12020000' : '12030000')],
      }),
    )
  }
  return made
}

/** Three reads for a save, as people do. */
function callsOver(own: readonly { readonly uuid: string }[]): readonly OrdinaryCall[] {
  return own.flatMap(({ uuid }, n): readonly OrdinaryCall[] => [
    { method: 'GET', path: `clients?page=${1 + (n % 5)}&per_page=25` },
    { method: 'GET', path: `clients/${uuid}` },
    { method: 'GET', path: 'bills-to-receive?per_page=25' },
    { method: 'PUT', path: `clients/${uuid}`, body: { fantasy_name: `Fibra ${n}` } },
  ])
}

/** The bills of the month, as *Faturar o mês* requests them. */
async function billMonth(acts: string[]) {
  const seen: BillingPreview = Object(
    await (await product.ask('GET', `bills-to-receive/faturar?month=${month}`)).json(),
  )
  const made = await dataOf('POST', 'bills-to-receive/faturar', {
    month,
    due: seen.due,
    finance_type_id: seen.finance_type?.id,
    checking_account_id: null,
    bills: seen.bills.map(({ client, lines, total, due }) => ({
      client: client.uuid,
      lines: lines.map(({ key }) => key),
      total,
      due,
    })),
  })
  if (made.bills !== clients) wrong.push(`${made.bills} bills were made: ${JSON.stringify(made.left).slice(0, 300)}`)
  acts.push('preview', 'bill')
}

async function boardOf(body: object): Promise<ClosingBoard> {
  return dataOf('POST', 'bills-to-receive/fechamento', body)
}

/** The act as *Fechar o faturamento* requests it: the board, the look before, the act. */
async function act(steps: readonly ClosingStep[], chosen: readonly ClosingRow[], acts: string[]) {
  const { rows } = await boardOf({ bills: chosen.map(({ uuid }) => uuid) })
  const has = (step: ClosingStep) => steps.includes(step)
  await product.ask('POST', 'bills-to-receive/fechar', {
    month,
    bills: rows.map(({ uuid }) => uuid),
    note: has('note'),
    slip: has('slip'),
    mail: has('mail'),
    hurry: false,
    services: [],
    accounts: [],
  })
  acts.push('look', 'close')
}

/** Seconds from the act until every client has its mail; the outside is away at first, and the server is killed twice. */
async function closed(acts: string[]): Promise<number> {
  const { rows } = await boardOf({ month })
  acts.push('board')
  await sefin.down()
  asaas.feel('fails')
  const back = after(gone * 1_000).then(async () => {
    asaas.feel('well')
    await sefin.up()
  })
  const begun = performance.now()
  await act(['note', 'slip', 'mail'], rows, acts)
  await until(async () => (await counted('bill_closing_items where made')) >= clients / 3)
  await product.restart()
  await until(async () => smtp.heard.length >= clients / 4)
  await product.restart()
  await until(async () => (await mailed()) >= clients)
  await back
  return (performance.now() - begun) / 1_000
}

async function counted(from: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return rows[0]?.n ?? 0
}
function mailed(): Promise<number> {
  return counted("bill_closing_items i join mails m on m.id = i.mail_id where m.state = 'enviado'")
}

async function until(isSo: () => Promise<boolean>) {
  const end = performance.now() + 600_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ten minutes: ${isSo.toString()}`)
    await after(250)
  }
}

/** The addresses are put right, and what did not come out is tried again, as the board offers it. */
async function cure(stuck: readonly ClosingRow[]) {
  const city_id = await town()
  for (const { client } of stuck) {
    const addresses = [addressAt(city_id, '12030000')]
    await product.ask('PUT', `clients/${client.uuid}`, { addresses })
  }
  const before = smtp.heard.length
  await act(['note', 'mail'], stuck, [])
  await until(async () => smtp.heard.length >= before + stuck.length && (await mailed()) >= clients)
}

/** Each client has one bill, one note, one boleto and one mail with both, the same on the board and outside. */
function compare({ rows }: ClosingBoard, isCured: boolean) {
  if (rows.length !== clients) wrong.push(`${rows.length} bills on the board`)
  const live = asaas.charges.filter(({ deleted }) => !deleted)
  if (live.length !== clients) wrong.push(`${live.length} charges at the provider`)
  const noted = clients - (isCured ? 0 : refusedOnes)
  if (sefin.notes.size !== noted) wrong.push(`${sefin.notes.size} notes at the emitter, of ${noted}`)
  for (let n = 0; n < clients; n++) {
    const own = rows.filter(({ value }) => value === 1_000 + n)
    const [row] = own
    if (own.length !== 1 || !row) {
      wrong.push(`client ${n} has ${own.length} bills`)
      continue
    }
    const say = (what: string) => wrong.push(`${row.client.name}: ${what}`)
    const charges = live.filter(({ value }) => value === row.value)
    if (charges.length !== 1 || row.slip.state !== 'feito') say(`${charges.length} charges, ${row.slip.text}`)
    const isLacking = isRefused(n) && !isCured
    const notes = [...sefin.notes.values()].filter(({ xml }) =>
      xml.slice(xml.indexOf('<toma>')).includes(`<CNPJ>${cnpj(8_300_000 + n)}</CNPJ>`),
    )
    const number = /<nNFSe>(\d+)</.exec(notes[0]?.xml ?? '')?.[1]
    if (notes.length !== (isLacking ? 0 : 1)) say(`${notes.length} notes`)
    if (isLacking ? row.note.state !== 'falhou' : row.note.text !== `NFS-e ${number}`) say(row.note.text)
    const letters = new Map(
      smtp.heard.filter(({ to }) => to === `financeiro${n}@exemplo.com.br`).map(each => [each.messageId, each.text]),
    )
    if (letters.size !== (isRefused(n) && isCured ? 2 : 1)) say(`${letters.size} mails`)
    if (row.mail.state !== 'feito') say(row.mail.text)
    const last = [...letters.values()].at(-1) ?? ''
    if (!/filename="?boleto-/.test(last)) say('no boleto in the mail')
    if (/filename="?nfse-(\d+)/.exec(last)?.[1] !== (isLacking ? undefined : number)) say('another note in the mail')
  }
}
