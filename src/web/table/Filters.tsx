import { Button, CloseButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { splitValues } from '#kernel/condition.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { useRefName } from '#web/kinds/useRef.ts'
import { chunk } from '#web/route/chunk.ts'
import { filtersIn, type AddressChange, type ChosenFilter, type Search } from '#web/table/address.ts'
import { activeStates, filterWords } from '#web/table/filter.ts'
import { LatePopover } from '#web/ui/LatePopover.tsx'
import styles from '#web/table/list.module.css'

const FilterBox = lazy(() => chunk(() => import('#web/table/FilterBox.tsx')))

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
  const apply = (by: AddressChange) => {
    onChange(by)
    setOpen(false)
    setKey(null)
  }
  const state = search.active === 'true' || search.active === 'false' ? search.active : 'all'
  return (
    <>
      {filtersIn(resource, search).map(chosen => (
        <Chip
          key={chosen.names.join()}
          chosen={chosen}
          onRemove={() => onChange(Object.fromEntries(chosen.names.map(name => [name, null])))}
        />
      ))}
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
        onChange={setOpen}
        width={320}
        position="bottom-start"
        trapFocus
        dropdown={{ 'aria-label': 'Filtrar a lista' }}
        target={
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            Filtrar
          </Button>
        }
      >
        <Suspense>
          <FilterBox
            resource={resource}
            search={search}
            state={state}
            outside={outside}
            chosen={key}
            onChoose={setKey}
            onApply={apply}
          />
        </Suspense>
      </LatePopover>
    </>
  )
}

function Chip({ chosen, onRemove }: { readonly chosen: ChosenFilter; readonly onRemove: () => void }) {
  const { field, value } = chosen
  const [label, words] = filterWords(chosen)
  const name = useRefName(field, Number(value))
  return (
    <span className={styles.chip}>
      {label} <strong>{field.kind === 'ref' && Number(value) ? name : words}</strong>
      <CloseButton size="xs" aria-label={`Tirar o filtro ${field.label}`} onClick={onRemove} />
    </span>
  )
}
