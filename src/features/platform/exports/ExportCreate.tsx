import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { can } from '#kernel/access.ts'
import { choice } from '#kernel/field.ts'
import type { NamedExports } from '#features/platform/exports/named.ts'
import type { Form } from '#web/form/useForm.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'
import { useUser } from '#web/session/store.ts'

const form = [{ fields: ['resource', 'format', 'name', 'empresa'] }]

/** Which list is taken away, as what, and which of its rows. */
export function ExportCreate({ resource }: { readonly resource: NamedExports }) {
  const user = useUser()
  const names = resource.fields.resource.options.choices ?? {}
  const mine = Object.fromEntries(Object.entries(names).filter(([path]) => can(user, `${path}.csv`)))
  const fields = { ...resource.fields, resource: choice(mine, 'Lista', { required: true }) }
  return <CreateScreen resource={{ ...resource, fields, form }} helper={form => <Words form={form} names={names} />} />
}

const wordsIn = (query: unknown) => new URLSearchParams(typeof query === 'string' ? query : '').get('search') ?? ''

/** This form takes only a search; filters are set in the list itself. */
function Words({ form, names }: { readonly form: Form; readonly names: Readonly<Record<string, string>> }) {
  const { values, set } = form
  const path = typeof values.resource === 'string' ? values.resource : ''
  const list = names[path]
  // Called as its list is, until somebody calls it otherwise.
  const own = values.name && !Object.values(names).some(name => name === values.name)
  const renamed = list && !own && values.name !== list
  useEffect(() => {
    if (renamed) set('name', list)
  }, [renamed, list, set])
  return (
    <TextInput
      mt={16}
      label="Só o que a busca acha"
      description="Vazio: a lista inteira. Com filtros ou noutra ordem, filtre a própria lista e use “Baixar”."
      value={wordsIn(values.query)}
      onChange={({ currentTarget: { value: search } }) =>
        set('query', search && new URLSearchParams({ search }).toString())
      }
      error={form.errorOf('query')}
    />
  )
}
