import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  coordinate,
  degreesOf,
  fitsBrazil,
  readPoint,
  sixDecimals,
  type Axis,
  type Point,
  type PointReading,
} from '#kernel/coordinates.ts'
import type { InputProps } from '#web/kinds/Input.tsx'

interface Props extends InputProps {
  readonly axis: Axis
  /** Its name, its error, and what is said when it is left. */
  readonly base: { readonly onBlur: () => void }
}

/**
 * Half of a place, typed in any usual form and shown in two. Both halves, or the address of a map, may be pasted into either:
 * what was changed in them is told, and what they may mean in several ways is asked.
 */
export function CoordinateField({ axis, base, value, onChange, onPoint }: Props) {
  const [typing, setTyping] = useState<string | null>(null)
  const [reading, setReading] = useState<PointReading | null>(null)
  const number = typeof value === 'number' ? value : null
  const typed = typing ?? (number === null ? (typeof value === 'string' ? value : '') : sixDecimals(number))

  function type(text: string) {
    setTyping(text)
    // What is no coordinate stays as it was typed, for the check to name it.
    onChange(text.trim() === '' ? null : (coordinate(text, axis) ?? text))
  }
  /** Whether the text was both halves: asked once it is whole, for '-22,9 -4' is one too while '-47' is being typed. */
  function place(text: string): boolean {
    const whole = onPoint && coordinate(text, axis) === null ? readPoint(text) : null
    setReading(whole)
    if (!whole || !('at' in whole)) return false
    choose(whole.at)
    return true
  }
  const choose = (at: Point) => {
    setTyping(null)
    onPoint?.(at)
  }
  const turn = (to: number) => {
    setTyping(null)
    onChange(to)
  }
  const abroad = reading === null && number !== null && !fitsBrazil(number, axis)
  return (
    <>
      <TextInput
        {...base}
        value={typed}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={number === null ? undefined : degreesOf(number, axis)}
        classNames={{ input: 'num' }}
        onChange={event => {
          const text = event.currentTarget.value
          const pasted = event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType === 'insertFromPaste'
          if (pasted && place(text)) return
          if (!pasted) setReading(null)
          type(text)
        }}
        onBlur={() => {
          if (typing !== null && place(typing)) return
          if (number !== null) setTyping(null)
          base.onBlur()
        }}
      />
      <div role="status">
        {reading && 'changed' in reading && <Text className="meta">{reading.changed}</Text>}
        {reading && 'asked' in reading && (
          <Question
            text={reading.asked}
            answers={reading.among.map(({ at, said }) => [said, () => (setReading(null), choose(at))])}
          />
        )}
        {abroad && (
          <Question
            text="Fica fora do Brasil."
            answers={fitsBrazil(-number, axis) ? [[`Usar ${sixDecimals(-number)}`, () => turn(-number)]] : []}
          />
        )}
      </div>
    </>
  )
}

interface QuestionProps {
  readonly text: string
  readonly answers: readonly (readonly [label: string, choose: () => void])[]
}
const Question = ({ text, answers }: QuestionProps) => (
  <Group gap={4} mt={4}>
    <Text className="meta">{text}</Text>
    {answers.map(([label, choose]) => (
      <Button key={label} variant="default" size="compact-sm" onClick={choose}>
        {label}
      </Button>
    ))}
  </Group>
)
