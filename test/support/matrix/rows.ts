import { sql } from 'kysely'
import { features } from '#features/index.ts'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import type { AnyOperation } from '#server/operation.ts'
import { isShared, principals, type Owner, type Principal, type Target, type World } from '../world.ts'
import {
  accessOf,
  draftWithoutFields,
  foreignOwner,
  missingKeys,
  ofOneCompany,
  textFile,
  type MatrixCase,
  type MatrixCases,
} from './cases.ts'
import { may } from './permissions.ts'

/** What acts write of other rows. */
const alsoWritten: Readonly<Record<string, Pick<MatrixCase, 'audits' | 'besides'>>> = {
  'bills-to-receive.baixar': { audits: 2, besides: ['bill-payments.store'] },
}
/** Acts that a row refuses right after it was made. */
const tooSoon = new Set([
  // It failed: nothing waits.
  'integration-queues.cancelar',
  'tickets.reabrir',
  // It waits for no answer.
  'tickets.retomar',
  'ticket-steps.reabrir',
  // The user has a password.
  'users.convidar',
  'users.copiar-convite',
  // The user has no second factor.
  'users.redefinir-segundo-fator',
  'stations.reabrir',
  'station-links.reabrir',
  'station-links.finalizar',
  'station-link-properties.reabrir',
  'station-link-properties.finalizar',
  'bills-to-receive.reabrir',
  // It has its final state.
  'service-invoices.reenviar',
  // A short one is ready at once.
  'exports.cancelar',
  'exports.tentar-de-novo',
  'bill-closings.cancelar',
  'bill-closings.tentar-de-novo',
  'month-openings.cancelar',
  'month-openings.tentar-de-novo',
  // Its files are still being sent, and none was read.
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
  // No client delivered it.
  'collects.devolver-ao-cliente',
])

/** Verbs that send a file without changing the row. */
const readsFile = new Set(['preview', 'upload'])
/** A file without records: the product reads it, and stores nothing of it. */
const fileWithoutRecords = { body: 'CNPJ;ANO;MES\r\n', headers: { 'content-type': 'text/csv' } }
/** Rows that all companies share: who works for one company does not change them. */
const isOfAllCompanies = (resource: AnyResource) =>
  isShared(resource) && !Object.keys(resource.fields).includes('empresa')
const resourceAt = (path: string): AnyResource | undefined => features.find(each => each.path === path)

/** People of a client fill in a coleta, and do not change what it is about. */
const updateDraft = (who: Principal, draft: Readonly<Record<string, unknown>>) =>
  accessOf[who].role === 'client' ? { locations: draft.locations } : draftWithoutFields(who, draft)

/** The draft of a new row: people of clients send no internal field. */
function newRowDraft(who: Principal, { fields }: AnyResource, draft: Readonly<Record<string, unknown>>) {
  const own = draftWithoutFields(who, draft)
  return accessOf[who].role === 'client'
    ? Object.fromEntries(Object.entries(own).filter(([key]) => !fields[key.replace(/_id$/, '')]?.options.internal))
    : own
}

/** The own, foreign, deleted and missing rows of a resource, as the principal sees them. */
async function rowsFor(world: World, resource: AnyResource, who: Principal, verb: string, method: string) {
  const { sees, role } = accessOf[who]
  const deleted = world.target(resource.path, 'deleted')
  const other = foreignOwner(who)
  const foreign = isShared(resource) || !other ? undefined : world.target(resource.path, other)
  const isHidden =
    (role === 'client' &&
      ['empresas', 'users', 'tickets', 'ticket-messages', 'ticket-uploads'].includes(resource.path)) ||
    // The draft of a page is for its writers.
    (resource.path === 'page-versions' && ofOneCompany.has(who))
  const owner = sees[0] ?? 'A1'
  // A row that a principal may change is made anew each time; a company is always the one they work for.
  const isFixed = resource.path === 'empresas' && who !== 'superAdmin'
  const isRead = method === 'GET' || verb === 'store' || readsFile.has(verb)
  const isNew = !isRead && may[role](resource.path, verb) && !isFixed
  return {
    own: isNew ? await world.make(resource, owner) : world.target(resource.path, owner),
    isNew,
    isHidden,
    isInUse: isFixed && verb === 'destroy',
    others: Object.entries({ foreign, deleted, missing: missingKeys }).flatMap(([about, row]) =>
      row ? [{ about, row }] : [],
    ),
  }
}

/** Cases that restore a deleted row: an own one, and a foreign one. */
async function restoreCases(
  world: World,
  resource: AnyResource,
  who: Principal,
  status: number,
): Promise<readonly MatrixCase[]> {
  const { sees, role } = accessOf[who]
  if (!may[role](resource.path, 'restaurar') || !verbsOf(resource).includes('destroy')) return []
  const deletedRow = async (owner: Owner) => {
    const { uuid } = await world.make(resource, owner)
    const { status: deleted, text } = await world.call('superAdmin', 'DELETE', `${resource.path}/${uuid}`)
    if (deleted !== 200) throw new Error(text)
    return `${resource.path}/${uuid}/restaurar`
  }
  const other = isShared(resource) ? undefined : foreignOwner(who)
  return [
    { about: 'deleted, of their own', url: await deletedRow(sees[0] ?? 'A1'), body: {}, status },
    ...(other ? [{ about: 'deleted, of others', url: await deletedRow(other), body: {}, status: 404 }] : []),
  ]
}

/** Cases of a resource as a whole: its list, its file, a new row; undefined for what is done to one row. */
function resourceCases(
  world: World,
  resource: AnyResource,
  verb: string,
  who: Principal,
): readonly MatrixCase[] | undefined {
  const { path } = resource
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
  if (verb !== 'store') return undefined
  const body = newRowDraft(who, resource, world.draft(resource, accessOf[who].sees[0] ?? 'A1'))
  // Nobody writes in a ticket that somebody else opened.
  const status = isUnseen(path, who) ? 409 : path === 'ticket-messages' && accessOf[who].role === 'client' ? 422 : 201
  return [{ about: 'own', url: path, body, status }]
}
/** Whoever works in one company would not see a new company, which is refused. */
const isUnseen = (path: string, who: Principal) => path === 'empresas' && who !== 'superAdmin'

/** The request that does `verb` to a row, by its id or uuid. */
function requestOn(world: World, operation: AnyOperation, resource: AnyResource, who: Principal, id: number | string) {
  const { path } = resource
  const [, verb = ''] = operation.id.split('.')
  if (verb === 'destroy' || operation.method === 'GET')
    return { url: operation.url.replace('/api/v1/', '').replace(':id', String(id)) }
  if (verb === 'update')
    return {
      url: `${path}/${id}`,
      body: updateDraft(who, world.draft(resource, accessOf[who].sees[0] ?? 'A1')),
    }
  if (readsFile.has(verb)) return { url: `${path}/${id}/${verb}`, ...fileWithoutRecords }
  if (verb === 'anexar') return { url: `${path}/${id}/anexar?name=palavras.txt`, ...textFile }
  // There is no such event.
  if (verb === 'restaurar') return { url: `${path}/${id}/restaurar`, body: { event: 999_999_999, fields: ['name'] } }
  if (['anonimizar', 'copiar-convite'].includes(verb) || resource.actions?.[verb])
    return { url: `${path}/${id}/${verb}` }
  if (verb === 'enable' || verb === 'disable') return { url: `${path}/${verb}`, body: { ids: [id] } }
  throw new Error(`add a case for ${operation.id}`)
}

/** The refusal of a write to a row the principal sees, if its resource is written by others. */
function refusalOfWrite({ method }: AnyOperation, path: string, verb: string, who: Principal) {
  if (method === 'GET') return { isOfAuthor: false, isForbidden: false }
  return {
    // The super-admin wrote all the messages; nobody sent the files.
    isOfAuthor:
      (/messages|observations|station-notes/.test(path) && who !== 'superAdmin') ||
      (path === 'ticket-uploads' && verb === 'destroy'),
    // An export belongs to its author, and to administrators; news and accounts of all companies, to those who work for all.
    isForbidden:
      (['bill-closings', 'exports', 'month-openings', 'receipt-drops', 'tarefa-syncs'].includes(path) &&
        accessOf[who].role !== 'admin') ||
      (['informative', 'checking-accounts'].includes(path) && who !== 'superAdmin') ||
      // It sends what its owner sees: others stop it or delete it.
      (path === 'webhook-endpoints' && ['update', 'enable', 'restaurar'].includes(verb) && who !== 'superAdmin'),
  }
}

/** Cases of what is done to one row: an own one, and one of each that the principal does not see. */
async function singleRowCases(
  world: World,
  operation: AnyOperation,
  resource: AnyResource,
  who: Principal,
): Promise<readonly MatrixCase[]> {
  const { path } = resource
  const [, verb = ''] = operation.id.split('.')
  const { own, isNew, isHidden, isInUse, others } = await rowsFor(world, resource, who, verb, operation.method)
  const on = (id: number | string) => requestOn(world, operation, resource, who, id)
  // Foreign rows by both keys; of a row that is gone, each principal tries one of them.
  const turn = principals.indexOf(who) % 2
  const refused = others.flatMap(({ about, row }, i) =>
    (['id', 'uuid'] as const)
      .filter((_, key) => about === 'foreign' || (i + key) % 2 === turn)
      .map(key => ({ about: `${about}, by ${key}`, ...on(row[key]), status: 404 })),
  )
  if (!own) return refused
  const { isOfAuthor, isForbidden } = refusalOfWrite(operation, path, verb, who)
  const forbidden = isForbidden ? 403 : undefined
  // A page has one draft, and this one has another by now.
  const restored = isUnseen(path, who) ? 404 : (forbidden ?? (isOfAuthor || path === 'page-versions' ? 409 : 200))
  const restores = verb === 'restaurar' ? await restoreCases(world, resource, who, restored) : []
  if (verb === 'enable' && isNew && (isOfAuthor || isForbidden)) await setActive(world, path, own, 'disable')()
  const refusal =
    verb === 'upload'
      ? 422
      : verb === 'restaurar'
        ? 404
        : (forbidden ?? (isOfAuthor || tooSoon.has(operation.id) ? 409 : undefined))
  const status = isHidden ? 404 : (refusal ?? (isInUse ? 409 : verb === 'anexar' ? 201 : 200))
  return [
    ...refused,
    ...restores,
    { about: 'own', ...on(own.uuid), status, ...turnsOf(world, path, own, verb), ...alsoWritten[operation.id] },
  ]
}

const setActive =
  (world: World, path: string, { id }: Target, to: 'enable' | 'disable') =>
  async () => {
    const resource = features.find(each => each.path === path)
    // What nobody can disable may be disabled since before that was so.
    if (resource && to === 'disable' && !verbsOf(resource).includes(to))
      await sql`update ${sql.table(tableOf(resource))} set active = false where id = ${id}`.execute(world.db)
    else await world.call('superAdmin', 'PUT', `${path}/${to}`, { body: { ids: [id] } })
  }
/** What precedes and follows a case that enables or disables a row: other rows point to it, which must stay active. */
const turnsOf = (world: World, path: string, row: Target, verb: string) => ({
  ...(verb === 'enable' && { before: setActive(world, path, row, 'disable') }),
  ...(['enable', 'disable'].includes(verb) && { after: setActive(world, path, row, 'enable') }),
})

async function ownCasesOf(
  world: World,
  operation: AnyOperation,
  who: Principal,
  written: MatrixCases,
): Promise<readonly MatrixCase[]> {
  const special = written[operation.id]
  if (special) return special(world, who)
  const [path = '', verb = ''] = operation.id.split('.')
  const resource = resourceAt(path)
  if (!resource) throw new Error(`add a case for ${operation.id}`)
  return resourceCases(world, resource, verb, who) ?? singleRowCases(world, operation, resource, who)
}

/** All cases of an operation for a principal. Who works for one company is refused to write rows of all companies. */
export async function casesOf(
  world: World,
  operation: AnyOperation,
  who: Principal,
  written: MatrixCases,
): Promise<readonly MatrixCase[]> {
  const [path = '', verb = ''] = operation.id.split('.')
  const resource = resourceAt(path)
  const cases = await ownCasesOf(world, operation, who, written)
  const isWrite = ['store', 'update', 'destroy', 'enable', 'disable', 'restaurar'].includes(verb)
  if (!resource || !isWrite || !isOfAllCompanies(resource) || !ofOneCompany.has(who)) return cases
  // A restore of values first looks for their event.
  return cases.map(each =>
    Object(each.body).event ? each : { about: each.about, url: each.url, body: each.body, status: 403 },
  )
}
