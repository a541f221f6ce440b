import type { FastifyInstance } from 'fastify'
import { authOperations } from '#features/auth/auth.server.ts'
import { holderOfLink, userById, userOf } from '#features/auth/authenticate.server.ts'
import { openBackground } from '#features/auth/background.server.ts'
import { ensureAdministrator, oauthClient } from '#features/auth/installation.server.ts'
import { invite } from '#features/auth/invitations.server.ts'
import { menusOf, type MenuEntry } from '#features/auth/menus.ts'
import { openPasswords, type PasswordCost } from '#features/auth/passwords.server.ts'
import { endSessions } from '#features/auth/sessions.server.ts'
import { sweepSignIn } from '#features/auth/sweep.server.ts'
import type { Auth } from '#features/auth/setup.server.ts'
import { billsOnServer } from '#features/bills/bills.server.ts'
import { citiesOnServer, seedCities } from '#features/cities/cities.server.ts'
import { ownClients } from '#features/clients/own.server.ts'
import { clients } from '#features/clients/clients.ts'
import { prospects } from '#features/clients/prospects.ts'
import { clientsOnServer } from '#features/clients/clients.server.ts'
import { collectsOnServer } from '#features/collects/collects.server.ts'
import { collectFiles } from '#features/collects/collects.ts'
import { notesOnServer } from '#features/collects/notes/notes.server.ts'
import { sweepDrafts } from '#features/collects/drafts.server.ts'
import { writeForClient } from '#features/collects/filing/scm-write.server.ts'
import { filingsOf, holdingsOf } from '#features/collects/holdings.server.ts'
import { monthWorks } from '#features/collects/month/month.server.ts'
import { configurationsOnServer } from '#features/configurations/configurations.server.ts'
import { demoAccounts, loadDemo } from '#features/demo/demo.server.ts'
import { documents } from '#features/documents/documents.ts'
import { documentsOnServer } from '#features/documents/documents.server.ts'
import { empresasOnServer } from '#features/empresas/empresas.server.ts'
import { fistelsOnServer } from '#features/fistels/fistels.server.ts'
import { historyOperations } from '#features/history/history.server.ts'
import { historySearch } from '#features/history/search.server.ts'
import { features, tenancy } from '#features/index.ts'
import { loading } from '#features/imports/anatel/anatel-load.server.ts'
import { anatelOperations } from '#features/imports/anatel/anatel.server.ts'
import { informativeOnServer } from '#features/informative/informative.server.ts'
import { importsOnServer } from '#features/imports/imports.server.ts'
import { imports } from '#features/imports/imports.ts'
import { importing } from '#features/imports/writing/work.server.ts'
import { expireExports, exportsOnServer } from '#features/jobs/exports.server.ts'
import { exports } from '#features/jobs/jobs.ts'
import { queuesOnServer } from '#features/jobs/queues.server.ts'
import { linkCategoriesOnServer } from '#features/links/links.server.ts'
import { menu } from '#features/menu.ts'
import { feedOperation } from '#features/obligations/feed.server.ts'
import { followed } from '#features/obligations/load.server.ts'
import { obligationsOnServer } from '#features/obligations/obligations.server.ts'
import { pagesOnServer } from '#features/pages/pages.server.ts'
import { particularitiesOnServer } from '#features/particularities/particularities.server.ts'
import { permissionsOperation } from '#features/profiles/permissions.server.ts'
import { privacyOperations } from '#features/privacy/privacy.server.ts'
import { profilesOnServer } from '#features/profiles/profiles.server.ts'
import { seedProfiles } from '#features/profiles/seed.server.ts'
import { registryOperations } from '#features/registry/registry.server.ts'
import { syncOperation } from '#features/registry/sync.server.ts'
import { semesterOperations } from '#features/semester/semester.server.ts'
import { stationsOnServer } from '#features/stations/stations.server.ts'
import { statusesOnServer } from '#features/statuses.server.ts'
import { ticketUploads } from '#features/tickets/tickets.ts'
import { ticketsOnServer } from '#features/tickets/tickets.server.ts'
import { sweepUploads, uploadOperations } from '#features/uploads/uploads.server.ts'
import { users } from '#features/users/users.ts'
import { usersOnServer } from '#features/users/users.server.ts'
import { remindAwaited } from '#features/collects/month/reminders.server.ts'
import { sweepSpools } from '#parts/file/spool.server.ts'
import { openApp, type House } from '#server/app.ts'
import { Catalog } from '#server/catalog.ts'
import type { Config } from '#server/config.ts'
import { Events } from '#server/events.ts'
import { forgetAnswers } from '#server/idempotency.ts'
import { crud } from '#server/crud.ts'
import type { Database } from '#server/database/database.ts'
import { openJobs, paceOf, type Pace } from '#server/jobs/open.ts'
import { openRunner, type Runner } from '#server/jobs/runner.ts'
import type { AnyWork } from '#server/jobs/work.ts'
import { openLive } from '#server/live.ts'
import { openMailer } from '#server/mail.ts'
import type { AnyOperation } from '#server/operation.ts'
import { migrate } from '#server/migrate.ts'
import { openSite } from '#server/site.ts'

const hour = 3_600_000
/** Sections whose rows are files people sent. */
const files = [documents, ticketUploads, collectFiles]

/**
 * Forgets what has had its day: tokens, sessions, attempts, answers kept for a creation sent twice, uploads and drafts given
 * up. Reminds the clients who are awaited.
 */
async function sweep(house: House, now: Date) {
  const { config, jobs } = house
  const { kysely } = house.database
  await sweepSignIn(kysely, now)
  await expireExports(kysely, config)
  await sweepUploads(kysely, config, [...files, imports, exports])
  await sweepSpools(config)
  await sweepDrafts(kysely)
  await jobs.queue.sweep()
  await forgetAnswers(kysely)
  await remindAwaited(house, now)
}

/** What a test may set: cheap passwords, another clock. */
interface Fittings {
  readonly passwordCost?: Partial<PasswordCost>
  readonly now?: () => Date
  readonly pace?: Partial<Pace>
  /** More work than the product's own. */
  readonly works?: readonly AnyWork[]
}

export interface Opened {
  readonly app: FastifyInstance
  readonly house: House
  readonly runner: Runner
  /** What whoever started it should read: how to sign in the first time. */
  readonly notice: readonly string[]
}

/** Brings a database up to this release, puts the product together on it, and answers the server ready to listen. */
export async function openHouse(
  config: Config,
  database: Database,
  { passwordCost, now = () => new Date(), pace: wanted, works = [] }: Fittings = {},
): Promise<Opened> {
  await migrate(database)
  const passwords = openPasswords(passwordCost)
  const background = openBackground(error => app.log.error({ err: error }, 'work after an answer failed'))
  const client = await oauthClient(database.kysely, config)
  const auth: Auth = {
    passwords,
    client,
    background,
    now,
    menusOf: menusOf(menu.flatMap((group): readonly MenuEntry[] => group.items)),
  }

  const exporting = exportsOnServer(() => features)
  followed(config)
  const fromCollects = { holdingsOf, filingsOf }
  const extensions = [
    usersOnServer({
      passwords,
      endSessions: (db, id) => endSessions(db, id, 'administrator', now()),
      invite: (ctx, person) => invite(ctx, person, now()),
    }),
    profilesOnServer,
    citiesOnServer,
    statusesOnServer,
    collectsOnServer,
    notesOnServer,
    fistelsOnServer,
    empresasOnServer,
    ...ticketsOnServer,
    ...stationsOnServer,
    ...configurationsOnServer,
    billsOnServer,
    informativeOnServer,
    linkCategoriesOnServer,
    ...clientsOnServer,
    documentsOnServer,
    obligationsOnServer(fromCollects),
    particularitiesOnServer,
    pagesOnServer,
    queuesOnServer,
    exporting.extension,
    importsOnServer,
  ]
  const live = openLive(() => house)
  const catalog = new Catalog(features, tenancy, extensions)
  const operations: AnyOperation[] = [
    ...authOperations(auth),
    ownClients,
    ...registryOperations,
    syncOperation,
    feedOperation(fromCollects, holderOfLink),
    ...uploadOperations(files),
    ...anatelOperations,
    permissionsOperation(features, () => operations),
    ...features.flatMap(feature => crud(catalog, feature)),
    ...historyOperations(features),
    historySearch(catalog),
    ...semesterOperations,
    ...privacyOperations([clients, prospects, users]),
    ...live.operations,
  ]

  const notice = await database.unhurried(async () => {
    await database.kysely.transaction().execute(async sql => {
      await seedCities(sql)
      await seedProfiles(sql, operations)
    })
    const loaded = await loadDemo(database.kysely, config, database.kind, passwords, now(), writeForClient)
    const link = await ensureAdministrator(database.kysely, config, { passwords, now: now() })
    return link ? [`Para criar a senha do primeiro administrador, abra: ${link}`] : loaded
  })

  const pace = paceOf(database, wanted)
  const house: House = {
    config,
    database,
    catalog,
    operations,
    mail: openMailer(config),
    authenticate: (sql, bearer) => userOf(sql, bearer, now()),
    person: userById,
    jobs: openJobs(database, pace),
    events: new Events(),
  }
  const app = await openApp(house)
  const sweeping = setInterval(() => background.run(() => sweep(house, now())), hour)
  const runner = openRunner(house, [...exporting.works, ...monthWorks, importing, loading, ...works], pace, error =>
    app.log.error({ err: error }, 'a job failed'),
  )
  house.jobs.runner = runner
  // One process has the embedded database: whatever it finds begun, it began itself before it was killed.
  await house.jobs.queue.recover(database.kind === 'embedded')
  app.addHook('onListen', async () => runner.nudge())
  app.addHook('preClose', async () => {
    live.close()
    await runner.stop()
  })
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    await background.settled()
  })
  await openSite(app, house, async () => ({
    name: config.APP_NAME,
    system_type: 'coletas',
    client_id: client.id,
    client_secret: client.secret,
    map: config.MAP_STYLE_URL ?? null,
    demo: await demoAccounts(database.kysely),
  }))
  return { app, house, runner, notice }
}
