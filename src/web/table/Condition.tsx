import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useState, type ClipboardEvent } from 'react'
import { companyToken, dayTokens, joinValues, meToken, type FilterTest } from '#kernel/condition.ts'
import type { Field } from '#kernel/field.ts'
import { isBare } from '#kernel/format.ts'
import { keyOf } from '#kernel/resource.ts'
import { keyboardOf } from '#web/kinds/keyboard.ts'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { isCompany, isPerson } from '#web/kinds/targets.ts'
import { changeSearch, nextFilterName, type AddressChange, type Search } from '#web/table/address.ts'
import { conditionsOf, type ConditionName } from '#web/table/conditions.ts'
import { filterValue, ranged } from '#web/table/filter.ts'
import { pastedValues, shortValue, whyTooMany } from '#web/table/pasted.ts'

interface Props {
  readonly name: string
  readonly field: Field
  readonly search: Search
  /** The group of alternatives that it joins; 0 for none. */
  readonly group: number
  readonly onApply: (by: AddressChange) => void
}
interface ConditionProps extends Omit<Props, 'name' | 'group'> {
  /** The name in the address of a condition that compares so. */
  readonly nameOf: (test: FilterTest) => string
  readonly how: ConditionName
}
const { amanha: _tomorrow, 'proximo-mes': _next, ...pastTokens } = dayTokens
/** Lists open inside the popover, or choosing from one would close it. */
const inside = { withinPortal: false } as const
const dataOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))
const isDated = ({ kind }: Field) => kind === 'date' || kind === 'instant'

/** How a field is compared, and with what. */
export function Condition({ name, field, search, group, onApply }: Props) {
  const conditions = conditionsOf(field)
  const [how, choose] = useState<ConditionName>(conditions[0]?.[0] ?? 'eq')
  const [pasted, paste] = useState('')
  const nameOf = (test: FilterTest) => nextFilterName(search, keyOf(name, field), test, group)
  const props = { field, search, onApply, how, nameOf }
  const takeList = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (how === 'list' || !conditions.some(([each]) => each === 'list') || pastedValues(text).length < 2) return
    event.preventDefault()
    paste(text)
    choose('list')
  }
  return (
    <Stack gap="sm" onPaste={takeList}>
      {conditions.length > 1 && (
        <Select
          label="Condição"
          data={conditions.map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          comboboxProps={inside}
          value={how}
          onChange={chosen => choose(conditions.find(([each]) => each === chosen)?.[0] ?? how)}
        />
      )}
      {how === 'list' ? (
        <ListValue key={pasted} {...props} pasted={pasted} />
      ) : how === 'empty' || how === 'full' ? (
        <Button onClick={() => onApply({ [nameOf('empty')]: String(how === 'empty') })}>Aplicar</Button>
      ) : field.kind === 'ref' || field.kind === 'flag' || field.options.choices ? (
        <ChosenValue {...props} />
      ) : (
        <TypedValue key={how} {...props} />
      )}
    </Stack>
  )
}

/** One value of those there are, applied as it is chosen. */
function ChosenValue({ field, nameOf, how, onApply }: ConditionProps) {
  const test: FilterTest = how === 'not' ? 'not' : 'eq'
  const pick = (value: string | null) => onApply({ [nameOf(test)]: value })
  if (field.kind === 'ref')
    return (
      <>
        <RefInput
          base={{ 'aria-label': field.label, comboboxProps: inside }}
          name="filtro"
          field={field}
          value={null}
          onChange={id => pick(id === null ? null : String(id))}
        />
        {isPerson(field.options.to) && (
          <Button variant="default" onClick={() => pick(meToken)}>
            Eu
          </Button>
        )}
        {isCompany(field.options.to) && (
          <Button variant="default" onClick={() => pick(companyToken)}>
            Minha empresa
          </Button>
        )}
      </>
    )
  const choices = field.kind === 'flag' ? { true: 'Sim', false: 'Não' } : (field.options.choices ?? {})
  return (
    <Select
      aria-label={field.label}
      placeholder="Escolha"
      data={dataOf(choices)}
      comboboxProps={inside}
      onChange={pick}
    />
  )
}

/** Many values, one a line; blank ones and repeated ones are left out. */
function ListValue({ field, nameOf, search, onApply, pasted }: ConditionProps & { readonly pasted: string }) {
  const [typed, setTyped] = useState(pasted)
  const [wrong, setWrong] = useState<string | null>(null)
  const isNumber = field.kind === 'integer'
  function submit() {
    const values = pastedValues(typed).map(value => (isBare(field) ? shortValue(value) : value))
    const strange = values.find(value => filterValue(field, value, isNumber ? 'eq' : 'is') === null)
    const by = { [nameOf(isNumber ? 'in' : 'is')]: joinValues(values) }
    const why =
      values.length === 0
        ? 'Cole um valor por linha.'
        : strange === undefined
          ? whyTooMany(values, changeSearch(search, by))
          : `Confira “${strange}”.`
    setWrong(why)
    if (!why) onApply(by)
  }
  return (
    <>
      <Textarea
        label={field.label}
        description="Um por linha, ou com vírgula ou ponto e vírgula entre eles"
        rows={6}
        value={typed}
        error={wrong}
        onChange={e => setTyped(e.currentTarget.value)}
      />
      <Button onClick={submit}>Aplicar</Button>
    </>
  )
}

/** A value to type, or the first and the last. */
function TypedValue({ field, nameOf, how, onApply }: ConditionProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [wrong, setWrong] = useState<string | null>(null)
  const one: FilterTest = how === 'between' || how === 'list' || how === 'full' ? 'eq' : how
  const parts: Partial<Record<FilterTest, string>> =
    how === 'between' ? { gte: 'De', lte: 'Até' } : { [one]: field.label }
  const inputs = (['gte', 'lte', 'gt', 'lt', 'eq', 'is', 'not', 'contains', 'starts'] as const).flatMap(test => {
    const label = parts[test]
    return label === undefined ? [] : [{ test, label }]
  })
  const submit = () => {
    const filled = inputs.filter(({ test }) => (typed[test] ?? '').trim() !== '')
    const read = filled.map(({ test }) => ({ test, value: filterValue(field, typed[test] ?? '', test) }))
    const bad = read.find(({ value }) => value === null)
    setWrong(bad?.test ?? null)
    if (!bad && read.length) onApply(Object.fromEntries(read.map(({ test, value }) => [nameOf(test), value])))
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Group grow align="start" gap="sm">
        {inputs.map(({ test, label }) => (
          <TextInput
            key={test}
            label={label}
            placeholder={isDated(field) ? 'dd/mm/aaaa' : undefined}
            inputMode={ranged.has(field.kind) && !isDated(field) ? keyboardOf(field.kind) : undefined}
            error={wrong === test && 'Confira este valor.'}
            value={typed[test] ?? ''}
            onChange={e => setTyped({ ...typed, [test]: e.currentTarget.value })}
          />
        ))}
      </Group>
      <Button type="submit" mt="sm" fullWidth>
        Aplicar
      </Button>
      {isDated(field) && (how === 'between' || how === 'eq') && (
        <Group gap="xs" mt="sm">
          {Object.entries(field.options.past ? pastTokens : dayTokens).map(([token, words]) => (
            <Button key={token} size="compact-sm" variant="default" onClick={() => onApply({ [nameOf('eq')]: token })}>
              {words.charAt(0).toUpperCase() + words.slice(1)}
            </Button>
          ))}
        </Group>
      )}
    </form>
  )
}
