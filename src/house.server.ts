import type { FastifyInstance } from 'fastify'
import { chores, files } from './chores.server.ts'
import { authOperations } from '#features/auth/auth.server.ts'
import { holderOfLink, userById, userOf } from '#features/auth/authenticate.server.ts'
import { ensureAdministrator, oauthClient } from '#features/auth/installation.server.ts'
import { invite } from '#features/auth/invitations.server.ts'
import { passwordMails } from '#features/auth/mails.server.ts'
import { viewsOf, type MenuEntry } from '#features/auth/menus.ts'
import { openPasswords, type PasswordCost } from '#features/auth/passwords.server.ts'
import { endSessions } from '#features/auth/sessions.server.ts'
import type { Auth } from '#features/auth/setup.server.ts'
import { billsOnServer } from '#features/bills/bills.server.ts'
import { citiesOnServer, seedCities } from '#features/cities/cities.server.ts'
import { ownClients } from '#features/clients/own.server.ts'
import { clients } from '#features/clients/clients.ts'
import { prospects } from '#features/clients/prospects.ts'
import { clientsOnServer } from '#features/clients/clients.server.ts'
import { collectsOnServer } from '#features/collects/collects.server.ts'
import { notesOnServer } from '#features/collects/notes/notes.server.ts'
import { writeForClient } from '#features/collects/filing/scm-write.server.ts'
import { filingsOf, holdingsOf } from '#features/collects/holdings.server.ts'
import { stillAwaited } from '#features/collects/month/remind.server.ts'
import { monthWorks } from '#features/collects/month/month.server.ts'
import { configurationsOnServer } from '#features/configurations/configurations.server.ts'
import { demoAccounts, loadDemo } from '#features/demo/demo.server.ts'
import { documentsOnServer } from '#features/documents/documents.server.ts'
import { empresasOnServer } from '#features/empresas/empresas.server.ts'
import { fistelsOnServer } from '#features/fistels/fistels.server.ts'
import { historyOperations } from '#features/history/history.server.ts'
import { historySearch } from '#features/history/search.server.ts'
import { features, tenancy } from '#features/index.ts'
import { loading } from '#features/imports/anatel/anatel-load.server.ts'
import { anatelOperations } from '#features/imports/anatel/anatel.server.ts'
import { importsOnServer } from '#features/imports/imports.server.ts'
import { informativeOnServer } from '#features/informative/informative.server.ts'
import { importing } from '#features/imports/writing/work.server.ts'
import { exportsOnServer } from '#features/jobs/exports.server.ts'
import { queuesOnServer } from '#features/jobs/queues.server.ts'
import { mailGauge, mailsOnServer } from '#features/mails/mails.server.ts'
import { openSender } from '#features/mails/sender.server.ts'
import { maintenanceOperations } from '#features/maintenance/maintenance.server.ts'
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
import { ticketsOnServer } from '#features/tickets/tickets.server.ts'
import { uploadOperations } from '#features/uploads/uploads.server.ts'
import { users } from '#features/users/users.ts'
import { usersOnServer } from '#features/users/users.server.ts'
import { claimFolder } from '#parts/file/owner.server.ts'
import { openApp, type House } from '#server/app.ts'
import { Catalog } from '#server/catalog.ts'
import type { Chore } from '#server/chores/chore.ts'
import { openKeeper } from '#server/chores/keeper.ts'
import type { Config } from '#server/config.ts'
import { Events } from '#server/events.ts'
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

/** What a test may set: cheap passwords, another clock. */
interface Fittings {
  readonly passwordCost?: Partial<PasswordCost>
  readonly now?: () => Date
  readonly pace?: Partial<Pace>
  /** More work than the product's own. */
  readonly works?: readonly AnyWork[]
  /** The same of chores. */
  readonly moreChores?: readonly Chore[]
}

export interface Opened {
  readonly app: FastifyInstance
  readonly house: House
  /** `settled`: once jobs and mails are done, as far as they can be now. */
  readonly runner: Pick<Runner, 'nudge' | 'settled' | 'stop'>
  /** What whoever started it should read: how to sign in the first time. */
  readonly notice: readonly string[]
}

/** Brings a database up to this release, puts the product together on it, and answers the server ready to listen. */
export async function openHouse(
  config: Config,
  database: Database,
  { passwordCost, now = () => new Date(), pace: wanted, works = [], moreChores = [] }: Fittings = {},
): Promise<Opened> {
  await migrate(database)
  const claimed = await claimFolder(config, database.kysely)
  const passwords = openPasswords(passwordCost)
  const client = await oauthClient(database.kysely, config)
  const auth: Auth = {
    passwords,
    client,
    now,
    viewOf: viewsOf(
      menu.flatMap((group): readonly MenuEntry[] => group.items),
      () => sharedWrites(),
    ),
  }

  const exporting = exportsOnServer(() => features)
  followed(config)
  const fromCollects = { holdingsOf, filingsOf }
  const extensions = [
    usersOnServer({
      passwords,
      endSessions: (db, id) => endSessions(db, id, 'administrator', now()),
      invite: (ctx, person) => invite(ctx, person),
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
    mailsOnServer,
    informativeOnServer,
  ]
  const live = openLive(() => house)
  const keeper = openKeeper({
    house: () => house,
    chores: [...chores, ...moreChores],
    now,
    failed: (error, chore) => app.log.error({ err: error, chore }, 'a chore failed'),
  })
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
    ...historyOperations(catalog),
    historySearch(catalog),
    ...semesterOperations,
    ...privacyOperations([clients, prospects, users]),
    ...maintenanceOperations(keeper, features),
    ...live.operations,
  ]

  const sharedWrites = () =>
    new Set(
      operations.flatMap(({ id, method, scope }) =>
        method !== 'GET' && typeof scope === 'object' && catalog.isShared(scope) ? [id] : [],
      ),
    )

  const notice = await database.unhurried(async () => {
    await database.kysely.transaction().execute(async sql => {
      await seedCities(sql)
      await seedProfiles(sql, operations)
    })
    const loaded = await loadDemo(database.kysely, config, database.kind, passwords, now(), writeForClient)
    const link = await ensureAdministrator(database.kysely, config, { passwords, now: now() })
    return [...claimed, ...(link ? [`Para criar a senha do primeiro administrador, abra: ${link}`] : loaded)]
  })

  const pace = paceOf(database, wanted)
  const house: House = {
    config,
    database,
    catalog,
    operations,
    mail: { mailer: openMailer(config), sender: null },
    authenticate: (sql, bearer) => userOf(sql, bearer, now()),
    person: userById,
    jobs: openJobs(database, pace),
    chores: keeper,
    events: new Events(),
    gauges: [mailGauge],
  }
  const app = await openApp(house)
  const runner = openRunner(house, [...exporting.works, ...monthWorks, importing, loading, ...works], pace, error =>
    app.log.error({ err: error }, 'a job failed'),
  )
  house.jobs.runner = runner
  const sender = openSender(
    house,
    { ...passwordMails(config), 'lembrete-coleta': stillAwaited, teste: async () => ({}) },
    pace,
    now,
    error => app.log.error({ err: error }, 'a mail did not go'),
  )
  house.mail.sender = sender
  // One process has the embedded database: whatever it finds begun, it began itself before it was killed.
  const only = database.kind === 'embedded'
  await house.jobs.queue.recover(only)
  await keeper.register(only)
  if (only) await sender.recover()
  app.addHook('onListen', async () => {
    runner.nudge()
    sender.nudge()
    keeper.start()
    // A mail server that does not answer keeps nobody from working.
    void house.mail.mailer.check().then(trouble => trouble && app.log.error(`E-mail: ${trouble}`))
  })
  app.addHook('preClose', async () => {
    live.close()
    await Promise.all([runner.stop(), sender.stop(), keeper.stop()])
  })
  await openSite(app, house, async () => ({
    name: config.APP_NAME,
    system_type: 'coletas',
    client_id: client.id,
    client_secret: client.secret,
    map: config.MAP_STYLE_URL ?? null,
    demo: await demoAccounts(database.kysely),
  }))
  const settled = async () => {
    await runner.settled()
    await sender.settled()
  }
  return { app, house, runner: { ...runner, settled }, notice }
}
