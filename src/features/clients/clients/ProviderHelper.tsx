import { can } from '#kernel/access.ts'
import { formats } from '#kernel/format.ts'
import { FromAnatel } from '#features/clients/clients/FromAnatel.tsx'
import { FromRegistry } from '#features/clients/clients/FromRegistry.tsx'
import { Twins } from '#features/clients/clients/Twins.tsx'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'

interface Props {
  readonly form: Form
  /** The record's uuid; none while it is new. */
  readonly uuid?: string
  /** The id of an existing client; absent for a prospect, who has no fistel yet. */
  readonly client?: number
}

/** Under a provider's identity: who looks like it already, and what the registry says of its CNPJ. */
export function ProviderHelper({ form, uuid, client }: Props) {
  const user = useUser()
  const { document, name } = form.values
  const typed = typeof document === 'string' ? document : ''
  const cnpj = formats.cnpj.parse(typed)
  const changed = typed !== form.before.document || form.values.name !== form.before.name
  return (
    <>
      {changed && can(user, 'clients.twins') && (
        <Twins
          document={typed}
          name={typeof name === 'string' ? name : ''}
          except={uuid}
          into={client === undefined ? undefined : uuid}
        />
      )}
      {cnpj !== null && can(user, 'registry.cnpj') && (
        <FromRegistry key={cnpj} cnpj={cnpj} form={form} atOnce={uuid === undefined} />
      )}
      {cnpj !== null && can(user, 'anatel.show') && (
        <FromAnatel key={`anatel ${cnpj}`} cnpj={cnpj} form={form} client={client} />
      )}
    </>
  )
}
