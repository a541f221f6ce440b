import { Button, CloseButton, Group, Popover, Select, Stack, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Field } from '#kernel/field.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { keyboardOf } from '#web/kinds/keyboard.ts'
import { useRefName } from '#web/kinds/useRef.ts'
import {
  filterable,
  filterName,
  filtersIn,
  type AddressChange,
  type ChosenFilter,
  type Search,
} from '#web/table/address.ts'
import { filterValue, filterWords, ranged } from '#web/table/filter.ts'
import styles from '#web/table/list.module.css'

interface Props {
  readonly resource: AnyResource
  readonly search: Search
  /** Whether the reader is not of the house: internal fields are then no filter. */
  readonly outside: boolean
  readonly onChange: (by: AddressChange) => void
}
const states = { all: 'Ativos e inativos', true: 'Só ativos', false: 'Só inativos' } as const
const dataOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))
/** Lists open inside the popover, or choosing from one would close it. */
const inside = { withinPortal: false } as const

/** What narrows the list, as words that can be taken away, and a way to add one more. */
export function Filters({ resource, search, outside, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const fields = filterable(resource, outside)
  const field = fields.find(([name]) => name === key)?.[1]
  const apply = (by: AddressChange) => {
    onChange(by)
    setOpen(false)
    setKey(null)
  }
  const state = search.active === 'true' || search.active === 'false' ? search.active : 'all'
  return (
    <>
      {filtersIn(resource, search).map(chosen => (
        <Chip key={chosen.name} chosen={chosen} onRemove={() => onChange({ [chosen.name]: null })} />
      ))}
      {state !== 'all' && (
        <span className={styles.chip}>
          {states[state]}
          <CloseButton
            size="xs"
            aria-label={`Tirar o filtro ${states[state]}`}
            onClick={() => onChange({ active: null })}
          />
        </span>
      )}
      <Popover opened={open} onChange={setOpen} width={320} position="bottom-start" trapFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            Filtrar
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filtrar a lista">
          <Stack gap="sm">
            <Select
              label="Situação"
              data={dataOf(states)}
              value={state}
              allowDeselect={false}
              comboboxProps={inside}
              onChange={value => apply({ active: value === 'all' ? null : value })}
            />
            <Select
              label="Campo"
              placeholder="Escolha um campo"
              searchable
              comboboxProps={inside}
              data={fields.map(([name, { label }]) => ({ value: name, label }))}
              value={key}
              onChange={setKey}
            />
            {key && field && <Value key={key} name={keyOf(key, field)} field={field} onApply={apply} />}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

interface ValueProps {
  /** The field's key on the wire. */
  readonly name: string
  readonly field: Field
  readonly onApply: (by: AddressChange) => void
}

/** What to compare a field with: one value to choose, or something to type. */
function Value({ name, field, onApply }: ValueProps) {
  const pick = (value: string | null) => onApply({ [filterName(name)]: value })
  const choices = field.kind === 'flag' ? { true: 'Sim', false: 'Não' } : field.options.choices
  if (field.kind === 'ref')
    return (
      <RefInput
        base={{ 'aria-label': field.label, comboboxProps: inside }}
        name="filtro"
        field={field}
        value={null}
        onChange={id => pick(id === null ? null : String(id))}
      />
    )
  if (choices)
    return (
      <Select
        aria-label={field.label}
        placeholder="Escolha"
        data={dataOf(choices)}
        comboboxProps={inside}
        onChange={pick}
      />
    )
  return <Typed name={name} field={field} onApply={onApply} />
}

const isDated = ({ kind }: Field) => kind === 'date' || kind === 'instant'

function Typed({ name, field, onApply }: ValueProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [wrong, setWrong] = useState<string | null>(null)
  const parts = ranged.has(field.kind) ? ({ gte: 'De', lte: 'Até' } as const) : ({ eq: field.label } as const)
  const submit = () => {
    const filled = Object.entries(typed).filter(([, text]) => text.trim() !== '')
    const read = filled.map(([test, text]) => [test, filterValue(field, text)] as const)
    const bad = read.find(([, value]) => value === null)
    setWrong(bad?.[0] ?? null)
    if (!bad && read.length) onApply(Object.fromEntries(read.map(([test, value]) => [filterName(name, test), value])))
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Group grow align="start" gap="sm">
        {Object.entries(parts).map(([test, label]) => (
          <TextInput
            key={test}
            label={label}
            placeholder={isDated(field) ? 'dd/mm/aaaa' : undefined}
            inputMode={ranged.has(field.kind) ? keyboardOf(field.kind) : undefined}
            error={wrong === test && 'Confira este valor.'}
            value={typed[test] ?? ''}
            onChange={e => setTyped({ ...typed, [test]: e.currentTarget.value })}
          />
        ))}
      </Group>
      <Button type="submit" mt="sm" fullWidth>
        Aplicar
      </Button>
    </form>
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
