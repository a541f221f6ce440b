import { Select, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { filterable, type AddressChange, type Search } from '#web/table/address.ts'
import { Condition } from '#web/table/Condition.tsx'
import { activeStates } from '#web/table/filter.ts'

interface Props {
  readonly resource: AnyResource
  readonly search: Search
  readonly state: string
  readonly outside: boolean
  /** The name of the field chosen last. */
  readonly chosen: string | null
  readonly onChoose: (name: string | null) => void
  readonly onApply: (by: AddressChange) => void
}

/** The way to add one more filter: by a field, how it compares, and with what. */
export default function FilterBox({ resource, search, state, outside, chosen, onChoose, onApply }: Props) {
  const fields = filterable(resource, outside)
  const field = fields.find(([name]) => name === chosen)?.[1]
  const first = useRef<HTMLInputElement>(null)
  // The box around it took the focus before it came.
  useEffect(() => first.current?.focus(), [])
  return (
    <Stack gap="sm">
      <Select
        ref={first}
        label="Situação"
        data={Object.entries(activeStates).map(([value, label]) => ({ value, label }))}
        value={state}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={value => onApply({ active: value === 'all' ? null : value })}
      />
      <Select
        label="Campo"
        placeholder="Escolha um campo"
        searchable
        comboboxProps={{ withinPortal: false }}
        data={fields.map(([name, { label }]) => ({ value: name, label }))}
        value={chosen}
        onChange={onChoose}
      />
      {chosen && field && <Condition key={chosen} name={chosen} field={field} search={search} onApply={onApply} />}
    </Stack>
  )
}
