import { randomBytes, X509Certificate } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { openDatabase } from '#server/database/open.ts'
import { openAsaas } from './support/asaas.ts'
import { bundled } from './support/bundled.ts'
import { filesUnder, openCanaries } from './support/canaries.ts'
import { openAuthority } from './support/certificates.ts'
import { freePort } from './support/cluster.ts'
import { freshFolder } from './support/databases.ts'
import { cnpj } from './support/drafts.ts'
import { livedServer } from './support/lived.ts'
import { equip } from './support/ordering.ts'
import { openSefin } from './support/sefin.ts'
import { openSmtp } from './support/smtp.ts'

// Secrets are planted in a real server that says all it can say, while orders go out, fail, are tried again and a webhook comes in.
// They are looked for in both its streams and in every byte of a copy of its data: dead rows and the log of what was written count.

const main = await bundled('src/main.server.ts')
afterAll(main.remove)

type Server = Awaited<ReturnType<typeof livedServer>>
const email = 'admin@exemplo.com.br'
/** Stands in all that is looked through, or it was not looked through. */
const known = 'Provedor à Vista'

const must = async (reply: ReturnType<Server['ask']>, ...wanted: readonly number[]) => {
  const { status, text } = await reply
  if (!wanted.includes(status)) throw new Error(`${status}: ${text}`)
  return text ? JSON.parse(text) : {}
}

/** Two companies that issue, one through Asaas and one through the national emitter, each with a client. */
async function furnish(where: { OUTORGA_DATA_DIR: string; DATABASE_URL: undefined }) {
  const database = await openDatabase(where)
  const db = database.kysely
  const made: { company: number; client: number }[] = []
  for (const [n, emitter] of ['asaas', 'nacional'].entries()) {
    const { rows: companies } = await sql<{ id: number }>`
      insert into empresas (nome_fantasia, cnpj) values (${`Casa ${n}`}, ${n ? '12ABC34501DE35' : cnpj(9_300_000)}) returning id`.execute(
      db,
    )
    const { rows: clients } = await sql<{ id: number }>`
      insert into clients (name, document, prospect) values (${known}, ${cnpj(9_300_010 + n)}, false) returning id`.execute(
      db,
    )
    const [company, client] = [companies[0]?.id ?? 0, clients[0]?.id ?? 0]
    await equip(db, company, client)
    await sql`update empresas set emissor = ${emitter} where id = ${company}`.execute(db)
    await sql`update clients set name = ${known} where id = ${client}`.execute(db)
    await sql`update checking_accounts set slug = slug || ${n} where empresa_id = ${company}`.execute(db)
    made.push({ company, client })
  }
  await database.close()
  return made
}

/** What waits is tried at once, when the server starts again. */
async function hurry(where: { OUTORGA_DATA_DIR: string; DATABASE_URL: undefined }) {
  const database = await openDatabase(where)
  await sql`update integration_queues set next_attempt_at = null where state = 'pendente'`.execute(database.kysely)
  await sql`update mails set next_at = null where state = 'aguardando'`.execute(database.kysely)
  await database.close()
}

const order = {
  vencimento: dayAfter(dayIn(new Date()).day, 20),
  descricao_servico: 'Assessoria',
  valor_servico: 480,
  criar_contas_a_receber: true,
  gerar_nota_fiscal: true,
  gerar_boleto: true,
}
const triedAndWaits = async (server: Server) =>
  (await must(server.ask('GET', 'integration-queues?filter[kind]=envio'), 200)).data.map(
    ({ state, attempts }: { state: string; attempts: number }) => [state, attempts],
  )
const notes = async (server: Server) =>
  (await must(server.ask('GET', 'service-invoices?sort=id'), 200)).data.map((each: { state: string }) => each.state)
const patient = { timeout: 30_000, interval: 200 }

/** Every byte of a copy of the data folder, cluster and log of the database among it, and every row as text: on disk long values are packed. */
async function* copiesOf(folder: string): AsyncGenerator<readonly [string, Buffer]> {
  const backup = mkdtempSync(join(tmpdir(), 'outorga-backup-'))
  cpSync(folder, backup, { recursive: true })
  yield* filesUnder(backup)
  const database = await openDatabase({ OUTORGA_DATA_DIR: backup, DATABASE_URL: undefined })
  try {
    const { rows: tables } = await database.pool.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
    for (const { name } of tables) {
      const { rows } = await database.pool.query<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`)
      yield [name, Buffer.from(rows.map(({ text }) => text).join('\n'))]
    }
  } finally {
    await database.close()
    rmSync(backup, { recursive: true })
  }
}

describe('planted secrets', () => {
  test('are in nothing the server writes, and in no copy of its data', { timeout: 240_000 }, async () => {
    const canaries = openCanaries()
    const [token, hook, newToken, newHook] = ['token', 'hook', 'new token', 'new hook'].map(each =>
      canaries.secret(each),
    )
    const authority = openAuthority()
    const a1 = authority.issue('CASA:12ABC34501DE35', { password: canaries.secret('the password of the certificate') })
    // Whoever receives what was signed with it is shown the certificate, and not its key.
    const seen = [a1.cert, authority.pem].map(pem => new X509Certificate(pem).raw)
    canaries.file('the file of the certificate', a1.pfx, seen)
    canaries.key('the key of the certificate', a1.key)
    const [asaas, smtp] = [await openAsaas(token ?? ''), await openSmtp()]
    const sefin = await openSefin({ ...authority.issue('127.0.0.1'), ca: authority.pem })
    const folder = freshFolder()
    const where = { OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined }
    const ca = join(mkdtempSync(join(tmpdir(), 'outorga-ca-')), 'ca.pem')
    writeFileSync(ca, authority.pem)
    const env = {
      OUTORGA_DATA_DIR: folder,
      DATABASE_URL: '',
      PORT: String(await freePort()),
      OUTORGA_DEMO: '0',
      LOG_LEVEL: 'debug',
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: canaries.secret('the password of a person'),
      METRICS_TOKEN: canaries.secret('the token of the metrics'),
      SECRETS_KEY: canaries.secret('the key of the secrets', randomBytes(32).toString('hex')),
      IMAP_URL: `imap://caixa:${canaries.secret('the password of the mailbox')}@127.0.0.1:${await freePort()}`,
      SMTP_URL: smtp.url.replace('//', `//casa:${canaries.secret('the password of the mail server')}@`),
      ASAAS_TEST_URL: asaas.url,
      ASAAS_URL: '0',
      NFSE_TEST_URL: sefin.url,
      NFSE_CA: ca,
    }
    const said: Buffer[] = []
    const live = async (more: Readonly<Record<string, string>>, work: (server: Server) => Promise<void>) => {
      const server = await livedServer(main.path, { ...env, ...more })
      const tokens = await server.signIn(email, env.ADMIN_PASSWORD)
      for (const [name, value] of Object.entries(tokens))
        if (name.endsWith('_token')) canaries.secret(`${name} ${said.length}`, String(value))
      for (const [n, cookie] of tokens.cookies.entries())
        canaries.secret(`cookie ${n} ${said.length}`, /=([^;]+)/.exec(cookie)?.[1])
      await work(server)
      await server.stop()
      said.push(server.said())
    }
    const knock = (server: Server, of: string, id: string, told: string) =>
      server.ask(
        'POST',
        'webhooks/asaas',
        { id, event: 'INVOICE_AUTHORIZED', invoice: { id: of } },
        { 'asaas-access-token': told },
      )

    // A first start brings the towns.
    await live({}, async () => {})
    const [asked, national] = await furnish(where)
    asaas.feel('fails')
    sefin.feel('fails')
    await live({}, async server => {
      const [one, other] = [`empresas/${asked?.company}/asaas`, `empresas/${national?.company}/certificado`]
      await must(server.ask('PUT', one, { token, hook }), 200)
      const file = a1.pfx.toString('base64')
      await must(server.ask('PUT', other, { file, password: canaries.secret('a password that does not fit') }), 422)
      await must(server.ask('PUT', other, { file, password: a1.password }), 200)
      await must(
        server.ask('PUT', other, { file, password: a1.password, more: canaries.secret('what was not asked for') }),
        422,
      )
      // Two boletos of one account, day and value would be one.
      for (const [n, each] of [asked, national].entries())
        await must(
          server.ask('POST', `clients/${each?.client}/order-services`, { ...order, valor_servico: 480 + n }),
          201,
        )
      await expect
        .poll(() => triedAndWaits(server), patient)
        .toEqual([
          ['pendente', 1],
          ['pendente', 1],
        ])
      await must(knock(server, 'inv_0', 'evt_0', canaries.secret('a token of nobody')), 403)
      await must(server.ask('POST', 'password-recovery', { email }), 200)
      await must(
        server.ask('POST', '/oauth/token', {
          grant_type: 'password',
          username: email,
          password: canaries.secret('a wrong password'),
        }),
        400,
        401,
        422,
      )
    })
    asaas.feel('well')
    sefin.feel('accepts')
    await hurry(where)
    await live({ SMTP_URL: smtp.url }, async server => {
      await expect.poll(() => notes(server), patient).toEqual(['processando', 'autorizada'])
      await expect.poll(() => asaas.invoices.length, patient).toBe(1)
      await expect.poll(() => smtp.heard.length, patient).toBeGreaterThan(0)
      const [, link] = /token=([\w-]+)/.exec(smtp.heard.map(({ text }) => text).join()) ?? []
      expect(link?.length).toBeGreaterThan(20)
      canaries.secret('the link of a mail', link)
      await must(knock(server, asaas.decide(0, 'AUTHORIZED'), 'evt_1', hook ?? ''), 200)
      await expect.poll(() => notes(server), patient).toEqual(['autorizada', 'autorizada'])
      await must(server.ask('PUT', `empresas/${asked?.company}/asaas`, { token: newToken, hook: newHook }), 200)
      await must(server.ask('DELETE', `empresas/${national?.company}/certificado`), 200)
    })

    const log = Buffer.concat(said)
    expect(log.includes('/api/v1/webhooks/asaas')).toBe(true)
    expect(canaries.foundIn(log)).toEqual([])
    const telling: string[] = []
    let sees = false
    for await (const [name, bytes] of copiesOf(folder)) {
      sees ||= bytes.includes(known)
      for (const secret of canaries.foundIn(bytes)) telling.push(`${secret} in ${name}`)
    }
    expect(sees).toBe(true)
    expect(telling).toEqual([])
    expect(canaries.names().length).toBeGreaterThan(20)
    for (const each of [asaas.close, sefin.close, smtp.down]) await each()
    rmSync(folder, { recursive: true })
  })
})
