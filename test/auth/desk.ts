import { directoryOf } from '#features/people/auth/directory-settings.server.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Audience } from '#kernel/access.ts'
import { authOperations } from '#features/people/auth/auth.server.ts'
import { userById } from '#features/people/auth/authenticate.server.ts'
import { rememberCallers } from '#features/people/auth/callers.server.ts'
import { oauthClient } from '#features/people/auth/installation.server.ts'
import { factorOperations } from '#features/people/factor/factor.server.ts'
import { secondFactorWith } from '#features/people/factor/gate.server.ts'
import { withProofs } from '#features/people/factor/recent.server.ts'
import { knownHost } from '#features/people/auth/proofs.server.ts'
import { passwordMails } from '#features/people/auth/mails.server.ts'
import { viewsOf } from '#features/people/auth/menus.ts'
import { openPasswords } from '#features/people/auth/passwords.server.ts'
import type { SessionTokens } from '#features/people/auth/sessions.server.ts'
import { openSender } from '#features/platform/mails/sender.server.ts'
import { openApp } from '#server/app.ts'
import type { House } from '#server/house.ts'
import { Catalog } from '#server/catalog.ts'
import { openKeeper } from '#server/chores/keeper.ts'
import { readConfig } from '#settings.server.ts'
import { Events } from '#server/events.ts'
import { jobPace, openJobs } from '#server/jobs/open.ts'
import { openReadiness } from '#server/ready.ts'
import { Totals } from '#server/rows/totals.ts'
import { openMailer } from '#server/mail.ts'
import { freshDatabase } from '../support/databases.ts'

export const client = { client_id: 'outorga-web', client_secret: 'a secret of the tests' }
/** Cheap, so that hundreds of sign-ins take no time. */
export const passwords = openPasswords({ memoryCost: 64, timeCost: 1 })
export const goodPassword = 'quatro cavalos no telhado'
const hash = await passwords.hash(goodPassword)

const menu = [
  { id: 'home' },
  { id: 'clients', permission: 'clients.index' },
  { id: 'users', permission: 'users.index' },
]

/** A clock that moves when told. */
export interface Clock {
  now: Date
  forward(seconds: number): void
}
export const stoppedClock = (): Clock => ({
  now: new Date('2026-03-10T12:00:00Z'),
  forward(seconds) {
    this.now = new Date(this.now.getTime() + seconds * 1000)
  },
})

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** The sign-in desk of a whole server: real database, real mail files, and a clock in the hands of the test. */
export async function openDesk(env: Readonly<Record<string, string>> = {}, logTo?: { write(line: string): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-auth-'))
  const database = await freshDatabase()
  const config = readConfig({
    OUTORGA_DATA_DIR: folder,
    OUTORGA_URL: 'https://outorga.example',
    LOG_LEVEL: 'silent',
    // Most tests here sign in by a plain call, and are about sessions of a week.
    UNBOUND_SESSION_SECONDS: '604800',
    OAUTH_CLIENT_ID: client.client_id,
    OAUTH_CLIENT_SECRET: client.client_secret,
    ...env,
  })
  const clock = stoppedClock()
  const failures: unknown[] = []
  const auth = {
    passwords,
    client: await oauthClient(database.kysely, config),
    viewOf: viewsOf(menu, () => new Set()),
    second: secondFactorWith(config),
    directory: directoryOf(config),
    now: () => clock.now,
  }
  const house: House = {
    config,
    database,
    readiness: openReadiness(config, database),
    catalog: new Catalog([], {
      company: 'empresas',
      holder: 'clients',
      members: 'clients_client_users',
      people: 'users',
    }),
    totals: new Totals(),
    operations: [...authOperations(auth), ...factorOperations(auth)],
    mail: { mailer: openMailer(config, () => {}), sender: null },
    authenticate: withProofs(
      rememberCallers(database, () => clock.now, knownHost(config)),
      config,
      () => clock.now,
    ),
    person: userById,
    jobs: openJobs(database, jobPace),
    chores: openKeeper({ house: () => house, chores: [], now: () => clock.now, failed: () => {} }),
    events: new Events(),
    metrics: [],
    ...(logTo && { logTo }),
  }
  const app = await openApp(house)
  const sender = openSender(
    house,
    {
      ...passwordMails(config),
      'lembrete-coleta': async () => ({}),
      resumo: async () => ({}),
      extrato: async () => ({}),
      cobranca: async () => ({}),
      fatura: async () => ({}),
      'resposta-chamado': async () => ({}),
      avisos: async () => ({}),
      teste: async () => ({}),
      seguranca: async () => ({}),
    },
    jobPace,
    () => clock.now,
    failure => failures.push(failure),
  )
  house.mail.sender = sender
  const db = database.kysely

  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, given: Given = {}) => {
    const { token, body, ip = '10.0.0.1', headers = {} } = given
    const answer = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { 'user-agent': 'Firefox', ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<Body>() }
  }
  const grant = (body: object, given: Given = {}) =>
    call('POST', '/oauth/token', { body: { ...client, ...body }, ...given })

  /** The mails sent so far, oldest first. */
  const mails = async () => {
    await sender.settled()
    return readMail(join(folder, 'mail'))
  }

  return {
    app,
    database,
    db,
    config,
    clock,
    failures,
    settled: sender.settled,
    call,
    grant,
    signIn: (username: string, password = goodPassword, given: Given = {}) =>
      grant({ grant_type: 'password', username, password }, given),
    refresh: (refresh_token: string) => grant({ grant_type: 'refresh_token', refresh_token }),
    enter: async (username: string, given: Given = {}): Promise<SessionTokens> => {
      const { status, body } = await grant({ grant_type: 'password', username, password: goodPassword }, given)
      if (status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`)
      return body as unknown as SessionTokens
    },
    mails,
    /** Links in the mails sent so far, oldest first. */
    links: async () => {
      const texts = failures.length ? [] : await mails()
      return texts.map(text => /\/account\/reset\?token=([\w-]{43})/.exec(text)?.[1] ?? '')
    },
    close: async () => {
      await app.close()
      await sender.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Given {
  readonly token?: string
  readonly body?: object | string
  readonly ip?: string
  readonly headers?: Readonly<Record<string, string>>
}
type Body = Readonly<Record<string, unknown>> & {
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

function readMail(folder: string): readonly string[] {
  const names = readdirSync(folder, { withFileTypes: true }).map(({ name }) => name)
  return names.toSorted().map(name => unquoted(readFileSync(join(folder, name), 'utf8')))
}

/** Quoted-printable back to text, as far as ASCII goes. */
export const unquoted = (message: string) =>
  message
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

export interface SomeUser {
  readonly email: string
  readonly slug?: string
  readonly roles?: readonly string[]
  readonly empresa_id?: number
  readonly birthday?: string
  readonly is_admin?: boolean
  readonly audience?: Audience
}

/** A user with the good password, in a profile of their own unless one with that slug stands. Answers their id. */
export async function addUser({ db }: Pick<Desk, 'db'>, user: SomeUser): Promise<number> {
  const {
    email,
    slug = 'colaborador',
    roles = ['clients.index'],
    empresa_id = null,
    birthday = null,
    is_admin = slug === 'administrador',
    audience = ['administrador', 'colaborador'].includes(slug) ? 'equipe' : 'clientes',
  } = user
  const profile = await sql<{
    id: number
  }>`insert into profiles (name, slug, is_admin, audience) values (${slug}, ${slug}, ${is_admin}, ${audience})
    on conflict (slug) where deleted_at is null do update set name = excluded.name returning id`.execute(db)
  const profile_id = profile.rows[0]?.id ?? 0
  await sql`insert into profiles_profile_roles (parent_id, position, role)
    select ${profile_id}, n, role from unnest(${[...roles]}::text[]) with ordinality as each (role, n)
    where role not in (select role from profiles_profile_roles where parent_id = ${profile_id})`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, password, profile_id, empresa_id, birthday)
    values ('Maria Aparecida', ${email}, ${hash}, ${profile_id}, ${empresa_id}, ${birthday}::date) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}

export async function addCompany({ db }: Pick<Desk, 'db'>, nome_fantasia: string): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into empresas (nome_fantasia) values (${nome_fantasia}) returning id`.execute(db)
  return rows[0]?.id ?? 0
}
