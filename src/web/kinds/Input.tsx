import { Checkbox, MultiSelect, PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import '#web/theme/typed.css'
import { useState, type ReactNode } from 'react'
import type { Kind } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { showDate, showDecimal, showInstant, showInteger } from '#kernel/show.ts'
import { typedDate, typedNumber } from '#kernel/typed.ts'
import { CoordinateField } from '#web/kinds/CoordinateField.tsx'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { MetasInput } from '#web/kinds/MetasInput.tsx'
import { LinesInput } from '#web/kinds/LinesInput.tsx'
import type { InputProps } from '#web/kinds/input-props.ts'
import { keyboardOf } from '#web/kinds/keyboard.ts'
import { labelOf, mustBeFilled } from '#web/kinds/label.tsx'
import { latePart } from '#web/ui/latePart.tsx'

const RichInput = latePart(() => import('#web/kinds/RichInput.tsx'))

/** What every input is given: how it is called, what helps, what is wrong. */
const inputProps = ({ name, field, errorOf, bare, onBlur }: InputProps) => ({
  id: name,
  name,
  ...(bare ? { 'aria-label': field.label } : { label: labelOf(field), description: field.options.hint || undefined }),
  error: errorOf?.(name),
  'aria-required': mustBeFilled(field) || undefined,
  'aria-invalid': errorOf?.(name) !== undefined,
  onBlur: () => onBlur?.(name),
})
const words = (value: unknown) => (typeof value === 'string' ? value : '')

const inputs = {
  text: props => <TextField {...props} />,
  longtext: props => (
    <Textarea
      {...inputProps(props)}
      autosize
      minRows={2}
      maxRows={12}
      value={words(props.value)}
      onChange={e => props.onChange(e.currentTarget.value)}
    />
  ),
  richtext: props => <RichInput {...props} />,
  integer: props => <NumberField {...props} show={props.field.options.plain ? String : showInteger} />,
  decimal: props =>
    props.field.options.axis ? (
      <CoordinateField {...props} axis={props.field.options.axis} base={inputProps(props)} />
    ) : (
      <NumberField {...props} show={showDecimal} />
    ),
  money: props => <NumberField {...props} show={value => showDecimal(value, 2)} />,
  percent: props => <NumberField {...props} show={value => showDecimal(value, 2)} />,
  flag: props => (
    <Checkbox
      {...inputProps(props)}
      mt={props.bare ? 0 : 22}
      checked={props.value === true}
      onChange={e => props.onChange(e.currentTarget.checked)}
    />
  ),
  date: props => <DateField {...props} />,
  instant: props => <TextInput {...inputProps(props)} readOnly value={showInstant(words(props.value))} />,
  choice: props => (
    <Select
      {...inputProps(props)}
      data={Object.entries(props.field.options.choices ?? {}).map(([value, label]) => ({ value, label }))}
      value={words(props.value) || null}
      searchable={Object.keys(props.field.options.choices ?? {}).length > 7}
      clearable={!props.field.required}
      allowDeselect={false}
      onChange={props.onChange}
    />
  ),
  ref: props => <RefInput {...props} base={inputProps(props)} />,
  words: props => {
    const value = Array.isArray(props.value) ? props.value.map(String) : []
    const { choices } = props.field.options
    if (choices)
      return <MultiSelect {...inputProps(props)} data={Object.keys(choices)} value={value} onChange={props.onChange} />
    return (
      <TagsInput
        {...inputProps(props)}
        value={value}
        maxTags={20}
        splitChars={[',', ';']}
        acceptValueOnBlur
        onChange={props.onChange}
      />
    )
  },
  metas: props => <MetasInput {...props} Input={Input} />,
  many: props => <LinesInput {...props} Input={Input} />,
} satisfies Record<Kind, (props: InputProps) => ReactNode>

/** The input of a field, whatever its kind. */
export const Input = (props: InputProps): ReactNode => <>{inputs[props.field.kind](props)}</>

function TextField(props: InputProps) {
  const { field, value, onChange } = props
  const format = field.options.format ? formats[field.options.format] : undefined
  const shown = format?.mask ? format.mask(words(value)) : words(value)
  const Line = field.options.format === 'password' ? PasswordInput : TextInput
  return (
    <Line
      {...inputProps(props)}
      value={shown}
      inputMode={format?.inputMode}
      autoComplete={field.options.format === 'password' ? 'new-password' : 'off'}
      onChange={e => onChange(e.currentTarget.value)}
    />
  )
}

/** Typed as people write, '1.234,5'; shown in full once left. */
function NumberField({ show, ...props }: InputProps & { readonly show: (value: number) => string }) {
  const { value, onChange } = props
  const [typing, setTyping] = useState<string | null>(null)
  const shown = typing ?? (typeof value === 'number' ? show(value) : words(value))
  const base = inputProps(props)
  return (
    <TextInput
      {...base}
      value={shown}
      inputMode={keyboardOf(props.field.kind)}
      classNames={{ input: 'num' }}
      onChange={e => {
        const typed = e.currentTarget.value
        setTyping(typed)
        // What is no number stays as it was typed, for the check to name it.
        onChange(typed.trim() === '' ? null : (typedNumber(typed) ?? typed))
      }}
      onBlur={() => {
        setTyping(null)
        base.onBlur()
      }}
    />
  )
}

function DateField(props: InputProps) {
  const { value, onChange } = props
  const [typing, setTyping] = useState<string | null>(null)
  const base = inputProps(props)
  return (
    <TextInput
      {...base}
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      value={typing ?? showDate(words(value))}
      onChange={e => {
        const typed = e.currentTarget.value
        setTyping(typed)
        onChange(typed.trim() === '' ? null : (typedDate(typed, props.field.options.past) ?? typed))
      }}
      onBlur={() => {
        setTyping(null)
        base.onBlur()
      }}
    />
  )
}
