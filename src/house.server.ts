import type { FastifyInstance } from 'fastify'
import { folderChore, ownChores } from './chores.server.ts'
import { noCrews, openCrews, type Crews } from './crews.server.ts'
import { featuresOnServer } from './features.server.ts'
import { userById } from '#features/people/auth/authenticate.server.ts'
import { rememberCallers } from '#features/people/auth/callers.server.ts'
import { withProofs } from '#features/people/factor/recent.server.ts'
import { secondFactorWith } from '#features/people/factor/gate.server.ts'
import { personOrProgram } from '#features/people/auth/programs.server.ts'
import { knownHost } from '#features/people/auth/proofs.server.ts'
import { ensureAdministrator, oauthClient } from '#features/people/auth/installation.server.ts'
import { viewsOf, type MenuEntry } from '#features/people/auth/menus.ts'
import { openPasswords, type PasswordCost } from '#features/people/auth/passwords.server.ts'
import { throughEyes } from '#features/clients/clients/seeing.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features, tenancy } from '#features/index.ts'
import { housesAmong } from '#features/platform/integrations/integrations.server.ts'
import { menu } from '#features/menu.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import { countMissing } from '#parts/file/measure.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import { claimStore, missingInWords } from '#parts/file/owner.server.ts'
import { openApp } from '#server/app.ts'
import type { House, Chore } from '#server/house.ts'
import { Catalog } from '#server/catalog.ts'
import { openKeeper } from '#server/chores/keeper.ts'
import type { Config } from '#server/config.ts'
import { Events } from '#server/events.ts'
import type { Database } from '#server/database/database.ts'
import { isReadOnlyRefusal } from '#server/database/errors.ts'
import { jobPace, openJobs, type JobPace } from '#server/jobs/open.ts'
import type { AnyWork } from '#server/jobs/work.ts'
import { openLive } from '#server/live.ts'
import { openMailer } from '#server/mail.ts'
import type { AnyOperation } from '#server/operation.ts'
import { migrate, type MigrationReport } from '#server/migrate.ts'
import { openReadiness } from '#server/ready.ts'
import { Totals } from '#server/rows/totals.ts'
import { directoryOf } from '#features/people/auth/directory-settings.server.ts'
import { openSite } from '#server/site.ts'

/** What a test may set: cheap passwords, another clock; and who is to know what a start does. */
interface Fittings {
  readonly passwordCost?: Partial<PasswordCost>
  readonly now?: () => Date
  readonly pace?: Partial<JobPace>
  /** More work than the product's own. */
  readonly works?: readonly AnyWork[]
  /** These replace the product's own integrations with the same keys. */
  readonly integrations?: readonly Integration[]
  /** The same of chores. */
  readonly moreChores?: readonly Chore[]
  /** Receives each migration that this start runs. */
  readonly migrated?: MigrationReport
}

export interface OpenedHouse {
  readonly app: FastifyInstance
  readonly house: House
  readonly runner: Pick<Crews, 'nudge' | 'settled' | 'stop'>
  /** The person who started it should read this: how to sign in the first time. */
  readonly notice: readonly string[]
}

/** Brings a database up to this release, puts the product together on it, and answers the server ready to listen. */
export async function openHouse(
  config: Config,
  database: Database,
  {
    passwordCost,
    now = () => new Date(),
    pace: wanted,
    works = [],
    moreChores = [],
    integrations = [],
    migrated,
  }: Fittings = {},
): Promise<OpenedHouse> {
  await migrate(database, undefined, migrated)
  // A start writes little: on a full disk it has what is reserved for sessions.
  const starting = database.reserve() ?? database.kysely
  const claimed = await claimStore(config, starting)
  const passwords = openPasswords(passwordCost)
  const client = await oauthClient(starting, config)
  const directory = directoryOf(config)
  const viewOf = viewsOf(
    menu.flatMap((group): readonly MenuEntry[] => group.items),
    () => sharedWrites(),
  )
  const given = featuresOnServer({
    config,
    passwords,
    client,
    second: secondFactorWith(config),
    directory,
    now,
    viewOf,
    catalog: () => catalog,
    operations: () => operations,
    files: () => files,
    burdens: () => burdens,
    noticeKinds: () => noticeKinds,
    houses: () => houses,
    digests: () => digests,
    drafts: () => drafts,
    keeper: () => keeper,
    works: () => allWorks,
    checks: () => checks,
    house: () => house,
  })
  const files = given.flatMap(each => each.files ?? [])
  const burdens = given.flatMap(each => each.burdens ?? [])
  const noticeKinds = given.flatMap(each => each.notices ?? [])
  const houses = housesAmong(given, integrations)
  const digests = given.flatMap(each => each.digests ?? [])
  const drafts = given.flatMap(each => each.drafts ?? [])
  const allWorks = [...given.flatMap(each => each.works ?? []), ...works]
  const live = openLive(() => house)
  const checks = [...given.flatMap(each => each.health ?? []), live.health]
  const keeper = openKeeper({
    house: () => house,
    chores: [...ownChores, ...given.flatMap(each => each.chores ?? []), ...moreChores].toSorted((one, other) =>
      one.title.localeCompare(other.title, 'pt-BR'),
    ),
    now,
    failed: (error, chore) => app.log.error({ err: error, chore }, 'a chore failed'),
  })
  const catalog = new Catalog(
    features,
    tenancy,
    given.flatMap(each => each.extensions ?? []),
  )
  const operations: readonly AnyOperation[] = [...given.flatMap(each => each.operations?.() ?? []), ...live.operations]

  const sharedWrites = () =>
    new Set(
      operations.flatMap(({ id, method, scope }) =>
        method !== 'GET' && typeof scope === 'object' && catalog.isShared(scope) ? [id] : [],
      ),
    )

  await starting.transaction().execute(async sql => {
    for (const { seed } of given) await seed?.(sql)
  })
  const loaded: string[] = []
  for (const { sample } of given) if (sample) loaded.push(...(await sample.load(database)))
  const link = await ensureAdministrator(starting, config, { passwords, now: now() })
  const notice = [...claimed, ...(link ? [`Para criar a senha do primeiro administrador, abra: ${link}`] : loaded)]

  const pace = { ...jobPace, ...wanted }
  // Of the packaged database this is the only process.
  const events = new Events(database.exclusive ? null : database.wire, catalog.resources)
  const house: House = {
    config,
    database,
    readiness: openReadiness(config, database),
    catalog,
    totals: new Totals(),
    operations,
    mail: { mailer: openMailer(config), sender: null },
    authenticate: throughEyes(withProofs(rememberCallers(database, now, knownHost(config)), config, now), {
      db: database.kysely,
      now,
      operations: () => operations,
      person: userById,
    }),
    person: personOrProgram,
    jobs: openJobs(database, pace),
    chores: keeper,
    events,
    metrics: [...given.flatMap(each => each.metrics ?? []), live.metric],
  }
  const closing = new AbortController()
  const { OUTORGA_ROLE: role } = config
  const app = await openApp(role === 'jobs' ? { ...house, operations: [] } : house)
  const crews =
    role === 'web'
      ? noCrews
      : openCrews({
          house,
          works: allWorks,
          mails: given.reduce<NonNullable<ServerFeature['mails']>>((all, each) => ({ ...all, ...each.mails }), {}),
          integrations: houses,
          pace,
          now,
          failed: (error, what) => app.log.error({ err: error }, what),
        })
  house.jobs.runner = crews.runner
  house.mail.sender = crews.sender
  // What a process that is dead began is done again at once; elsewhere another may be at it, until its lease is over.
  const { exclusive } = database
  const recover = async () => {
    await house.jobs.queue.recover(exclusive)
    await keeper.register(exclusive)
    if (exclusive) await crews.recover()
  }
  await recover().catch((error: unknown) => {
    // On a full disk leases end by themselves.
    if (!isReadOnlyRefusal(error)) throw error
  })
  /** A document that is missing is known from the start on: counting them all keeps nobody waiting. */
  const reportMissing = () =>
    void countMissing({ config, sql: database.kysely }, closing.signal).then(
      async missing => {
        if (!missing) return
        app.log.error(missingInWords(await storeOf(config), missing))
        // What the screen shows was counted before.
        keeper.soon(folderChore)
      },
      (error: unknown) => closing.signal.aborted || app.log.error({ err: error }, 'documents were not counted'),
    )
  app.addHook('onListen', async () => {
    if (role === 'web') return
    crews.nudge()
    keeper.start()
    reportMissing()
    // A mail server that does not answer keeps nobody from working.
    void house.mail.mailer.check().then(trouble => trouble && app.log.error(`E-mail: ${trouble}`))
  })
  app.addHook('preClose', async () => {
    closing.abort()
    live.close()
    await Promise.all([crews.stop(), keeper.stop()])
    await events.close()
  })
  if (role === 'jobs') return { app, house, runner: crews, notice }
  await openSite(app, house, async () => ({
    name: config.APP_NAME,
    system_type: 'coletas',
    client_id: client.id,
    client_secret: client.secret,
    map: config.MAP_STYLE_URL ?? null,
    directory: directory && { name: directory.name, only: directory.isOnly },
    demo: (await Promise.all(given.flatMap(({ sample }) => sample?.accounts(database.kysely) ?? []))).flat(),
  }))
  return { app, house, runner: crews, notice }
}
