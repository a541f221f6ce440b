import { Select } from '@mantine/core'
import { can } from '#kernel/access.ts'
import { listRequesters } from '#features/support/tickets/ticket/api.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import type { Form } from '#web/form/useForm.ts'
import { labelOf } from '#web/kinds/label.tsx'
import { useAnswer } from '#web/call.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'

const { requester } = tickets.fields

/** Chooses the requester among users of the ticket's client. */
export function RequesterInput({ form }: { readonly form: Form }) {
  const able = can(useUser(), listRequesters.id)
  const { client_id: client, requester_id: value } = form.values
  const enabled = able && typeof client === 'number'
  const { data, isPending } = useAnswer(listRequesters, { query: { client_id: String(client) } }, { enabled })
  const options = (data?.data ?? []).map(({ id, name, email }) => ({
    value: String(id),
    label: email ? `${name} (${email})` : name,
  }))
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
