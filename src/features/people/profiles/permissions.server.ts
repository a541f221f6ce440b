import type { AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import { listPermissions } from '#features/people/profiles/api.ts'
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

/** Lists everything that may be granted, by section, in words. It calls `operations` when the product is whole. */
export const permissionsRoute = (
  features: readonly AnyResource[],
  operations: () => readonly AnyOperation[],
): AnyOperation =>
  serve(listPermissions, async () => {
    const granted = operations().filter(({ access }) => access === 'permission')
    const data = features.flatMap(({ path, text }) => {
      const permissions = granted.flatMap(({ id, summary }) => {
        const [owner, verb = ''] = id.split('.')
        return owner === path ? [{ role: id, label: verbs[verb] ?? summary }] : []
      })
      return permissions.length ? [{ section: capital(text.many), permissions }] : []
    })
    const known = new Set(data.flatMap(({ permissions }) => permissions.map(({ role }) => role)))
    const others = granted.filter(({ id }) => !known.has(id)).map(({ id, summary }) => ({ role: id, label: summary }))
    return { data: others.length ? [...data, { section: 'Outros', permissions: others }] : data }
  })
