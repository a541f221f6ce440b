import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { returnLines } from '#features/billing/bills/returns/returned.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { documents } from '#features/clients/documents/documents.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { incomingMails } from '#features/support/incoming-mail/incoming.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { absences } from '#features/people/team/absences.ts'
import { handovers } from '#features/people/team/handovers.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { features } from '#features/index.ts'
import { ticketMacros } from '#features/support/tickets/macros.ts'
import { ticketTemplates } from '#features/support/tickets/templates.ts'
import { textModules, ticketMessages, tickets } from '#features/support/tickets/tickets.ts'
import { pages } from '#features/support/pages/pages.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { receiptDrops } from '#features/regulatory/receipts/receipts.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { mails } from '#features/platform/mails/mails.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { metaTypeId } from '#kernel/meta.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import type { AnyOperation } from '#server/operation.ts'
import {
  isShared,
  markOf,
  marksIn,
  openWorld,
  principals,
  type Owner,
  type Principal,
  type Reply,
  type World,
} from './support/world.ts'

// Who may do what, told a second time and in other words than the server's: the two must agree on every operation.

type Role = 'nobody' | 'confined' | 'client' | 'none' | 'staff' | 'keeper' | 'admin'
interface Standing {
  readonly role: Role
  /** Whose rows are theirs to see; the rest are somebody else's. */
  readonly sees: readonly Owner[]
  /** Marks that may stand in an answer to them. */
  readonly marks: readonly string[]
}
const all = ['ALL']
const stand: Readonly<Record<Principal, Standing>> = {
  anonymous: { role: 'nobody', sees: [], marks: [] },
  expired: { role: 'nobody', sees: [], marks: [] },
  revoked: { role: 'nobody', sees: [], marks: [] },
  inactive: { role: 'nobody', sees: [], marks: [] },
  mustReset: { role: 'confined', sees: [], marks: ['MUSTRESET'] },
  // Who wrote, or sent, what they see is told by name.
  clientA: { role: 'client', sees: ['A1'], marks: [...all, 'A', 'A1', 'ADMINA'] },
  clientB: { role: 'client', sees: ['B1'], marks: [...all, 'B', 'B1'] },
  staffA: { role: 'staff', sees: ['A1', 'A2'], marks: [...all, 'A', 'A1', 'A2', 'INTA', 'ADMINA'] },
  withoutRoutes: { role: 'none', sees: [], marks: [...all, 'A'] },
  staffB: { role: 'staff', sees: ['B1'], marks: [...all, 'B', 'B1', 'INTB'] },
  // Of a profile the house made for its own people: they see as colaboradores do, and may other things.
  keeperA: { role: 'keeper', sees: ['A1', 'A2'], marks: [...all, 'A', 'A1', 'A2', 'INTA', 'ADMINA'] },
  adminA: { role: 'admin', sees: ['A1', 'A2'], marks: [...all, 'A', 'A1', 'A2', 'INTA', 'ADMINA'] },
  superAdmin: {
    role: 'admin',
    sees: ['A1', 'A2', 'B1'],
    marks: [...all, 'A', 'B', 'A1', 'A2', 'B1', 'INTA', 'INTB', ...principals.map(who => who.toUpperCase()), 'SUPER'],
  },
}

const forms = new Set([
  'attendance-types',
  'attendance-middles',
  'client-types',
  'technology-types',
  'product-types',
  'tax-regimes',
  'service-types',
  'cities',
  'module-tickets',
  'ticket-types',
  'informative-categories',
])
/** What people of a client do with a coleta. */
const collecting = new Set([
  'index',
  'show',
  'update',
  'preview',
  'upload',
  'file',
  'previous',
  'next',
  'compare',
  'conferencia',
  'reports',
  'formulario',
  'entregar',
  'entregar-sem-mudancas',
  'copiar-anterior',
  'desfazer',
  'rascunho',
])
const heldBack = [
  'users',
  'profiles',
  'configurations',
  'module-configurations',
  'historico',
  'mails',
  'manutencao',
  // What fields there are; those who fill them in define none.
  'metas',
  'integration-meta',
  // Who may hand over the work of others.
  'handovers',
]
/** Whose day is full, and who is away, is said by whoever answers for the others. */
const ofWhoLeads = (path: string, verb: string) =>
  path === 'people' ? verb === 'carga' : path === 'absences' && !['index', 'show', 'historico', 'csv'].includes(verb)
/** What each role may call; the rest is a 403. */
const may: Readonly<Record<Role, (path: string, verb: string) => boolean>> = {
  nobody: () => false,
  confined: () => false,
  none: () => false,
  client: (path, verb) =>
    (['clients', 'fistels', 'informative', 'stations', 'station-links', 'links-importantes', 'pages'].includes(path) &&
      ['index', 'show'].includes(verb)) ||
    (path === 'service-invoices' && ['index', 'show', 'pdf', 'xml'].includes(verb)) ||
    (path === 'notices' && ['index', 'csv', 'show'].includes(verb)) ||
    (path === 'links-importantes' && ['painel', 'abrir'].includes(verb)) ||
    (path === 'clients' &&
      ['fistels', 'documents', 'pending-documents', 'regularidade', 'order-services'].includes(verb)) ||
    (path === 'order-services' &&
      ['index', 'show', 'nota-fiscal-url', 'nota-fiscal', 'boleto-url', 'boleto'].includes(verb)) ||
    (path === 'bills-to-receive' && ['pagamento', 'boleto'].includes(verb)) ||
    (path === 'clients' && ['fistels', 'documents', 'pending-documents', 'regularidade', 'extrato'].includes(verb)) ||
    (path === 'documents' && ['index', 'show'].includes(verb)) ||
    (path === 'document-types' && verb === 'index') ||
    (path === 'internal-uploads' && ['get-file', 'get-files'].includes(verb)) ||
    (path === 'meta-uploads' && verb === 'show') ||
    (path === 'station-links' && verb === 'perfil') ||
    (path === 'stations' && ['client', 'middles', 'shared', 'service-type', 'map'].includes(verb)) ||
    (['tickets', 'ticket-messages'].includes(path) && ['index', 'show', 'store', 'anexar'].includes(verb)) ||
    (path === 'tickets' && ['abrir', 'reabrir', 'rascunho'].includes(verb)) ||
    (path === 'ticket-templates' && ['index', 'preencher'].includes(verb)) ||
    (['ticket-uploads', 'station-uploads'].includes(path) && ['index', 'show'].includes(verb)) ||
    (path === 'collects' && collecting.has(verb)) ||
    (path === 'mappings' && ['index', 'show', 'destroy'].includes(verb)) ||
    (path === 'obligations' && verb === 'index') ||
    (forms.has(path) && verb === 'index'),
  staff: (path, verb) =>
    path === 'empresas'
      ? ['index', 'show'].includes(verb)
      : `${path}.${verb}` === 'users.upcoming-birthdays' ||
        (!heldBack.includes(path) && !ofWhoLeads(path, verb) && !['dados-pessoais', 'anonimizar'].includes(verb)),
  keeper: (path, verb) =>
    may.client(path, verb) || (path === 'users' && !['dados-pessoais', 'anonimizar'].includes(verb)),
  admin: () => true,
}
/** Who works for one company alone. */
const bound: ReadonlySet<Principal> = new Set(['clientA', 'clientB', 'staffA', 'staffB', 'withoutRoutes', 'keeperA'])
/** What those do not change: rows that all companies have alike. */
const common = (resource: AnyResource) => isShared(resource) && !Object.keys(resource.fields).includes('empresa')
/** Administrators, whether or not they may come in today. */
const granters = ['SUPERADMIN', 'SUPER', 'ADMINA', 'EXPIRED', 'REVOKED', 'MUSTRESET']
const confinedMay = new Set(['users.me', 'users.me.update', 'inicializacao', 'logout'])

/** A request to make of an operation, and what must come of it. */
interface Case {
  readonly about: string
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** Marks it may show besides. */
  readonly shows?: readonly string[]
  /** Rows of history it leaves; one for a write that was done. */
  readonly audits?: number
  /** Events those carry besides the operation's own. */
  readonly besides?: readonly string[]
  /** Set up just before, and taken back just after. */
  readonly before?: () => Promise<unknown>
  readonly after?: () => Promise<unknown>
}

/** What is asked of a client by its key: their own, and another's. */
function ofClient(world: World, who: Principal, url: (client: string) => string): readonly Case[] {
  const { sees } = stand[who]
  const own = world.target('clients', sees.includes('A1') ? 'A1' : 'B1')?.uuid ?? ''
  const other = (['A1', 'B1'] as const).find(owner => !sees.includes(owner))
  const foreign = other && world.target('clients', other)?.uuid
  return [
    ...(sees.length ? [{ about: 'own', url: url(own), status: 200 }] : []),
    ...(foreign ? [{ about: 'foreign', url: url(foreign), status: 404 }] : []),
  ]
}

/** What is owed by a client of theirs, or by somebody else's. */
function duty(world: World, who: Principal, status: number) {
  const { sees } = stand[who]
  const owner = (['A1', 'B1'] as const).find(each => sees.includes(each) === (status === 200)) ?? 'A1'
  return { client: world.target('clients', owner)?.uuid, obligation: 'fust', period: '2025-11' }
}

/** An act on a row of their own, and on one of another's, just made. */
const ofMade = (world: World, who: Principal, of: AnyResource, act: string): Promise<readonly Case[]> =>
  Promise.all(
    (['A1', 'B1'] as const).map(async owner => ({
      about: owner,
      url: `${of.path}/${(await world.make(of, owner)).uuid}/${act}`,
      status: stand[who].sees.includes(owner) ? 200 : 404,
    })),
  )
/** Naming nobody for a row that names nobody: nothing changes, and nothing is written down. */
const ofNaming = (world: World, who: Principal, path: string, by = 'responsible_id'): readonly Case[] =>
  (['A1', 'B1'] as const).map(owner => ({
    about: owner,
    url: `${path}/responsavel`,
    body: { rows: [{ uuid: world.target(path, owner)?.uuid, responsible_id: null }] },
    status: stand[who].sees.includes(owner) ? 200 : 404,
    before: () => sql`update ${sql.table(path.replaceAll('-', '_'))} set ${sql.ref(by)} = null`.execute(world.db),
    audits: 0,
  }))

/** What is asked of a bill by its key: of their own client, and of another's. */
const ofBill = (world: World, who: Principal, act: string, own: number): readonly Case[] =>
  (['A1', 'B1'] as const).map(owner => ({
    about: owner,
    url: `bills-to-receive/${world.target('bills-to-receive', owner)?.uuid}/${act}`,
    status: stand[who].sees.includes(owner) ? own : 404,
  }))
/** What is asked of a company by its key: of their own, and of another. */
const ofCompany = (
  world: World,
  who: Principal,
  url: (company: string) => string,
  status: number,
  body?: unknown,
): readonly Case[] =>
  (['A', 'B'] as const).map(company => ({
    about: company,
    url: url(String(world.companies[company])),
    ...(body !== undefined && { body }),
    status: stand[who].sees.includes(`${company}1`) ? status : 404,
  }))
/** A note of their own client by their own company, and of another's. */
const ofOrder = (world: World, who: Principal, act: string, status: number): readonly Case[] =>
  (['A', 'B'] as const).map(company => ({
    about: company,
    url: `service-invoices/${act}`,
    body: {
      client_id: world.target('clients', `${company}1`)?.id,
      empresa_id: world.companies[company],
      value: 1,
      description: 'x',
      service: '170101',
      competence: '2026-01-05',
    },
    status: stand[who].sees.includes(`${company}1`) ? status : 422,
  }))
/** A file that nobody made yet. */
const ofNote = async (world: World, who: Principal, kind: string): Promise<readonly Case[]> =>
  (await ofMade(world, who, serviceInvoices, kind)).map(each => ({ ...each, status: 404 }))
const statementDays = 'from=2026-01-01&to=2026-01-31'
/** Of what only people of the house do, whatever their profile says. */
const forStaff =
  (who: Principal) =>
  (each: Case): Case =>
    stand[who].role === 'client' || stand[who].role === 'keeper' ? { ...each, status: 403 } : each
/** Money for a bill of their own, and for one of another's. */
const ofPaid = (world: World, who: Principal, act: string, body: object): Promise<readonly Case[]> =>
  Promise.all(
    (['A1', 'B1'] as const).map(async owner => ({
      about: owner,
      url: `bills-to-receive/${(await world.make(bills, owner, { value: 500 })).uuid}/${act}`,
      body,
      status: stand[who].sees.includes(owner) ? 201 : 404,
      audits: 2,
      besides: ['bill-payments.store'],
    })),
  )

/** What is asked of a ticket by its key: of their own client, and of another's. People of clients see those they opened alone. */
const ofTicket = (world: World, who: Principal, url: (ticket: string) => string, body?: unknown): readonly Case[] =>
  (['A1', 'B1'] as const).map(owner => ({
    about: owner,
    url: url(world.target('tickets', owner)?.uuid ?? ''),
    ...(body !== undefined && { body }),
    status: stand[who].role !== 'client' && stand[who].sees.includes(owner) ? 200 : 404,
  }))

/** A ticket of their own client, and of another's. */
const ofTickets = (world: World, who: Principal) =>
  (['A1', 'B1'] as const).map(owner => ({
    about: owner,
    uuid: world.target('tickets', owner)?.uuid,
    status: stand[who].sees.includes(owner) ? 200 : 404,
  }))
/** A macro of which nothing is said, and one thing is changed. */
const idleMacro = {
  content: null,
  turn: null,
  mine: true,
  team_id: null,
  type_id: null,
  priority: null,
  remind_in: null,
}

/** A task of their own client, and of another's; done already, or still open. */
const tasksOf = (world: World, who: Principal, done: boolean) =>
  Promise.all(
    (['A1', 'B1'] as const).map(async owner => {
      const { id, uuid } = await world.make(clientTasks, owner)
      if (done) await sql`update client_tarefas set done_on = '2026-01-05' where id = ${id}`.execute(world.db)
      return {
        about: owner,
        uuid,
        client: world.target('clients', owner)?.uuid,
        status: stand[who].sees.includes(owner) ? 200 : 404,
      }
    }),
  )
const verbOf = (done: boolean) => (done ? 'reabrir' : 'concluir')
const saidOf = (done: boolean) => (done ? { why: 'Faltou uma guia' } : { note: 'Guia paga' })
const ofTasks = async (world: World, who: Principal, done: boolean): Promise<readonly Case[]> =>
  (await tasksOf(world, who, done)).map(({ about, client, uuid, status }) => ({
    about,
    url: `clients/${client}/tarefas/${uuid}/${verbOf(done)}`,
    body: saidOf(done),
    status,
  }))
const ofManyTasks = async (world: World, who: Principal, done: boolean): Promise<readonly Case[]> =>
  (await tasksOf(world, who, done)).map(({ about, uuid, status }) => ({
    about,
    url: `tarefas/clientes/${verbOf(done)}`,
    body: { uuids: [uuid], ...saidOf(done) },
    status,
  }))

/** Of news meant for everybody who may read news at all. */
const ofNews = (world: World, who: Principal, status: number, url: (news: string) => string): readonly Case[] => [
  {
    about: 'of everybody',
    url: `users/me/informativos/${url(world.target('informative', 'A1')?.uuid ?? '')}`,
    status: stand[who].role === 'none' ? 404 : status,
    audits: 0,
  },
]

/** An order that brings nothing about. */
const newOrder = { vencimento: '2030-01-05', descricao_servico: 'Assessoria', valor_servico: 100 }
const empty = { locations: [] }
/** What is asked of a coleta by its key: of their own client, and of another's. */
const ofCollect = (world: World, who: Principal, url: (collect: string) => string, own = 200): readonly Case[] =>
  (['A1', 'B1'] as const).map(owner => ({
    about: owner,
    url: url(world.target('collects', owner)?.uuid ?? ''),
    status: stand[who].sees.includes(owner) ? own : 404,
  }))

/** Operations that are no resource's: a sentence on each. */
const special: Readonly<Record<string, (world: World, who: Principal) => Promise<readonly Case[]> | readonly Case[]>> =
  {
    'auth.token': () => [{ about: 'nothing asked', url: '/oauth/token', body: {}, status: 400 }],
    'auth.recovery': (_world, who) => [
      {
        about: 'an unknown e-mail',
        url: 'password-recovery',
        body: { email: `${who}@ninguem.com.br` },
        status: 200,
        audits: 0,
      },
    ],
    'auth.reset': () => [
      {
        about: 'an invented link',
        url: 'reset-password',
        body: {
          token: 'x'.repeat(43),
          password: 'quatro cavalos no telhado',
          password_confirmation: 'quatro cavalos no telhado',
        },
        status: 422,
      },
    ],
    logout: (world, who) => {
      const renew = () => world.enter(who, world.people[who])
      return [{ about: 'own', url: 'logout', status: 200, after: renew }]
    },
    'users.me': () => [{ about: 'own', url: 'users/me', status: 200 }],
    'users.me.update': (_world, who) => [
      { about: 'own', url: 'users/me', body: { birthday: `1990-01-${10 + principals.indexOf(who)}` }, status: 200 },
    ],
    'users.me.empresa': (world, who) => {
      const url = 'users/me/empresa-visualizacao-id'
      const choose = (empresa_visualizacao_id: number | string) => () =>
        world.call(who, 'PUT', url, { body: { empresa_visualizacao_id } })
      return stand[who].role === 'admin'
        ? [
            {
              about: 'own',
              url,
              body: { empresa_visualizacao_id: world.companies.B },
              status: 200,
              after: choose(who === 'adminA' ? world.companies.A : 'todos'),
            },
          ]
        : [{ about: 'own', url, body: { empresa_visualizacao_id: world.companies.B }, status: 403 }]
    },
    'users.me.sessions': () => [{ about: 'own', url: 'users/me/sessions', status: 200 }],
    'users.me.sessions.destroy': async (world, who) => {
      const url = 'users/me/sessions'
      const other = who === 'staffB' ? 'staffA' : 'staffB'
      const refused = [
        { about: 'missing', url: `${url}/999999999`, status: 404 },
        { about: 'foreign', url: `${url}/${await world.sessionOf(world.people[other])}`, status: 404 },
      ]
      if (stand[who].role === 'nobody') return refused
      await world.enter('another device', world.people[who])
      return [...refused, { about: 'own', url: `${url}/${await world.sessionOf(world.people[who])}`, status: 200 }]
    },
    // Staff learn who their administrators are; whose client one is knows the house alone.
    'users.me.acesso': (_world, who) => [
      {
        about: 'own',
        url: 'users/me/acesso',
        status: 200,
        // Their house by its name; who may give access, as the house's own people are told.
        shows: [...(who === 'withoutRoutes' ? ['A1'] : []), ...(stand[who].role === 'client' ? [] : granters)],
      },
    ],
    'users.me.calendario': () => [{ about: 'own', url: 'users/me/calendario', status: 200 }],
    'users.me.calendario.update': () => [{ about: 'own', url: 'users/me/calendario', status: 200 }],
    'users.me.calendario.destroy': () => [{ about: 'own', url: 'users/me/calendario', status: 200 }],
    'calendar.feed': () => [{ about: 'an invented link', url: `/calendar/${'x'.repeat(43)}.ics`, status: 404 }],
    'users.me.pendencias': () => [{ about: 'own', url: 'users/me/pendencias', status: 200 }],
    'users.me.sino': () => [{ about: 'own', url: 'users/me/sino', status: 200 }],
    'users.me.informativos.publicos': () => [
      { about: 'what there is', url: 'users/me/informativos/publicos', status: 200 },
    ],
    'users.me.informativos.lidos': () => [
      { about: 'all of theirs', url: 'users/me/informativos/lidos', body: {}, status: 200, audits: 0 },
    ],
    'users.me.informativos.leitura': (world, who) => ofNews(world, who, 200, news => `${news}/leitura`),
    // Nobody asks them to.
    'users.me.informativos.ciente': (world, who) => ofNews(world, who, 409, news => `${news}/ciente`),
    'informative.leituras': world => [
      {
        about: 'that of all companies',
        url: `informative/${world.target('informative', 'A1')?.uuid}/leituras`,
        status: 200,
        // People who work for all companies are known by those who work with them.
        shows: [...granters, 'SUPER'],
      },
    ],
    'informative.lembrar': (world, who) => [
      {
        about: 'of what is not to be read',
        url: `informative/${world.target('informative', 'A1')?.uuid}/lembrar`,
        status: who === 'superAdmin' ? 409 : 403,
      },
    ],
    // The first user's own.
    'notices.show': (world, who) => [
      {
        about: 'the first user’s',
        url: `notices/${world.target('notices', 'A1')?.uuid}`,
        status: who === 'superAdmin' ? 200 : 404,
      },
    ],
    'notices.historico': (world, who) => [
      {
        about: 'of the first user’s',
        url: `notices/${world.target('notices', 'A1')?.uuid}/historico`,
        status: who === 'superAdmin' ? 200 : 404,
      },
    ],
    'users.me.avisos.lidos': () => [
      {
        about: 'own',
        url: 'users/me/avisos/lidos',
        body: { uuids: ['00000000-0000-4000-8000-000000000000'] },
        status: 200,
        audits: 0,
      },
    ],
    'users.me.avisos.preferencias': () => [{ about: 'own', url: 'users/me/avisos/preferencias', status: 200 }],
    'users.me.avisos.preferencias.update': () => [
      {
        about: 'own',
        url: 'users/me/avisos/preferencias',
        body: { choices: [{ name: 'leitura', in_app: true, in_digest: false }] },
        status: 200,
        audits: 0,
      },
    ],
    'users.me.lists': () => [{ about: 'own', url: 'users/me/listas/clients', status: 200 }],
    'users.me.lists.update': () => [
      { about: 'own', url: 'users/me/listas/clients', body: { columns: ['name'], views: [] }, status: 200, audits: 0 },
    ],
    'mails.resumo': () => [{ about: 'those of theirs', url: 'mails/resumo', status: 200 }],
    'mails.mail-test': world => [
      { about: 'to themselves', url: 'mails/mail-test', status: 201, after: world.runner.settled },
    ],
    'mails.reenviar-varios': async (world, who) =>
      Promise.all(
        (['A1', 'B1'] as const).map(async owner => ({
          about: owner,
          url: 'mails/reenviar',
          body: { ids: [(await world.make(mails, owner)).uuid] },
          status: stand[who].sees.includes(owner) ? 200 : 404,
          after: world.runner.settled,
        })),
      ),
    'integration-queues.resumo': () => [{ about: 'those of theirs', url: 'integration-queues/resumo', status: 200 }],
    'integration-queues.reprocessar-varios': async (world, who) =>
      Promise.all(
        (['A1', 'B1'] as const).map(async owner => ({
          about: owner,
          url: 'integration-queues/reprocessar',
          body: { ids: [(await world.make(integrationQueues, owner)).uuid] },
          status: stand[who].sees.includes(owner) ? 200 : 404,
          after: world.runner.settled,
        })),
      ),
    'integrations.index': () => [{ about: 'every house', url: 'integrations', status: 200 }],
    'integration-meta.update': () => [
      {
        about: 'a field that is not there',
        url: 'integration-meta',
        body: { integration_id: 1, meta_id: 999_999, value: 'nome' },
        status: 404,
      },
    ],
    inicializacao: () => [{ about: 'own', url: 'inicializacao', status: 200 }],
    events: () => [{ about: 'nothing for a moment', url: 'events?seconds=0', status: 200 }],
    'users.upcoming-birthdays': () => [{ about: 'own', url: 'users/upcoming-birthdays', status: 200 }],
    'cities.ibge': () => [
      { about: 'São Paulo', url: 'cities/ibge/3550308', status: 200 },
      { about: 'missing', url: 'cities/ibge/0000000', status: 404 },
    ],
    'clients.observations.store': (world, who) => {
      const [own, other] = ['A1', 'B1'].map(owner => world.target('clients', owner === 'A1' ? 'A1' : 'B1')?.uuid)
      const [mine, theirs] = stand[who].sees.includes('A1') ? [own, other] : [other, own]
      const body = { content: 'Ligou pela manhã' }
      return [
        { about: 'own', url: `clients/${mine}/observations`, body, status: 201 },
        ...(stand[who].sees.includes('A1') && stand[who].sees.includes('B1')
          ? []
          : [{ about: 'foreign', url: `clients/${theirs}/observations`, body, status: 404 }]),
      ]
    },
    'clients.documents.store': (world, who) =>
      ofClient(world, who, client => `clients/${client}/documents?name=papel.txt`).map((each, i) => ({
        ...each,
        body: `recebido de ${who}, ${i}`,
        headers: { 'content-type': 'application/octet-stream' },
        ...(each.status === 200 && { status: 201 }),
      })),
    'clients.ver-como': async (world, who) => {
      const person = stand[who].sees.includes('A1') ? 'clientA' : 'clientB'
      const { rows } = await sql<{ uuid: string }>`select uuid from users where id = ${world.people[person]}`.execute(
        world.db,
      )
      const body = { user: rows[0]?.uuid }
      return ofClient(world, who, client => `clients/${client}/ver-como`).map(each => ({ ...each, body }))
    },
    'users.me.ver-como.destroy': () => [{ about: 'not looking', url: 'users/me/ver-como', status: 404 }],
    'clients.order-services': (world, who) => ofClient(world, who, client => `clients/${client}/order-services`),
    'clients.order-services.store': (world, who) =>
      ofClient(world, who, client => `clients/${client}/order-services`).map(each => ({
        ...each,
        body: newOrder,
        ...(each.status === 200 && { status: 201 }),
      })),
    'clients.order-services.previa': (world, who) =>
      ofClient(world, who, client => `clients/${client}/order-services/previa`).map(each => ({
        ...each,
        body: newOrder,
      })),
    'order-services.cancelar': async (world, who) =>
      (await ofMade(world, who, orderServices, 'cancelar')).map(each => ({ ...each, body: { ends: [] } })),
    // It asked for none.
    ...Object.fromEntries(
      ['nota-fiscal-url', 'nota-fiscal', 'boleto-url', 'boleto'].map(paper => [
        `order-services.${paper}`,
        async (world: World, who: Principal) =>
          (await ofMade(world, who, orderServices, paper)).map(each =>
            each.status === 200 ? { ...each, status: 409 } : each,
          ),
      ]),
    ),
    'clients.extrato': (world, who) => ofClient(world, who, client => `clients/${client}/extrato?${statementDays}`),
    'clients.extrato.pdf': (world, who) =>
      ofClient(world, who, client => `clients/${client}/extrato/pdf?${statementDays}`),
    'clients.extrato.carta': (world, who) =>
      ofClient(world, who, client => `clients/${client}/extrato/carta?${statementDays}`).map(forStaff(who)),
    // Nobody of that name is the client's: refused where the client is seen.
    'clients.extrato.enviar': (world, who) =>
      ofClient(world, who, client => `clients/${client}/extrato/enviar`)
        .map(each => ({
          ...each,
          body: { from: '2026-01-01', to: '2026-01-31', email: 'ninguem@exemplo.com' },
          ...(each.status === 200 && { status: 422 }),
        }))
        .map(forStaff(who)),
    'clients.cobranca.pausar': (world, who) =>
      ofClient(world, who, client => `clients/${client}/cobranca`).map(each => ({
        ...each,
        body: { paused: true },
        after: () => sql`delete from dunning_pauses`.execute(world.db),
      })),
    'bills-to-receive.recebimentos': (_world, who) =>
      [{ about: 'theirs', url: 'bills-to-receive/recebimentos', status: 200 }].map(forStaff(who)),
    'bills-to-receive.faturar.previa': (_world, who) =>
      [{ about: 'theirs', url: 'bills-to-receive/faturar?month=2031-05', status: 200 }].map(forStaff(who)),
    // What they name is not as it was shown, or not theirs: nothing is made.
    'bills-to-receive.faturar': (world, who) =>
      (['A1', 'B1'] as const)
        .map(owner => ({
          about: owner,
          url: 'bills-to-receive/faturar',
          body: {
            month: '2031-05',
            due: 'mesmo',
            finance_type_id: 1,
            bills: [
              { client: world.target('clients', owner)?.uuid, lines: ['contrato'], total: -1, due: '2031-05-10' },
            ],
          },
          status: 200,
          audits: 0,
        }))
        .map(forStaff(who)),
    'bills-to-receive.faturar.desfazer': () => [
      { about: 'an invented one', url: `bills-to-receive/faturar/${'0'.repeat(36)}/desfazer`, status: 404 },
    ],
    'bills-to-receive.extratos': (world, who) =>
      (['A1', 'B1'] as const)
        .map(owner => ({
          about: owner,
          url: 'bills-to-receive/extratos',
          body: {
            from: '2026-01-01',
            to: '2026-01-31',
            clients: [world.target('clients', owner)?.uuid],
            trial: true,
          },
          status: stand[who].sees.includes(owner) ? 200 : 404,
          audits: 0,
        }))
        .map(forStaff(who)),
    'bills-to-receive.receber': (world, who) => ofPaid(world, who, 'receber', { paid_on: '2026-02-05', value: 0.01 }),
    'bills-to-receive.receber.ajustado': (world, who) =>
      ofPaid(world, who, 'receber-ajustado', { paid_on: '2026-02-05', value: 0.01, fine: 0, interest: 0 }),
    'bill-payments.estornar': (world, who) =>
      Promise.all(
        (['A1', 'B1'] as const).map(async owner => ({
          about: owner,
          url: `bill-payments/${(await world.make(billPayments, owner)).uuid}/estornar`,
          body: { reason: 'Veio em dobro' },
          status: stand[who].sees.includes(owner) ? 200 : 404,
          audits: 2,
          besides: ['bills-to-receive.estornar'],
        })),
      ),
    'bills-to-receive.soma': () => [{ about: 'own', url: 'bills-to-receive/soma', status: 200 }],
    // Theirs has no boleto, and their account is of no company yet: issued ones have a test of their own.
    'bills-to-receive.emitir-boleto': (world, who) => ofBill(world, who, 'emitir-boleto', 409),
    'bills-to-receive.cancelar-boleto': (world, who) => ofBill(world, who, 'cancelar-boleto', 409),
    'bills-to-receive.boleto': (world, who) => ofBill(world, who, 'boleto', 409),
    'bills-to-receive.pagamento': (world, who) => ofBill(world, who, 'pagamento', 200),
    'bills-to-receive.boletos': () => [
      { about: 'a month without any', url: 'bills-to-receive/boletos', body: { year: 2001, month: 1 }, status: 409 },
    ],
    'bills-to-receive.retorno.previa': () => [
      { about: 'no return', url: 'bills-to-receive/retorno/previa?name=a.ret', ...textFile, status: 422 },
    ],
    'bills-to-receive.retorno.aplicar': () => [
      {
        about: 'no return',
        url: `bills-to-receive/retorno/aplicar?name=a.ret&sha256=${'0'.repeat(64)}`,
        ...textFile,
        status: 422,
      },
    ],
    // Its file was not stored, and it was undone before.
    'bank-returns.original': (world, who) =>
      ofRow(world, who, 'bank-returns', 404, row => `bank-returns/${row}/original`),
    'bank-returns.desfazer': (world, who) =>
      ofRow(world, who, 'bank-returns', 409, row => `bank-returns/${row}/desfazer`).map(each => ({
        ...each,
        body: { reason: 'Era de outro mês' },
      })),
    'bank-return-lines.esperam': () => [{ about: 'of theirs', url: 'bank-return-lines/esperam', status: 200 }],
    'bank-return-lines.propostas': (world, who) =>
      ofRow(world, who, 'bank-return-lines', 200, row => `bank-return-lines/${row}/propostas`),
    'bank-return-lines.colocar': (world, who) =>
      ofWaiting(world, who, 'colocar', owner => ({ bill_id: world.target('bills-to-receive', owner)?.id, over: true })),
    'bank-return-lines.devolver': (world, who) =>
      ofWaiting(world, who, 'devolver', () => ({ returned_on: '2026-11-01', reason: 'Pix ao pagador' })),
    'bank-return-lines.explicar': (world, who) =>
      ofWaiting(world, who, 'explicar', () => ({ reason: 'Aluguel de torre' })),
    // It waits already.
    'bank-return-lines.reabrir': (world, who) =>
      ofRow(world, who, 'bank-return-lines', 409, row => `bank-return-lines/${row}/reabrir`).map(each => ({
        ...each,
        body: { reason: 'Engano' },
      })),
    // Nobody holds its token: the installation of the tests keeps none.
    'webhooks.asaas': () => [
      { about: 'without its token', url: 'webhooks/asaas', body: { id: 'evt', event: 'INVOICE_CREATED' }, status: 403 },
    ],
    'service-invoices.previa': (world, who) => ofOrder(world, who, 'previa', 200),
    // What the world holds lacks nearly everything.
    'service-invoices.emitir': (world, who) => ofOrder(world, who, 'emitir', 422),
    'service-invoices.corrigir': async (world, who) =>
      (await ofMade(world, who, serviceInvoices, 'corrigir')).map(each => ({
        ...each,
        body: { value: 1, description: 'x', service: '170101', competence: '2026-01-05' },
        status: each.status === 200 ? 409 : each.status,
      })),
    'service-invoices.cancelar': async (world, who) =>
      (await ofMade(world, who, serviceInvoices, 'cancelar')).map(each => ({
        ...each,
        body: { code: '1', reason: 'Valor informado errado' },
        status: each.status === 200 ? 409 : each.status,
      })),
    'service-invoices.emissor': (world, who) => ofCompany(world, who, id => `service-invoices/emissor/${id}`, 200),
    'service-invoices.pdf': (world, who) => ofNote(world, who, 'pdf'),
    'service-invoices.xml': (world, who) => ofNote(world, who, 'xml'),
    // The installation of the tests keeps no secrets.
    'empresas.certificado': (world, who) =>
      ofCompany(world, who, id => `empresas/${id}/certificado`, 409, { file: 'AAAA', password: 'x' }),
    'empresas.certificado.esquecer': (world, who) => ofCompany(world, who, id => `empresas/${id}/certificado`, 200),
    'empresas.asaas': (world, who) =>
      ofCompany(world, who, id => `empresas/${id}/asaas`, 409, { token: 'x'.repeat(30), hook: 'y'.repeat(40) }),
    'obligations.index': (world, who) => [
      { about: 'all of theirs', url: 'obligations?month=2026-11', status: 200 },
      ...ofClient(world, who, client => `obligations?month=2026-11&client=${client}`),
    ],
    'obligations.concluir': (world, who) =>
      ofClient(world, who, () => 'obligations/concluir').map(each => ({
        ...each,
        body: { items: [duty(world, who, each.status)], done_on: '2026-01-05' },
        before: () => sql`delete from client_obligations`.execute(world.db),
      })),
    'obligations.reabrir': (world, who) =>
      ofClient(world, who, () => 'obligations/reabrir').map(each => {
        const items = [duty(world, who, each.status)]
        const done = { body: { items, done_on: '2026-01-05' } }
        const before = () => world.call('superAdmin', 'PUT', 'obligations/concluir', done)
        return { ...each, body: { items }, before }
      }),
    'receipt-drops.soltar': () => [{ about: 'own', url: 'receipt-drops', body: {}, status: 201 }],
    // Only whoever began a drop puts files in it.
    'receipt-drops.anexar': (world, who) =>
      ofRow(world, who, 'receipt-drops', 403, drop => `receipt-drops/${drop}/arquivos?name=a.pdf`).map(each => ({
        ...each,
        ...textFile,
      })),
    'receipt-drops.ler': async (world, who) => {
      const [own, other] = [await world.make(receiptDrops, 'A1'), await world.make(receiptDrops, 'B1')]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: `receipt-drops/${uuid}/ler`,
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? (stand[who].role === 'admin' ? 200 : 403) : 404,
        after: () => world.runner.settled(),
      }))
    },
    'incoming-mails.juntar': (world, who) =>
      ofTrayed(world, who, 'juntar', owner => ({ ticket_id: world.target('tickets', owner)?.id })),
    'incoming-mails.abrir': (world, who) =>
      ofTrayed(world, who, 'abrir', owner => ({
        client_id: world.target('clients', owner)?.id,
        module_id: 1,
        type_id: 1,
      })),
    // Their originals are not kept.
    'incoming-mails.original': (world, who) =>
      ofRow(world, who, 'incoming-mails', 404, mail => `incoming-mails/${mail}/original`),
    'receipts.bandeja': () => [{ about: 'all of theirs', url: 'receipts/bandeja', status: 200 }],
    'receipts.opcoes': (world, who) =>
      ofRow(world, who, 'receipts', 200, (receipt, owner) => {
        return `receipts/${receipt}/opcoes?client=${world.target('clients', owner)?.uuid}`
      }),
    // It is not in the tray.
    'receipts.guardar': (world, who) =>
      ofRow(world, who, 'receipts', 409, receipt => `receipts/${receipt}/guardar`).map(each => ({
        ...each,
        body: { target: { kind: 'coleta', coleta: world.target('collects', 'A1')?.uuid, send: false } },
      })),
    'people.carga': () => [{ about: 'theirs', url: 'people/carga', status: 200 }],
    'people.minhas': () => [{ about: 'theirs', url: 'people/minhas', status: 200 }],
    'handovers.previa': world => [
      {
        about: 'what is nobody’s',
        url: `handovers/previa?receiver_id=${world.people.staffA}&kinds=clients`,
        status: 200,
      },
    ],
    // As a preview showed it, or not at all.
    'handovers.store': world => [
      {
        about: 'not as it was shown',
        url: 'handovers',
        body: { giver_id: null, receiver_id: world.people.staffA, kinds: ['clients'], seal: '0'.repeat(64) },
        status: 409,
      },
    ],
    'handovers.desfazer': async (world, who) => ofMade(world, who, handovers, 'desfazer'),
    'absences.encerrar': async (world, who) => {
      const cases = await ofMade(world, who, absences, 'encerrar')
      // It goes on today, and no other does.
      return cases.map(each => ({
        ...each,
        before: () =>
          sql`update absences set since = case when uuid::text = ${each.url.split('/')[1]} then current_date - 1 else date '2040-01-01' + id::int end,
            until = case when uuid::text = ${each.url.split('/')[1]} then current_date + 5 else date '2040-01-01' + id::int end`.execute(
            world.db,
          ),
      }))
    },
    'clients.responsavel': (world, who) => ofNaming(world, who, 'clients'),
    'collects.responsavel': (world, who) => ofNaming(world, who, 'collects'),
    'client-tarefas.responsavel': (world, who) => ofNaming(world, who, 'client-tarefas'),
    'clients.tarefas': (world, who) => ofClient(world, who, client => `clients/${client}/tarefas`),
    'clients.tarefas.sincronizar': (world, who) =>
      ofClient(world, who, client => `clients/${client}/tarefas/sincronizar`).map(each => ({
        ...each,
        body: {},
        audits: 0,
      })),
    'clients.tarefas.concluir': (world, who) => ofTasks(world, who, false),
    'clients.tarefas.reabrir': (world, who) => ofTasks(world, who, true),
    // It has no such item: whoever sees the task is told so.
    'client-tarefas.conferir': async (world, who) =>
      (await tasksOf(world, who, false)).map(({ about, uuid }) => ({
        about,
        url: `client-tarefas/${uuid}/conferir`,
        body: { item: '00000000-0000-4000-8000-000000000000', status: 'em-dia', checked_on: '2026-01-05' },
        status: 404,
      })),
    // Nothing of a template that asks for it: all are refused, each in their own way.
    'tarefas.clientes.reprocessar': async (world, who) =>
      (await tasksOf(world, who, false)).map(({ about, uuid, status }) => ({
        about,
        url: `tarefas/clientes/${uuid}/reprocessar`,
        status: status === 200 ? 409 : status,
      })),
    'tarefas.clientes.meu-dia': () => [{ about: 'theirs', url: 'tarefas/clientes/meu-dia', status: 200 }],
    'tarefas.clientes.quadro': () => [{ about: 'theirs', url: 'tarefas/clientes/quadro?month=2024-02', status: 200 }],
    'tarefas.sincronizar': () => [{ about: 'theirs', url: 'tarefas/sincronizar', body: {}, status: 200, audits: 0 }],
    'tarefas.clientes.concluidas': () => [{ about: 'theirs', url: 'tarefas/clientes/concluidas', status: 200 }],
    'tarefas.clientes.concluir': (world, who) => ofManyTasks(world, who, false),
    'tarefas.clientes.reabrir': (world, who) => ofManyTasks(world, who, true),
    'clients.resumo': (world, who) => ofClient(world, who, client => `clients/${client}/resumo?month=2024-02`),
    'clients.resumo.pdf': (world, who) => ofClient(world, who, client => `clients/${client}/resumo/pdf?month=2024-02`),
    // Nothing of the month was chosen: refused where the client is seen.
    'clients.resumo.enviar': (world, who) =>
      ofClient(world, who, client => `clients/${client}/resumo/enviar`).map(each => ({
        ...each,
        body: { month: '2024-02', lines: ['nada'], email: 'ninguem@exemplo.com' },
        ...(each.status === 200 && { status: 422 }),
      })),
    'tickets.abrir': (world, who) => {
      const { sees } = stand[who]
      const owner = sees[0] ?? 'A1'
      const foreign = (['A1', 'B1'] as const).find(each => !sees.includes(each))
      const of = (each: Owner) => {
        const { name, client_id, module_id, type_id } = { ...world.draft(tickets, each) }
        return { ticket: { name, client_id, module_id, type_id }, content: 'Desde ontem.' }
      }
      return [
        // The ticket and its message.
        {
          about: 'own',
          url: 'tickets/abrir',
          body: of(owner),
          status: 201,
          audits: 2,
          besides: ['ticket-messages.store'],
        },
        ...(foreign ? [{ about: 'foreign', url: 'tickets/abrir', body: of(foreign), status: 422 }] : []),
      ]
    },
    // A client says nothing of the house, and hears nothing of who of it is there.
    'tickets.presenca': (world, who) => ofTicket(world, who, ticket => `tickets/${ticket}/presenca`, { writing: null }),
    'tickets.rascunho': (world, who) => ofTicket(world, who, ticket => `tickets/${ticket}/rascunho`),
    'tickets.rascunho.guardar': (world, who) =>
      ofTicket(world, who, ticket => `tickets/${ticket}/rascunho`, { answer: 'Bom dia', note: '' }),
    'tickets.texto-pronto': async (world, who) => {
      const { uuid } = await world.make(textModules, 'A1', { content: 'Bom dia' })
      return ofTicket(world, who, ticket => `tickets/${ticket}/textos-prontos/${uuid}`)
    },
    'tickets.mesclar.ver': (world, who) =>
      Promise.all(
        (['A1', 'B1'] as const).map(async owner => ({
          about: owner,
          url: `tickets/${(await world.make(tickets, owner)).uuid}/mesclar?into=${world.target('tickets', owner)?.uuid}`,
          status: stand[who].sees.includes(owner) ? 200 : 404,
        })),
      ),
    'tickets.mesclar': async (world, who) =>
      Promise.all(
        (['A1', 'B1'] as const).map(async owner => {
          const [from, into] = [await world.make(tickets, owner), await world.make(tickets, owner)]
          return {
            about: owner,
            url: `tickets/${from.uuid}/mesclar`,
            body: { into: into.uuid },
            status: stand[who].sees.includes(owner) ? 200 : 404,
          }
        }),
      ),
    // It goes on in no other.
    'tickets.separar': (world, who) =>
      ofTicket(world, who, ticket => `tickets/${ticket}/separar`).map(each => ({
        ...each,
        ...(each.status === 200 && { status: 409 }),
      })),
    // Words and a change: two lines of history.
    'tickets.dizer': (world, who) =>
      ofTicket(world, who, ticket => `tickets/${ticket}/dizer`, { content: 'Vimos.', change: { mine: true } }).map(
        each => ({
          ...each,
          ...(each.status === 200 && { status: 201 }),
          audits: 2,
          besides: ['tickets.update'],
          before: () => sql`update tickets set owner_id = null`.execute(world.db),
        }),
      ),
    'tickets.macro.ver': async (world, who) => {
      const macro = (await world.make(ticketMacros, 'A1', idleMacro)).uuid
      return ofTickets(world, who).map(({ about, uuid, status }) => ({
        about,
        url: 'tickets/macro/ver',
        body: { macro, ids: [uuid] },
        status,
      }))
    },
    'tickets.macro': async (world, who) => {
      const macro = await world.make(ticketMacros, 'A1', idleMacro)
      return ofTickets(world, who).map(({ about, uuid, status }) => ({
        about,
        url: 'tickets/macro',
        body: { macro: macro.uuid, ids: [uuid], version: 1, text: 'deixar' },
        status,
        before: () => sql`update tickets set owner_id = null`.execute(world.db),
      }))
    },
    // The new ticket, the message in it, and the ticket it was in.
    'tickets.dividir': (world, who) =>
      Promise.all(
        (['A1', 'B1'] as const).map(async owner => {
          const ticket = await world.make(tickets, owner)
          const said = { ticket_id: ticket.id, parent_id: null, mentions: [] }
          await world.make(ticketMessages, owner, said)
          const { uuid } = await world.make(ticketMessages, owner, said)
          return {
            about: owner,
            url: `tickets/${ticket.uuid}/dividir`,
            body: { name: 'Outro assunto', messages: [uuid] },
            status: stand[who].sees.includes(owner) ? 201 : 404,
            audits: 3,
            besides: ['ticket-messages.dividir', 'tickets.dividir'],
          }
        }),
      ),
    'tickets.passos': async (world, who) => {
      const template = await world.make(ticketTemplates, 'A1', { checklist: [{ name: 'Conferir', required: false }] })
      return ofTicket(world, who, ticket => `tickets/${ticket}/passos`, { template: template.id })
    },
    'tickets.solicitantes': (world, who) => ofClient(world, who, client => `tickets/solicitantes?client_id=${client}`),
    'ticket-templates.preencher': async world => {
      const { uuid } = await world.make(ticketTemplates, 'A1', { content: 'Bom dia', audience: 'todos' })
      return [{ about: 'for all', url: `ticket-templates/${uuid}/preencher`, status: 200 }]
    },
    'ticket-messages.aproveitar': (world, who) =>
      (['A1', 'B1'] as const).map(owner => ({
        about: owner,
        url: `ticket-messages/${world.target('ticket-messages', owner)?.uuid}/aproveitar?para=texto`,
        status: stand[who].sees.includes(owner) ? 200 : 404,
      })),
    'tickets.responsavel': (world, who) => ofNaming(world, who, 'tickets', 'owner_id'),
    'clients.twins': () => [{ about: 'like ones', url: 'clients/twins?name=zz&document=11222333000181', status: 200 }],
    'clients.regularidade': (world, who) => ofClient(world, who, client => `clients/${client}/regularidade`),
    'clients.regularidade.pdf': (world, who) => ofClient(world, who, client => `clients/${client}/regularidade/pdf`),
    'clients.quadro-regularidade': () => [{ about: 'theirs', url: 'clients/regularidade', status: 200 }],
    'clients.pending-documents': (world, who) => ofClient(world, who, client => `clients/${client}/pending-documents`),
    'clients.uploads.destroy': async (world, who) => {
      const at = async (owner: Owner) =>
        `clients/${world.target('clients', owner)?.uuid}/uploads/${(await world.make(documents, owner)).uuid}`
      const own = stand[who].sees[0] ?? 'A1'
      const other = (['A1', 'B1'] as const).find(owner => !stand[who].sees.includes(owner))
      return [
        { about: 'own', url: await at(own), status: 200 },
        ...(other ? [{ about: 'foreign', url: await at(other), status: 404 }] : []),
      ]
    },
    'internal-uploads.get-files': (world, who) => {
      const uuids = (['A1', 'B1'] as const).map(owner => world.target('documents', owner)?.uuid)
      // Those out of sight are left out of the answer, as if they were not.
      return [{ about: `all, as ${who} sees them`, url: 'internal-uploads/get-files', body: { uuids }, status: 200 }]
    },
    'internal-uploads.get-file': async (world, who) => {
      const sent = async (owner: Owner) => {
        const client = world.target('clients', owner)?.uuid
        const { body } = await world.call('superAdmin', 'POST', `clients/${client}/documents?name=a.txt`, {
          body: `${markOf(owner)} ${who} ${Math.random()}`,
          headers: { 'content-type': 'application/octet-stream' },
        })
        return `internal-uploads/get-file/${Object(body.data).uuid}`
      }
      const own = stand[who].sees[0] ?? 'A1'
      const other = (['A1', 'B1'] as const).find(owner => !stand[who].sees.includes(owner))
      return [
        { about: 'own', url: await sent(own), status: 200 },
        ...(other ? [{ about: 'foreign', url: await sent(other), status: 404 }] : []),
      ]
    },
    'collects.conferencia': (world, who) => ofCollect(world, who, collect => `collects/${collect}/conferencia`),
    'collects.reports': (world, who) => ofCollect(world, who, collect => `collects/${collect}/reports`),
    'collects.reports.pdf': (world, who) => ofCollect(world, who, collect => `collects/${collect}/reports/pdf`),
    'collects.formulario': (world, who) => ofCollect(world, who, collect => `collects/${collect}/formulario`),
    'collects.versoes': (world, who) => ofCollect(world, who, collect => `collects/${collect}/versoes`),
    'collects.semestre': (world, who) =>
      ofClient(world, who, client => `collects/semestre?client=${client}&year=2026&semester=1`),
    // There is no money to tell of.
    'collects.semestre.arquivo': (world, who) =>
      ofClient(world, who, client => `collects/semestre/arquivo?client=${client}&year=2026&semester=1`).map(each => ({
        ...each,
        ...(each.status === 200 && { status: 409 }),
      })),
    'collects.semestres': () => [{ about: 'own', url: 'collects/semestres?year=2026&semester=1', status: 200 }],
    'collects.semestres.arquivos': () => [
      { about: 'own', url: 'collects/semestres/arquivos?year=2026&semester=1', status: 200 },
    ],
    'collects.reconhecer': (world, who) =>
      ofCollect(world, who, collect => `collects/${collect}/reconhecer`, 409).map(each => ({
        ...each,
        body: { findings: ['nenhum'], reason: 'Não há tal aviso' },
      })),
    'collects.proxima-pendente': (world, who) =>
      ofCollect(world, who, collect => `collects/${collect}/proxima-pendente`),
    'collects.rascunho': (world, who) => ofCollect(world, who, collect => `collects/${collect}/rascunho`),
    'collects.rascunho.guardar': (world, who) =>
      ofCollect(world, who, collect => `collects/${collect}/rascunho`).map(each => ({
        ...each,
        body: { version: 1, at: '2026-03-04T17:32:00Z', device: 'a', before: {}, changed: { locations: [] } },
      })),
    'collects.rascunho.descartar': (world, who) => ofCollect(world, who, collect => `collects/${collect}/rascunho`),
    // It must be finished before, and sent before it is refused.
    'collects.enviar': (world, who) => ofCollect(world, who, collect => `collects/${collect}/enviar`, 409),
    'collects.erro': (world, who) =>
      ofCollect(world, who, collect => `collects/${collect}/erro`, 409).map(each => ({
        ...each,
        body: { error: 'Linha 2' },
      })),
    'collects.recibo': (world, who) =>
      ofCollect(world, who, collect => `collects/${collect}/recibo?name=a.txt`, 409).map(each => ({
        ...each,
        ...textFile,
      })),
    'collects.quadro': () => [{ about: 'own', url: 'collects/quadro?year=2026&month=1', status: 200 }],
    'collects.quadro.meses': () => [{ about: 'own', url: 'collects/quadro/meses?year=2026&month=1', status: 200 }],
    'collects.arquivos': () => [{ about: 'own', url: 'collects/arquivos?year=2026&month=1', status: 200 }],
    'collects.arquivos.store': ({ runner }) => [
      { about: 'own', url: 'collects/arquivos', body: { year: 2031, month: 2 }, status: 201, after: runner.settled },
    ],
    'collects.abrir-mes': world => {
      const body = { year: 2031, month: 1 }
      // Somebody opened it before: there is nothing left to open.
      const before = () => world.call('superAdmin', 'POST', 'collects/abrir-mes', { body })
      return [{ about: 'own', url: 'collects/abrir-mes', body, status: 200, audits: 0, before }]
    },
    // An empty one never passes.
    'collects.finalizar': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: `collects/${uuid}/finalizar`,
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 422 : 404,
      }))
    },
    'collects.lembrar': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: 'collects/lembrar',
        body: { uuids: [uuid] },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
      }))
    },
    'collects.finalizar-mes': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: 'collects/finalizar-mes',
        body: { uuids: [uuid] },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
        audits: 0,
      }))
    },
    'collects.enviar-mes': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: 'collects/enviar-mes',
        body: { uuids: [uuid] },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
        audits: 0,
      }))
    },
    'collects.desfazer-envio-mes': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: 'collects/desfazer-envio-mes',
        body: { collects: [{ uuid, version: 1 }] },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
        audits: 0,
      }))
    },
    'collects.copiar-mes': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: 'collects/copiar-mes',
        body: { uuids: [uuid] },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
        audits: 0,
      }))
    },
    'collects.perguntar': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: `collects/${uuid}/perguntar`,
        body: { content: 'Quantos acessos?' },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
        audits: 4,
        besides: ['tickets.store', 'ticket-messages.store', 'tickets.aguardar'],
      }))
    },
    'collects.desfazer': (world, who) =>
      ofCollect(world, who, collect => `collects/${collect}/desfazer`, 409).map(each => ({
        ...each,
        body: { step: 'finalizar' },
      })),
    'collects.desfazer-copia-mes': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: 'collects/desfazer-copia-mes',
        body: { collects: [{ uuid, version: 1 }] },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
        audits: 0,
      }))
    },
    'collects.desfazer-mes': async (world, who) => {
      const [own, other] = [await world.make(collects, 'A1', empty), await world.make(collects, 'B1', empty)]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: 'collects/desfazer-mes',
        body: { collects: [{ uuid, version: 1, step: 'em-aberto' }] },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
        audits: 0,
      }))
    },
    'imports.modelo': () => [{ about: 'clients', url: 'imports/modelos/clients', status: 200 }],
    'imports.enviar': (world, who) => [
      {
        about: 'clients',
        url: 'imports/arquivo?resource=clients&name=a.csv',
        body: `Nome;CNPJ\r\n${who};`,
        headers: { 'content-type': 'application/octet-stream' },
        status: 201,
        after: () => world.runner.settled(),
      },
    ],
    // Rows left by the world have no file, and nothing to write.
    'imports.original': async (world, who) => ofImport(world, who, 'arquivo', undefined, 404),
    'imports.preparar': async (world, who) =>
      ofImport(
        world,
        who,
        'preparar',
        { mapping: { columns: {}, values: [], kbps: false }, mode: 'criar', match_by: 'document' },
        200,
      ),
    'imports.corrigir': async (world, who) => ofImport(world, who, 'corrigir', { at: 0, to: 'x', rows: [1] }, 409),
    'imports.importar': async (world, who) => ofImport(world, who, 'importar', { whole: false }, 409),
    'imports.desfazer': async (world, who) => ofImport(world, who, 'desfazer', {}, 409),
    'imports.cancelar': async (world, who) => ofImport(world, who, 'cancelar', {}, 200),
    'anatel.situacao': () => [{ about: 'the file', url: 'anatel/situacao', status: 200 }],
    'anatel.index': () => [{ about: 'who is no client', url: 'anatel/prestadoras?uf=SP', status: 200 }],
    'anatel.show': () => [{ about: 'any', url: 'anatel/prestadoras/11222333000181', status: 200 }],
    'anatel.enviar': world => [
      {
        about: 'no file of theirs',
        url: 'anatel/arquivo?name=a.zip',
        body: 'a;b',
        headers: { 'content-type': 'application/zip' },
        status: 201,
        after: () => world.runner.settled(),
      },
    ],
    'anatel.buscar': () => [{ about: 'nowhere to fetch it', url: 'anatel/buscar', body: {}, status: 424 }],
    'anatel.prospectar': () => [
      {
        about: 'one nobody knows',
        url: 'anatel/prospectos',
        body: { documents: ['11222333000181'] },
        status: 200,
        audits: 0,
      },
    ],
    'registry.cnpj': () => [{ about: 'nobody to ask', url: 'registry/cnpj/11222333000181', status: 424 }],
    'registry.zip': () => [{ about: 'nobody to ask', url: 'registry/cep/12020000', status: 424 }],
    'clients.sincronizar-socios-e-atividades': (world, who) =>
      ofClient(world, who, client => `clients/${client}/sincronizar-socios-e-atividades`).map(each => ({
        ...each,
        ...(each.status === 200 && { status: 424 }),
      })),
    'clients.adicionar-responsavel': (world, who) =>
      ofClient(world, who, client => `clients/${client}/adicionar-responsavel`).map(each => ({
        ...each,
        body: { responsible: `Quem responde a ${who}`, phone: '(12) 99712-3456' },
      })),
    'historico.index': (world, who) => [
      // The history tells of what was deleted too.
      ...['', '?section=clients&search=zz', `?user_id=${world.people.superAdmin}`].map(query => ({
        about: `as narrowed by '${query}'`,
        url: `historico${query}`,
        status: 200,
        shows: ['DELETED', 'INTD'],
      })),
      { about: 'of nothing', url: 'historico?section=nada', status: who === 'anonymous' ? 401 : 422 },
    ],
    'manutencao.index': () => [{ about: 'all', url: 'manutencao', status: 200 }],
    'manutencao.executar': world => [
      {
        about: 'what is kept a day',
        url: 'manutencao/respostas/executar',
        status: 200,
        after: () => world.house.chores.settled(),
      },
      { about: 'of nothing', url: 'manutencao/nada/executar', status: 404 },
    ],
    'particularities.specific-synchronizer': (world, who) =>
      ofClient(
        world,
        who,
        client => `particularities/specific-synchronizer/${world.target('particularities', 'A1')?.uuid}/${client}`,
      ).map(each => ({
        ...each,
        // The first brings it; from then on there is nothing left to bring.
        ...(each.status === 200 && {
          before: () => withoutParticularity(world),
        }),
      })),
    'particularities.sincronizar': (world, who) =>
      ofClient(world, who, client => client).map(({ about, url: client, status }) => ({
        about,
        url: `particularities/${world.target('particularities', 'A1')?.uuid}/sincronizar`,
        body: { clients: [client] },
        status,
        // The first brings it; from then on there is nothing left to bring.
        ...(status === 200 && { before: () => withoutParticularity(world) }),
      })),
    'particularities.desfazer': (world, who) =>
      ofClient(world, who, client => client).map(({ about, url: client, status }) => ({
        about,
        url: `particularities/${world.target('particularities', 'A1')?.uuid}/desfazer`,
        // Nothing was brought at that version.
        body: { clients: [{ uuid: client, version: 999_999 }] },
        status,
        audits: 0,
      })),
    'metas.definir': (world, who) =>
      (['A1', 'B1'] as const).map(owner => ({
        about: owner,
        url: 'metas/consequencias',
        body: { section: 'stations', id: world.target('stations', owner)?.uuid, metas: [] },
        status: stand[who].sees.includes(owner) ? 200 : 404,
      })),
    // Looked at, and not done: how many stations there are is nobody's to say here.
    'metas.levar': (world, who) =>
      (['A1', 'B1'] as const).map(owner => ({
        about: owner,
        url: `metas/stations/${world.target('stations', owner)?.uuid}/levar`,
        body: { look: true },
        status: stand[who].sees.includes(owner) ? 200 : 404,
        audits: 0,
      })),
    'metas.desfazer': (world, who) =>
      (['A1', 'B1'] as const).map(owner => ({
        about: owner,
        url: 'metas/stations/desfazer',
        // Nothing was brought at that version.
        body: { stations: [{ uuid: world.target('stations', owner)?.uuid, version: 999_999 }] },
        status: stand[who].sees.includes(owner) ? 200 : 404,
        audits: 0,
      })),
    'meta-uploads.store': (world, who) =>
      (['A1', 'B1'] as const).map(owner => ({
        about: owner,
        url: `meta-uploads/stations/${world.target('stations', owner)?.uuid}?name=laudo.txt`,
        ...textFile,
        status: stand[who].sees.includes(owner) ? 201 : 404,
      })),
    'meta-uploads.show': async (world, who) =>
      Promise.all(
        (['A1', 'B1'] as const).map(async owner => ({
          about: owner,
          url: `meta-uploads/${await heldFile(world, (await world.make(stations, owner)).uuid)}`,
          status: stand[who].sees.includes(owner) ? 200 : 404,
        })),
      ),
    'users.me.clients': () => [{ about: 'own', url: 'users/me/clients', status: 200 }],
    'stations.client': (world, who) => ofClient(world, who, client => `stations/client/${client}`),
    'stations.middles': (world, who) => ofClient(world, who, client => `stations/client/${client}/attendance-middles`),
    'stations.client.middle': (world, who) =>
      ofClient(world, who, client => `stations/client/${client}/attendance-middle/1`),
    'stations.shared': (world, who) => ofClient(world, who, client => `clients/${client}/stations-shared-with-client`),
    'stations.shared.middle': (world, who) =>
      ofClient(world, who, client => `stations/shared/${client}/attendance-middle/1`),
    'stations.shared.owner': (world, who) =>
      ofClient(world, who, client => `clients/${client}/stations-shared-with-client/1/attendance-middles`),
    'stations.shared.owner.middle': (world, who) =>
      ofClient(world, who, client => `clients/${client}/stations-shared-with-client/1/attendance-middles/1/stations`),
    'stations.service-type': () => [{ about: 'any', url: 'stations/service-type/1', status: 200 }],
    'stations.conferir': () => [
      { about: 'like ones', url: 'stations/conferir?client_id=1&name=zz&lat=-23&lng=-45', status: 200 },
    ],
    'stations.taxas': (world, who) => ofClient(world, who, client => `clients/${client}/taxas-de-estacoes?year=2027`),
    'stations.taxas.planilha': (world, who) =>
      ofClient(world, who, client => `clients/${client}/taxas-de-estacoes/planilha?year=2027`),
    'stations.pendencias': () => [{ about: 'all of theirs', url: 'stations/pendencias', status: 200 }],
    'stations.serie': (world, who) => {
      const { sees } = stand[who]
      const foreign = (['A1', 'B1'] as const).find(owner => !sees.includes(owner))
      const series = (about: string, owner: Owner, status: number): Case => ({
        about,
        url: 'stations/serie',
        body: { stations: [sees[0] ?? 'A1', owner].map(each => defined(who, world.draft(stations, each))) },
        status,
        audits: 2,
      })
      return [...(foreign ? [series('one of others', foreign, 422)] : []), series('own', sees[0] ?? 'A1', 201)]
    },
    'station-links.desenho': (world, who) => ofLink(world, who),
    'station-links.redesenhar': async (world, who) => {
      const [own, other] = [await world.make(stationLinks, 'A1'), await world.make(stationLinks, 'B1')]
      return [own, other].map(({ uuid }, i) => ({
        about: i ? 'B1' : 'A1',
        url: `station-links/desenho/${uuid}`,
        body: { observations: `desenhado por ${who}` },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
      }))
    },
    'station-links.desenhar': (world, who) =>
      (['A1', 'B1'] as const).map(owner => ({
        about: owner,
        url: 'station-links/desenho',
        body: { client_id: world.target('clients', owner)?.id, create_anyway: true },
        status: stand[who].sees.includes(owner) ? 201 : 422,
      })),
    'station-links.serie': (world, who) =>
      (['A1', 'B1'] as const).map(owner => ({
        about: owner,
        url: 'station-links/serie',
        body: { links: [{ client_id: world.target('clients', owner)?.id, create_anyway: true }] },
        status: stand[who].sees.includes(owner) ? 201 : 422,
      })),
    'station-links.parecidos': (world, who) =>
      (['A1', 'B1'] as const).map(owner => ({
        about: owner,
        url: `station-links/parecidos?client_id=${world.target('clients', owner)?.id}&stations=1,2`,
        status: stand[who].sees.includes(owner) ? 200 : 404,
      })),
    'stations.desfazer': async (world, who) => {
      const [own, other] = [await world.make(stations, 'A1'), await world.make(stations, 'B1')]
      return [own, other].map(({ id }, i) => ({
        about: i ? 'B1' : 'A1',
        url: 'stations/desfazer',
        body: { stations: [id] },
        status: stand[who].sees.includes(i ? 'B1' : 'A1') ? 200 : 404,
      }))
    },
    'stations.kml': (world, who) => ofClient(world, who, client => `stations/kml/${client}`),
    'stations.kml.ler': () => [
      {
        about: 'a file of one point',
        url: 'stations/kml',
        body: '<kml><Document><Placemark><Point><coordinates>-47,-22</coordinates></Point></Placemark></Document></kml>',
        headers: { 'content-type': 'application/octet-stream' },
        status: 200,
      },
    ],
    'stations.lugares': () => [{ about: 'nobody to ask', url: 'stations/lugares?search=Itajuba', status: 424 }],
    'stations.map': () => [{ about: 'all of theirs', url: 'station-links-map', status: 200 }],
    'stations.map.client': (world, who) => ofClient(world, who, client => `station-links-map/${client}`),
    'infrastructure-filings.quadro': () => [
      { about: 'all of theirs', url: 'infrastructure-filings/quadro?year=2025', status: 200 },
    ],
    'infrastructure-filings.conferencia': (world, who) =>
      ofClient(world, who, client => `infrastructure-filings/conferencia?client=${client}&year=2025`),
    // Nobody has seen what stays out of the ninety-ninth version.
    'infrastructure-filings.gerar': (world, who) =>
      ['A1', 'B1'].map(owner => ({
        about: owner,
        url: 'infrastructure-filings/gerar',
        body: {
          client: world.target('clients', owner === 'A1' ? 'A1' : 'B1')?.uuid,
          year: 2025,
          edition: 99,
          left_out: 0,
        },
        status: stand[who].sees.some(each => each === owner) ? 409 : 404,
      })),
    'infrastructure-filings.comparar': (world, who) =>
      ofClient(world, who, client => `infrastructure-filings/comparar?client=${client}`).map(each => ({
        ...each,
        body: 'NumEstacao;Latitude;Longitude\r\n1;-22,9;-47,1\r\n',
        headers: { 'content-type': 'application/vnd.anatel.csv' },
      })),
    'infrastructure-filings.enviar': (world, who) => ofFiling(world, who, 'enviar', { edition: 1 }),
    'infrastructure-filings.erro': (world, who) => ofFiling(world, who, 'erro', { error: 'Linha 2' }),
    'infrastructure-filings.desfazer-envio': (world, who) => ofFiling(world, who, 'desfazer-envio'),
    'infrastructure-filings.retificar': (world, who) => ofFiling(world, who, 'retificar'),
    'infrastructure-filings.protocolo': (world, who) => ofFiling(world, who, 'protocolo', { protocol: '2026-1' }),
    'infrastructure-filings.recibo': (world, who) =>
      ofFiling(world, who, 'recibo?name=a.txt').map(each => ({ ...each, ...textFile })),
    'profiles.permissions': () => [{ about: 'all', url: 'profiles/permissions', status: 200 }],
    // Nothing is new to a profile made here.
    'profiles.decidir': async world => [
      {
        about: 'own',
        url: `profiles/${(await world.make(profiles, 'A1')).uuid}/permissoes-novas`,
        body: { roles: [] },
        status: 409,
      },
    ],
    'pages.content': () => [{ about: 'all', url: '/content/pages.json', status: 200 }],
    // A page is of all companies: who works in one reads it, and writes none.
    'pages.rascunho': async (world, who) => [
      {
        about: 'own',
        url: `pages/${(await world.make(pages, 'A1')).uuid}/rascunho`,
        status: bound.has(who) ? 403 : 200,
      },
    ],
    'links-importantes.painel': () => [{ about: 'all', url: 'links-importantes/painel', status: 200 }],
    'links-importantes.abrir': world => [
      { about: 'own', url: `links-importantes/${world.target('links-importantes', 'A1')?.uuid}/abrir`, status: 200 },
      { about: 'missing', url: `links-importantes/${missing.uuid}/abrir`, status: 404 },
    ],
    'links-importantes-categorias.imagem': world => [
      { about: 'none yet', url: imageOf(world), status: 404, before: () => withoutImage(world) },
    ],
    'links-importantes-categorias.imagem.store': (world, who) => [
      { about: 'a small one', url: imageOf(world), ...smallImage(who), status: bound.has(who) ? 403 : 200 },
    ],
    'links-importantes-categorias.imagem.destroy': (world, who) => [
      {
        about: 'own',
        url: imageOf(world),
        status: bound.has(who) ? 403 : 200,
        before: () => world.call('superAdmin', 'PUT', imageOf(world), smallImage(who)),
      },
    ],
    'users.me.novidades': () => [{ about: 'own', url: 'users/me/novidades', status: 200 }],
    'users.me.novidades.update': () => [
      { about: 'own', url: 'users/me/novidades', body: { read_until: '2026-01-05' }, status: 200, audits: 0 },
    ],
    'special-pages.show': () => [{ about: 'missing', url: 'special-pages/nenhuma', status: 404 }],
    'statuses.index': () => [{ about: 'those of a coleta', url: 'statuses?model=Collect', status: 200 }],
  }

const imageOf = (world: World) =>
  `links-importantes-categorias/${world.target('links-importantes-categorias', 'A1')?.uuid}/imagem`
const withoutImage = (world: World) => sql`delete from link_category_images`.execute(world.db)
/** As much of a WebP image as tells that it is one; another for each of us. */
const smallImage = (who: Principal) => ({
  body: `RIFF\u0020\0\0\0WEBPVP8 ${who}`,
  headers: { 'content-type': 'application/octet-stream' },
})

/** A file that a field of this station holds. */
async function heldFile(world: World, station: string): Promise<string> {
  const sent = await world.call('superAdmin', 'POST', `meta-uploads/stations/${station}?name=laudo.txt`, textFile)
  const { uuid, value }: { readonly uuid: string; readonly value: string } = Object(sent.body.data)
  const metas = [{ key: 'laudo', meta_type_id: metaTypeId('file'), value, extras: { label: 'Laudo' } }]
  const { status, text } = await world.call('superAdmin', 'PUT', `stations/${station}`, { body: { metas } })
  if (status !== 200) throw new Error(text)
  return uuid
}

/** What is asked of a row by its key: of their own, and of another's. */
const ofRow = (
  world: World,
  who: Principal,
  path: string,
  status: number,
  url: (row: string, owner: Owner) => string,
): readonly Case[] =>
  (['A1', 'B1'] as const).map(owner => ({
    about: owner,
    url: url(world.target(path, owner)?.uuid ?? '', owner),
    status: stand[who].sees.includes(owner) ? status : 404,
  }))

/** Money of a return that waits, decided about by who sees the return, and of another company. */
const ofWaiting = (
  world: World,
  who: Principal,
  act: string,
  body: (owner: Owner) => object,
): Promise<readonly Case[]> =>
  Promise.all(
    (['A1', 'B1'] as const).map(async owner => {
      const { uuid, id } = await world.make(returnLines, owner)
      await sql`update bank_return_lines set state = 'espera', bill_id = null where id = ${id}`.execute(world.db)
      return {
        about: owner,
        url: `bank-return-lines/${uuid}/${act}`,
        body: body(owner),
        status: stand[who].sees.includes(owner) ? 200 : 404,
        ...(act === 'colocar' && { audits: 3, besides: ['bill-payments.store', 'bills-to-receive.receber'] }),
      }
    }),
  )

/** A mail of the tray put where its own client's things are, and one of another's. */
const ofTrayed = (
  world: World,
  who: Principal,
  act: string,
  body: (owner: Owner) => object,
): Promise<readonly Case[]> =>
  Promise.all(
    (['A1', 'B1'] as const).map(async owner => ({
      about: owner,
      url: `incoming-mails/${(await world.make(incomingMails, owner)).uuid}/${act}`,
      body: body(owner),
      status: stand[who].sees.includes(owner) ? 200 : 404,
      // What it says in a ticket, and the ticket where it opens one.
      audits: act === 'abrir' ? 3 : 2,
      besides: ['ticket-messages.store', ...(act === 'abrir' ? ['tickets.store'] : [])],
    })),
  )

/** What is asked of a filing nobody generated yet, by its key: of their own client, and of another's. */
const ofFiling = (world: World, who: Principal, verb: string, body?: unknown): readonly Case[] =>
  (['A1', 'B1'] as const).map(owner => ({
    about: owner,
    url: `infrastructure-filings/${world.target('infrastructure-filings', owner)?.uuid ?? ''}/${verb}`,
    body,
    status: stand[who].sees.includes(owner) ? 409 : 404,
  }))

/** A link as it is drawn: of their own client, and of another's. */
const ofLink = (world: World, who: Principal): readonly Case[] =>
  (['A1', 'B1'] as const).map(owner => ({
    about: owner,
    url: `station-links/desenho/${world.target('station-links', owner)?.uuid}`,
    status: stand[who].sees.includes(owner) ? 200 : 404,
  }))

const withoutParticularity = (world: World) =>
  sql`delete from clients_particularities where particularity_id = ${world.target('particularities', 'A1')?.id ?? 0}`.execute(
    world.db,
  )

/** What is asked of an import by its key; what it begins is over before anything else is asked. */
async function ofImport(
  world: World,
  who: Principal,
  verb: string,
  body: unknown,
  status: number,
): Promise<readonly Case[]> {
  const [own, other] = [await world.make(imports, 'A1'), await world.make(imports, 'B1')]
  return [own, other].map(({ uuid }, i) => ({
    about: i ? 'B1' : 'A1',
    url: `imports/${uuid}/${verb}`,
    body,
    status: stand[who].sees.includes(i ? 'B1' : 'A1') ? status : 404,
    after: () => world.runner.settled(),
  }))
}

/** A job tried again later would write while a refusal is looked at. */
const calm = { pace: { pollMs: 3_600_000 } }
const missing = { id: 999_999_999, uuid: '00000000-0000-4000-8000-000000000000' }

/** Own, foreign, deleted and missing rows of a resource, as `who` stands to them. */
async function targets(world: World, resource: AnyResource, who: Principal, verb: string, method: string) {
  const { sees, role } = stand[who]
  const deleted = world.target(resource.path, 'deleted')
  const other = (['A1', 'B1'] as const).find(owner => !sees.includes(owner))
  const foreign = isShared(resource) || !other ? undefined : world.target(resource.path, other)
  const staffOnly =
    (role === 'client' &&
      ['empresas', 'users', 'tickets', 'ticket-messages', 'ticket-uploads'].includes(resource.path)) ||
    // What is being written of a page is for those who write it.
    (resource.path === 'page-versions' && bound.has(who))
  const own = sees[0] ?? 'A1'
  // Rows that a company's own people may change are made anew each time; a company itself is the one they see.
  const fixed = resource.path === 'empresas' && who !== 'superAdmin'
  const reads = method === 'GET' || verb === 'store' || filing.has(verb)
  const fresh = !reads && may[role](resource.path, verb) && !fixed
  const mine = fresh ? await world.make(resource, own) : world.target(resource.path, own)
  return {
    own: mine,
    isFresh: fresh,
    ownStatus: staffOnly ? 404 : 200,
    held: fixed && verb === 'destroy',
    others: Object.entries({ foreign, deleted, missing }).flatMap(([about, row]) => (row ? [{ about, row }] : [])),
  }
}

/** Everything that is asked of a row, and what comes of it for who works for one company and asks it of what all have. */
async function casesOf(world: World, operation: AnyOperation, who: Principal): Promise<readonly Case[]> {
  const [path, verb = ''] = operation.id.split('.')
  const resource: AnyResource | undefined = features.find(each => each.path === path)
  const cases = await openCases(world, operation, who)
  const writes = ['store', 'update', 'destroy', 'enable', 'disable', 'restaurar'].includes(verb)
  if (!resource || !writes || !common(resource) || !bound.has(who)) return cases
  // Values are put back only once their event was found.
  return cases.map(each =>
    Object(each.body).event ? each : { about: each.about, url: each.url, body: each.body, status: 403 },
  )
}

/** Brings back what was deleted: of their own, and of somebody else's. */
async function revivals(world: World, resource: AnyResource, who: Principal, status: number): Promise<readonly Case[]> {
  const { sees, role } = stand[who]
  if (!may[role](resource.path, 'restaurar') || !verbsOf(resource).includes('destroy')) return []
  const gone = async (owner: Owner) => {
    const { uuid } = await world.make(resource, owner)
    const { status: deleted, text } = await world.call('superAdmin', 'DELETE', `${resource.path}/${uuid}`)
    if (deleted !== 200) throw new Error(text)
    return `${resource.path}/${uuid}/restaurar`
  }
  const other = isShared(resource) ? undefined : (['A1', 'B1'] as const).find(owner => !sees.includes(owner))
  return [
    { about: 'deleted, of their own', url: await gone(sees[0] ?? 'A1'), body: {}, status },
    ...(other ? [{ about: 'deleted, of others', url: await gone(other), body: {}, status: 404 }] : []),
  ]
}

async function openCases(world: World, operation: AnyOperation, who: Principal): Promise<readonly Case[]> {
  const listed = special[operation.id]
  if (listed) return listed(world, who)
  const [path = '', verb = ''] = operation.id.split('.')
  const resource: AnyResource | undefined = features.find(each => each.path === path)
  if (!resource) throw new Error(`add a case for ${operation.id}`)
  if (verb === 'index')
    return [
      { about: 'own', url: path, status: 200 },
      {
        about: 'everything',
        url: `${path}?search=zz&filter[id][gte]=0&pagination=false${path === 'cities' ? '&filter[name]=Itu' : ''}`,
        status: 200,
      },
    ]
  if (verb === 'csv') return [{ about: 'own', url: `${path}/csv`, status: 200 }]
  const owner = stand[who].sees[0] ?? 'A1'
  // A company made by who looks at one alone would be out of their sight at once: it is refused.
  const unseen = path === 'empresas' && who !== 'superAdmin'
  if (verb === 'store')
    return [
      {
        about: 'own',
        url: path,
        body: toldBy(who, resource, defined(who, world.draft(resource, owner))),
        // A ticket they did not open is none of theirs to write in.
        status: unseen ? 409 : path === 'ticket-messages' && stand[who].role === 'client' ? 422 : 201,
      },
    ]

  const { own, isFresh, ownStatus, held, others } = await targets(world, resource, who, verb, operation.method)
  const turn =
    (to: 'enable' | 'disable', id = own?.id) =>
    () =>
      world.call('superAdmin', 'PUT', `${path}/${to}`, { body: { ids: [id] } })
  const on = (id: number | string): Pick<Case, 'url' | 'body'> => {
    if (verb === 'destroy' || operation.method === 'GET')
      return { url: operation.url.replace('/api/v1/', '').replace(':id', String(id)) }
    if (verb === 'update') return { url: `${path}/${id}`, body: draftFor(who, world.draft(resource, owner)) }
    if (filing.has(verb)) return { url: `${path}/${id}/${verb}`, ...headerOnly }
    if (verb === 'anexar') return { url: `${path}/${id}/anexar?name=palavras.txt`, ...textFile }
    // There is no such event.
    if (verb === 'restaurar') return { url: `${path}/${id}/restaurar`, body: { event: 999_999_999, fields: ['name'] } }
    if (['anonimizar', 'copiar-convite'].includes(verb) || resource.actions?.[verb])
      return { url: `${path}/${id}/${verb}` }
    if (verb === 'enable' || verb === 'disable') return { url: `${path}/${verb}`, body: { ids: [id] } }
    throw new Error(`add a case for ${operation.id}`)
  }
  // Others' rows by both keys; for what is not there each of us takes a key in turn.
  const turnOf = principals.indexOf(who) % 2
  const refused = others.flatMap(({ about, row }, i) =>
    (['id', 'uuid'] as const)
      .filter((_, key) => about === 'foreign' || (i + key) % 2 === turnOf)
      .map(key => ({ about: `${about}, by ${key}`, ...on(row[key]), status: 404 })),
  )
  if (!own) return refused
  const cleanUp = {
    // Refused, it would leave behind a row out of use, which others point to.
    ...(verb === 'enable' && { before: turn('disable'), after: turn('enable') }),
    ...(verb === 'disable' && { after: turn('enable') }),
  }
  // The super-admin wrote all the messages; nobody sent the files.
  const touches = operation.method !== 'GET'
  const authors =
    (/messages|observations|station-notes/.test(path) && touches && who !== 'superAdmin') ||
    (path === 'ticket-uploads' && verb === 'destroy')
  // An export is of who asked for it, and of whoever may everything; news and accounts of all companies, of who works for all of them.
  const isOthers =
    (['exports', 'month-openings', 'receipt-drops', 'tarefa-syncs'].includes(path) && stand[who].role !== 'admin') ||
    (['informative', 'checking-accounts'].includes(path) && who !== 'superAdmin')
  const strange = touches && isOthers ? 403 : undefined
  // A page has one draft, and this one has another by now.
  const back = unseen ? 404 : (strange ?? (authors || path === 'page-versions' ? 409 : 200))
  const revived = verb === 'restaurar' ? await revivals(world, resource, who, back) : []
  if (verb === 'enable' && isFresh && (authors || strange)) await turn('disable')()
  const unfit =
    verb === 'upload'
      ? 422
      : verb === 'restaurar'
        ? 404
        : (strange ?? (authors || tooSoon.has(operation.id) ? 409 : undefined))
  const done = verb === 'anexar' ? 201 : 200
  const status = ownStatus === 404 ? 404 : (unfit ?? (held ? 409 : done))
  return [...refused, ...revived, { about: 'own', ...on(own.uuid), status, ...cleanUp, ...alsoWritten[operation.id] }]
}

/** What acts write of other rows. */
const alsoWritten: Readonly<Record<string, Pick<Case, 'audits' | 'besides'>>> = {
  'bills-to-receive.baixar': { audits: 2, besides: ['bill-payments.store'] },
}
/** What a row just made is not ready for. */
const tooSoon = new Set([
  // It failed: nothing waits.
  'integration-queues.cancelar',
  'tickets.reabrir',
  // It waits for nobody.
  'tickets.retomar',
  'ticket-steps.reabrir',
  // They have a password.
  'users.convidar',
  'users.copiar-convite',
  'stations.reabrir',
  'station-links.reabrir',
  'station-links.finalizar',
  'station-link-properties.reabrir',
  'station-link-properties.finalizar',
  'bills-to-receive.reabrir',
  // It is over.
  'service-invoices.reenviar',
  // What is short is ready at once.
  'exports.cancelar',
  'exports.tentar-de-novo',
  'month-openings.cancelar',
  'month-openings.tentar-de-novo',
  // It is being filled, and nothing of it was read.
  'receipt-drops.cancelar',
  'receipt-drops.tentar-de-novo',
  'receipts.deixar-de-lado',
  'receipts.devolver-a-bandeja',
  'receipts.desfazer',
  // It waits in the tray.
  'incoming-mails.desfazer',
  'incoming-mails.devolver-a-bandeja',
  'tarefa-syncs.cancelar',
  'tarefa-syncs.tentar-de-novo',
  // It is open as it is written.
  'collect-notes.acompanhar',
  // It is a draft.
  'page-versions.retomar',
  'collects.reabrir',
  'collects.processada',
  'collects.retificar',
  // The first of its fistel.
  'collects.copiar-anterior',
  'collects.confirmar-sem-mudancas',
  'collects.entregar-sem-mudancas',
  // Nobody handed it over.
  'collects.devolver-ao-cliente',
])

const filing = new Set(['preview', 'upload'])
/** Words somebody sends along. */
const textFile = { body: 'palavras', headers: { 'content-type': 'application/octet-stream' } }
/** A file without records: it is read and told, and never kept. */
const headerOnly = { body: 'CNPJ;ANO;MES\r\n', headers: { 'content-type': 'text/csv' } }
/** People of a client fill in a coleta, and say nothing of what it is about. */
const draftFor = (who: Principal, draft: Readonly<Record<string, unknown>>) =>
  stand[who].role === 'client' ? { locations: draft.locations } : defined(who, draft)
/** Who may not say what fields there are writes a row without any. */
function defined(who: Principal, draft: Readonly<Record<string, unknown>>) {
  const { metas: _, metas_only_father: __, ...plain } = draft
  return stand[who].role === 'admin' ? draft : plain
}

/** People of clients send nothing of the house's own. */
const toldBy = (who: Principal, { fields }: AnyResource, draft: Readonly<Record<string, unknown>>) =>
  stand[who].role === 'client'
    ? Object.fromEntries(Object.entries(draft).filter(([key]) => !fields[key.replace(/_id$/, '')]?.options.internal))
    : draft

/** What stands before the operation itself: who is nobody, who must choose a password, who lacks the permission. */
function gate(operation: AnyOperation, who: Principal): number | undefined {
  const { role } = stand[who]
  if (operation.access === 'public') return undefined
  if (role === 'nobody') return 401
  if (role === 'confined' && !confinedMay.has(operation.id)) return 403
  const [path = '', verb = ''] = operation.id.split('.')
  const opens = may[role](path, verb) && !(['client', 'keeper'].includes(role) && housesAlone.has(operation.id))
  return operation.access === 'permission' && !opens ? 403 : undefined
}
/** What the house alone does of what people of clients may read. */
const housesAlone = new Set(['clients.order-services.store', 'clients.order-services.previa'])

/** A refusal has one shape. Compared by hand: a matcher would be asked tens of thousands of times. */
function isMisshapen({ status, body, headers }: Reply): boolean {
  const isValidation = status === 422
  return !(
    body.status === status &&
    typeof body.message === 'string' &&
    Object(body.data).message === body.message &&
    typeof body.code === 'string' &&
    body.request_id !== undefined &&
    body.request_id === headers['x-request-id'] &&
    body.type === (isValidation ? 'validation' : 'error') &&
    Object.keys(body.errors ?? {}).length > 0 === isValidation
  )
}

/** Marks an answer shows and should not. */
const spies = (who: Principal, { text }: Reply, more: readonly string[] = []) =>
  [...marksIn(text)].filter(mark => !stand[who].marks.includes(mark) && !more.includes(mark))

describe('who may do what', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ fittings: calm })
    // What nobody published only its writers see.
    await sql`
      insert into page_versions (page_id, content, number, published_at)
      select id, 'Texto', 1, now() from pages where deleted_at is null`.execute(world.db)
  })
  afterAll(() => world?.close())

  const ask = (operation: AnyOperation, who: Principal, { url, body, headers }: Case) =>
    world.call(who, operation.method, url, { body, ...(headers && { headers }) })

  test('every operation, for everyone, on rows of their own, of others, deleted and missing', async () => {
    const wrong: string[] = []
    let cells = 0
    const { operations } = world.house
    expect(operations.length).toBeGreaterThan(100)
    for (const operation of operations) {
      const said = (who: Principal, { about }: Case, what: string) =>
        wrong.push(`${operation.id} by ${who}, ${about}: ${what}`)
      const refusals: (readonly [Principal, Case])[] = []
      const permitted: (readonly [Principal, Case])[] = []
      for (const who of principals) {
        const closed = gate(operation, who)
        // What an earlier leak spoilt is told, and the rest still asked.
        const cases = await casesOf(world, operation, who).catch((error: unknown) => {
          wrong.push(`${operation.id} by ${who} could not be set up: ${String(error).slice(-300)}`)
          return []
        })
        // Whoever is stopped at the door is stopped before any row is looked for: one of them says it.
        for (const each of closed ? cases.slice(-1) : cases) {
          const expected = { ...each, status: closed ?? each.status }
          ;(expected.status >= 400 ? refusals : permitted).push([who, expected])
        }
      }

      await world.runner.settled()
      const before = await world.fingerprint()
      for (const [who, each] of refusals) {
        const reply = await ask(operation, who, each)
        cells++
        if (reply.status !== each.status)
          said(
            who,
            each,
            `${reply.status} instead of ${each.status} ${reply.body.message} ${JSON.stringify(reply.body.errors ?? {})}`,
          )
        else if (isMisshapen(reply)) said(who, each, `a refusal of another shape: ${reply.text}`)
        if (spies(who, reply).length) said(who, each, `shows ${spies(who, reply).join(', ')}`)
      }
      const tables = new Set(before.split('\n'))
      const written = (await world.fingerprint()).split('\n').filter(table => !tables.has(table))
      if (written.length) wrong.push(`${operation.id}: a refusal wrote something: ${written.join(', ')}`)

      for (const [who, each] of permitted) {
        await each.before?.()
        const reply = await ask(operation, who, each)
        cells++
        if (reply.status !== each.status)
          said(
            who,
            each,
            `${reply.status} instead of ${each.status} ${reply.body.message} ${JSON.stringify(reply.body.errors ?? {})}`,
          )
        const seen = spies(who, reply, each.shows)
        if (seen.length) said(who, each, `shows ${seen.join(', ')}`)
        const audits = await world.auditsOf(reply.headers['x-request-id'])
        const most = each.audits ?? (operation.audit ? 1 : 0)
        if (reply.status < 400 && audits.length !== most)
          said(who, each, `left ${audits.length} rows of history instead of ${most}`)
        if (audits.some(event => event !== operation.audit && !each.besides?.includes(event)))
          said(who, each, `is written down as ${audits.join(', ')}`)
        await each.after?.()
      }
    }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(operations.length * principals.length)
  }, 1_800_000)

  test('nobody points to a row out of their sight, nor to one that is gone', async () => {
    const pointing: readonly (readonly [path: string, key: string, to: string])[] = [
      ['clients', 'empresa_responsavel_id', 'empresas'],
      ['fistels', 'client_id', 'clients'],
      ['collects', 'client_id', 'clients'],
      ['collects', 'fistel_id', 'fistels'],
    ]
    for (const [path, key, to] of pointing) {
      const resource: AnyResource | undefined = features.find(each => each.path === path)
      const own = world.target(path, 'A1')
      if (!resource || !own) throw new Error(`${path} is gone`)
      for (const owner of ['B1', 'deleted'] as const) {
        const body = world.draft(resource, 'A1', { [key]: world.target(to, owner)?.id })
        for (const who of ['staffA', 'adminA'] as const)
          for (const [method, url] of [
            ['POST', path],
            ['PUT', `${path}/${own.id}`],
          ] as const) {
            const before = await world.fingerprint()
            const reply = await world.call(who, method, url, { body: defined(who, body) })
            expect([path, key, owner, method, reply.status]).toEqual([path, key, owner, method, 422])
            const strange = Object.keys(reply.body.errors ?? {}).filter(
              each => !['client_id', 'fistel_id', 'responsible_id', key].includes(each),
            )
            expect(strange).toEqual([])
            expect(spies(who, reply)).toEqual([])
            expect(await world.fingerprint()).toBe(before)
          }
      }
    }
  })

  test('marks are found where they stand: the check of what is shown can fail', async () => {
    const seen = await world.call('superAdmin', 'GET', `clients/${world.target('clients', 'B1')?.uuid}`)
    expect(marksIn(seen.text)).toContain('B1')
    expect(spies('staffA', seen)).toContain('B1')
    expect(markOf('B1')).toBe('zzB1zz')
  })
})
