import type { AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import { listPermissions } from '#features/people/profiles/api.ts'
import { roleLevels, type RoleLevel, type RoleSection } from '#features/people/profiles/schema.ts'
import type { AnyOperation } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const verbs: Readonly<Record<string, string>> = {
  index: 'Ver a lista',
  csv: 'Baixar planilha',
  show: 'Abrir',
  store: 'Registrar',
  update: 'Alterar',
  destroy: 'Excluir',
  enable: 'Ativar',
  disable: 'Inativar',
}

const levelOf = ({ id, method }: AnyOperation): RoleLevel =>
  method === 'GET' ? 'ver' : Object.hasOwn(verbs, id.split('.')[1] ?? '') && !id.split('.')[2] ? 'mudar' : 'especial'
const order = Object.keys(verbs)
/** See, change, special; within each the ways every section has come first. */
const inLevelOrder = (all: RoleSection['permissions']) => {
  const rank = ({ role }: { readonly role: string }) => order.indexOf(role.split('.')[1] ?? '') >>> 0
  return all.toSorted((a, b) => roleLevels.indexOf(a.level) - roleLevels.indexOf(b.level) || rank(a) - rank(b))
}

/** Lists everything that may be granted, by section, in words. It calls `operations` when the product is whole. */
export const permissionsRoute = (
  features: readonly AnyResource[],
  operations: () => readonly AnyOperation[],
): AnyOperation => serve(listPermissions, async () => ({ data: permissionSections(features, operations()) }))

/** The permissions that guard these operations, by section, in words. */
export function permissionSections(
  features: readonly AnyResource[],
  operations: readonly AnyOperation[],
): readonly RoleSection[] {
  const granted = operations.filter(({ access }) => access === 'permission')
  const data = features.flatMap(({ path, text }) => {
    const permissions = granted.flatMap(operation => {
      const [owner, verb = ''] = operation.id.split('.')
      return owner === path
        ? [{ role: operation.id, label: verbs[verb] ?? operation.summary, level: levelOf(operation) }]
        : []
    })
    return permissions.length ? [{ section: capital(text.many), permissions: inLevelOrder(permissions) }] : []
  })
  const known = new Set(data.flatMap(({ permissions }) => permissions.map(({ role }) => role)))
  const others = granted
    .filter(({ id }) => !known.has(id))
    .map(operation => ({ role: operation.id, label: operation.summary, level: levelOf(operation) }))
  return others.length ? [...data, { section: 'Outros', permissions: inLevelOrder(others) }] : data
}
