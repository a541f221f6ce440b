import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Field } from '#kernel/field.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { keyboardOf } from '#web/kinds/keyboard.ts'
import { filterable, filterName, type AddressChange } from '#web/table/address.ts'
import { activeStates, filterValue, ranged } from '#web/table/filter.ts'

interface Props {
  readonly resource: AnyResource
  readonly state: string
  readonly outside: boolean
  /** The name of the field chosen last. */
  readonly chosen: string | null
  readonly onChoose: (name: string | null) => void
  readonly onApply: (by: AddressChange) => void
}
const dataOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))
/** Lists open inside the popover, or choosing from one would close it. */
const inside = { withinPortal: false } as const

/** The way to add one more filter: by a field, and by what it is compared with. */
export default function FilterBox({ resource, state, outside, chosen, onChoose, onApply }: Props) {
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
        data={dataOf(activeStates)}
        value={state}
        allowDeselect={false}
        comboboxProps={inside}
        onChange={value => onApply({ active: value === 'all' ? null : value })}
      />
      <Select
        label="Campo"
        placeholder="Escolha um campo"
        searchable
        comboboxProps={inside}
        data={fields.map(([name, { label }]) => ({ value: name, label }))}
        value={chosen}
        onChange={onChoose}
      />
      {chosen && field && <Value key={chosen} name={keyOf(chosen, field)} field={field} onApply={onApply} />}
    </Stack>
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
