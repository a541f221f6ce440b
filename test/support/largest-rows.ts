import { sql } from 'kysely'
import { features } from '#features/index.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { AnyOperation } from '#server/operation.ts'
import { acts, nameOf, standing } from './acts.ts'
import type { Target } from './holdings.ts'
import type { Pointed } from './largest.ts'
import { tableOwner } from './largest-files.ts'
import type { World } from './world.ts'

// The rows the largest inputs are sent to, in a state in which they are accepted, and bodies that say what a schema does not.

const resourceAt = (path: string): AnyResource | undefined => features.find(each => each.path === path)
/** The section an operation is of. */
const sectionOf = ({ id }: AnyOperation) => resourceAt(id.split('.')[0] ?? '')
/** The section a field points to by its name: 'client_id', 'clients', 'client'. */
const sectionNamed = (field: string) => {
  const name = field.replace(/_id$/, '').replaceAll('_', '-')
  return resourceAt(name) ?? resourceAt(`${name}s`)
}

/** Operations that leave rows others need unfit for them come last. */
const unmakes = /(?:destroy|disable|cancelar|mesclar|anonimizar|handovers\.store|desfazer\S*|finalizar|fechar)$/
export const inOrder = (operations: readonly AnyOperation[]) =>
  operations.toSorted((one, other) => Number(unmakes.test(one.id)) - Number(unmakes.test(other.id)))

type Example = (target: (path: string) => Target | undefined) => object
/** Bodies of operations whose schema does not say what they accept; of a list, one line. */
const examples: Readonly<Record<string, Example>> = {
  'bills-to-receive.extratos': target => ({
    from: '2026-01-01',
    to: '2026-01-31',
    clients: [target('clients')?.uuid],
    trial: true,
  }),
  'bills-to-receive.receber': () => ({ paid_on: '2026-02-05', value: 0.01 }),
  'bills-to-receive.receber.ajustado': () => ({ paid_on: '2026-02-05', value: 0.01, fine: 0, interest: 0 }),
  'bills-to-receive.receber-varias': target => ({
    paid_on: '2026-02-05',
    payments: [{ bill: target('bills-to-receive')?.uuid, value: 0.01 }],
  }),
  'clients.tarefas.concluir': () => ({ done_on: '2026-01-05' }),
  'exports.store': () => ({ resource: 'plans', query: 'search=zz' }),
  'exports.update': () => ({ resource: 'plans', query: 'search=zz' }),
  'handovers.store': () => ({ kinds: ['clients'] }),
  'incoming-mails.abrir': target => ({ client_id: target('clients')?.id, module_id: 1, type_id: 1 }),
  'service-invoices.previa': target => ({
    client_id: target('clients')?.id,
    empresa_id: target('empresas')?.id,
    value: 1,
    description: 'x',
    service: '170101',
    competence: '2026-01-05',
  }),
}

export async function openRows(world: World) {
  const target = (path: string) => world.target(path, 'A1')
  const at = (path: string) => target(path)?.id
  await sql`update clients set document = ${tableOwner} where id = ${at('clients') ?? 0}`.execute(world.db)
  const { rows } = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world.db)
  const fistel = await world.make(fistels, 'A1', { client_id: at('clients'), service_type_id: rows[0]?.id })

  /** A new row, in the state rows begin in; the one the world began with, where no new one can be made. */
  async function rowOf(resource: AnyResource): Promise<number> {
    const made = await world.make(resource, 'A1').catch(() => undefined)
    return made?.id ?? at(resource.path) ?? 1
  }
  /** The row an operation is done to. */
  async function rowFor(operation: AnyOperation, resource: AnyResource): Promise<number> {
    if (/^collects\.(?:preview|upload)$/.test(operation.id)) {
      const month = {
        client_id: at('clients'),
        fistel_id: fistel.id,
        year: 2030,
        month: 1,
        locations: [],
        finances: [],
      }
      await sql`delete from collects where fistel_id = ${fistel.id}`.execute(world.db)
      return (await world.make(collects, 'A1', month)).id
    }
    const act = acts.find(each => nameOf(each) === operation.id)
    return act ? standing(world, [act]).catch(() => rowOf(resource)) : rowOf(resource)
  }
  /** Its address, with the rows it names. */
  async function pathOf(operation: AnyOperation): Promise<string> {
    const parts = operation.url.split('/').map(async (part, n, all) => {
      if (!part.startsWith(':')) return part
      if (part === ':section') return 'clients'
      const resource = resourceAt(part === ':id' ? (all[n - 1] ?? '') : `${part.slice(1)}s`) ?? sectionOf(operation)
      const row = resource ? await rowFor(operation, resource) : 1
      // Whoever began a drop puts its files in.
      await sql`update receipt_drops set user_id = ${world.people.superAdmin}`.execute(world.db)
      return String(row)
    })
    return (await Promise.all(parts)).join('/')
  }
  /** A body it accepts, where one is known. */
  function exampleOf(operation: AnyOperation): unknown {
    const known = examples[operation.id]?.(target) ?? acts.find(each => nameOf(each) === operation.id)?.body
    if (known) return known
    const resource = sectionOf(operation)
    const takesDraft = /^[^.]+\.(store|update)$/.test(operation.id)
    return resource && takesDraft && resource.verbs?.length !== 0 ? world.draft(resource, 'A1') : undefined
  }
  const pointedOf = (operation: AnyOperation): Pointed => ({
    target,
    named: field => {
      const path = (sectionNamed(field) ?? sectionOf(operation))?.path ?? ''
      return operation.id.endsWith('.restaurar') ? world.target(path, 'deleted') : target(path)
    },
  })
  return { pathOf, exampleOf, pointedOf }
}
