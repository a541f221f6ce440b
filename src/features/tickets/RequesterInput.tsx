import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import { tickets } from '#features/tickets/tickets.ts'
import { api } from '#web/api.ts'
import type { Form } from '#web/form/useForm.ts'
import { labelOf } from '#web/kinds/Input.tsx'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'

interface OfferedAsker {
  readonly id: number
  readonly name: string
  readonly email: string
}
const { requester } = tickets.fields

/** Chooses the requester among users of the ticket's client. */
export function RequesterInput({ form }: { readonly form: Form }) {
  const able = can(useUser(), 'tickets.solicitantes')
  const { client_id: client, requester_id: value } = form.values
  const { data = [], isPending } = useQuery({
    queryKey: [tickets.path, 'solicitantes', client],
    enabled: able && typeof client === 'number',
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: readonly OfferedAsker[] }>(`/${tickets.path}/solicitantes`, {
          query: { client_id: String(client) },
          signal,
          quiet: true,
        })
      ).data,
  })
  const options = data.map(({ id, name, email }) => ({ value: String(id), label: email ? `${name} (${email})` : name }))
  const current = typeof value === 'number' ? String(value) : null
  const known = current !== null && !options.some(each => each.value === current)
  const all = known ? [{ value: current, label: nameOfRef(form.values.requester) || current }, ...options] : options
  return (
    <Select
      id="requester_id"
      name="requester_id"
      label={labelOf(requester)}
      description={requester.options.hint}
      placeholder={
        typeof client !== 'number'
          ? 'Escolha antes o cliente'
          : isPending && able
            ? 'Carregando…'
            : all.length
              ? 'Ninguém'
              : 'O cliente não tem usuários'
      }
      data={all}
      value={current}
      error={form.errorOf('requester_id')}
      disabled={!able || typeof client !== 'number'}
      searchable
      clearable
      onChange={chosen => form.set('requester_id', chosen === null ? null : Number(chosen))}
      onBlur={() => void form.leave('requester_id')}
    />
  )
}
