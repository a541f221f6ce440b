import { Button, CloseButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { splitValues } from '#kernel/condition.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { changeSearch, groupFor, type AddressChange, type ChosenFilter, type Search } from '#web/table/address.ts'
import { activeStates } from '#web/table/filter.ts'
import { FilterChips } from '#web/table/FilterChips.tsx'
import { LatePopover } from '#web/ui/LatePopover.tsx'
import styles from '#web/table/list.module.css'
import { latePart } from '#web/ui/latePart.tsx'

const FilterBox = latePart(() => import('#web/table/FilterBox.tsx'))

interface Props {
  readonly resource: AnyResource
  readonly search: Search
  /** Whether the reader is outside the consultancy: internal fields are then no filter. */
  readonly outside: boolean
  readonly onChange: (by: AddressChange) => void
}

/** What narrows the list, as words that can be taken away, and a way to add one more. */
export function Filters({ resource, search, outside, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const [beside, setBeside] = useState<ChosenFilter | null>(null)
  const joined = beside && groupFor(search, beside)
  const show = (opened: boolean, to: ChosenFilter | null = null) => {
    setOpen(opened)
    setKey(null)
    setBeside(to)
  }
  const apply = (by: AddressChange) => {
    onChange({ ...joined?.moved, ...by })
    show(false)
  }
  const state = search.active === 'true' || search.active === 'false' ? search.active : 'all'
  return (
    <>
      <FilterChips resource={resource} search={search} onChange={onChange} onOr={chosen => show(true, chosen)} />
      {search.any && (
        <span className={styles.chip}>
          Um destes: <strong>{splitValues(search.any).length} valores</strong>
          <CloseButton size="xs" aria-label="Tirar a lista de valores" onClick={() => onChange({ any: null })} />
        </span>
      )}
      {state !== 'all' && (
        <span className={styles.chip}>
          {activeStates[state]}
          <CloseButton
            size="xs"
            aria-label={`Tirar o filtro ${activeStates[state]}`}
            onClick={() => onChange({ active: null })}
          />
        </span>
      )}
      <LatePopover
        opened={open}
        onChange={opened => show(opened)}
        width={320}
        position="bottom-start"
        trapFocus
        dropdown={{ 'aria-label': 'Filtrar a lista' }}
        target={
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
            onClick={() => show(!open)}
          >
            Filtrar
          </Button>
        }
      >
        <FilterBox
          resource={resource}
          search={joined ? changeSearch(search, joined.moved) : search}
          state={state}
          outside={outside}
          chosen={key}
          beside={beside && joined && { filter: beside, group: joined.group }}
          onChoose={setKey}
          onApply={apply}
        />
      </LatePopover>
    </>
  )
}
