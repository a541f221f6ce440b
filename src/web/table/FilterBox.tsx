import { Select, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { filterable, type AddressChange, type ChosenFilter, type Search } from '#web/table/address.ts'
import { Condition } from '#web/table/Condition.tsx'
import { activeStates } from '#web/table/filter.ts'
import { FilterText } from '#web/table/FilterChips.tsx'
import styles from '#web/table/list.module.css'

interface Props {
  readonly resource: AnyResource
  readonly search: Search
  readonly state: string
  readonly outside: boolean
  /** The name of the field chosen last. */
  readonly chosen: string | null
  /** The filter to which this one is an alternative, and their group; null where it narrows further. */
  readonly beside: { readonly filter: ChosenFilter; readonly group: number } | null
  readonly onChoose: (name: string | null) => void
  readonly onApply: (by: AddressChange) => void
}

/** The way to add one more filter: by a field, how it compares, and with what. */
export default function FilterBox({ resource, search, state, outside, chosen, beside, onChoose, onApply }: Props) {
  const fields = filterable(resource, outside)
  const field = fields.find(([name]) => name === chosen)?.[1]
  const first = useRef<HTMLInputElement>(null)
  // The box around it took the focus before it came.
  useEffect(() => first.current?.focus(), [])
  return (
    <Stack gap="sm">
      {beside ? (
        <p className={styles.beside}>
          <FilterText filter={beside.filter} /> ou:
        </p>
      ) : (
        <Select
          ref={first}
          label="Situação"
          data={Object.entries(activeStates).map(([value, label]) => ({ value, label }))}
          value={state}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={value => onApply({ active: value === 'all' ? null : value })}
        />
      )}
      <Select
        {...(beside && { ref: first })}
        label="Campo"
        placeholder="Escolha um campo"
        searchable
        comboboxProps={{ withinPortal: false }}
        data={fields.map(([name, { label }]) => ({ value: name, label }))}
        value={chosen}
        onChange={onChoose}
      />
      {chosen && field && (
        <Condition
          key={chosen}
          name={chosen}
          field={field}
          search={search}
          group={beside?.group ?? 0}
          onApply={onApply}
        />
      )}
    </Stack>
  )
}
