import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { decimals, degreesOf, pointIn, sixDecimals, type Axis, type Point } from '#kernel/coordinates.ts'
import { readTyped } from '#kernel/place/address.ts'
import { doubtOf, type PlaceDoubt } from '#kernel/place/doubt.ts'
import type { PointReading } from '#kernel/place/place.ts'
import type { InputProps } from '#web/kinds/input-props.ts'

interface Props extends InputProps {
  readonly axis: Axis
  /** The input's name, its error, and its handler of blur. */
  readonly base: { readonly onBlur: () => void }
}
interface PlaceQuestion {
  readonly text: string
  readonly answers: readonly (readonly [label: string, choose: () => void])[]
}

/**
 * Edits half of a place, typed in any usual form and shown in two. Both halves, or the address of a map, may be pasted into
 * either: it shows what it changed in them, and asks where they are ambiguous. The second half asks about the two of them.
 */
export function CoordinateField({ axis, base, value, other, onChange, onPoint }: Props) {
  const [typing, setTyping] = useState<string | null>(null)
  const [asked, ask] = useState<PlaceQuestion | null>(null)
  const [changed, tell] = useState<string | null>(null)
  const number = typeof value === 'number' ? value : null
  const typed = typing ?? (number === null ? (typeof value === 'string' ? value : '') : sixDecimals(number))

  function type(text: string) {
    setTyping(text)
    const read = readTyped(text, axis)
    // What is no coordinate stays as it was typed, for the check to name it.
    onChange(text.trim() === '' ? null : 'degrees' in read ? read.degrees : text)
  }
  /** Whether the text was both halves. The text must be complete: '-22,9 -4' is a pair too while '-47' is being typed. */
  function settle(text: string): boolean {
    const read = readTyped(text, axis)
    ask(null)
    tell(null)
    if ('signs' in read) ask({ text: read.asked, answers: read.signs.map(to => [sixDecimals(to), () => turn(to)]) })
    if (!onPoint || 'degrees' in read || 'signs' in read || 'why' in read) return false
    const { asked: question, among, changed: note } = choicesOf(read)
    if (question) ask({ text: question, answers: among.map(at => [decimals(at), () => choose(at)]) })
    else among.forEach(choose)
    tell(note)
    return !question
  }
  function turn(to: number) {
    ask(null)
    setTyping(null)
    onChange(to)
  }
  function choose(at: Point) {
    ask(null)
    setTyping(null)
    onPoint?.(at)
  }
  const at = axis === 'lng' ? pointIn({ lat: other, lng: value }) : null
  const doubt = at && asked === null && typing === null ? doubtOf(at) : null
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
          if (pasted && settle(text)) return
          if (!pasted) {
            ask(null)
            tell(null)
          }
          type(text)
        }}
        onBlur={() => {
          if (typing !== null && settle(typing)) return
          if (number !== null) setTyping(null)
          base.onBlur()
        }}
      />
      <div role="status">
        {changed && <Text className="meta">{changed}</Text>}
        {asked && <Question {...asked} />}
        {doubt && onPoint && (
          <Question
            text={questionOf(doubt)}
            answers={doubt.among.map(cure => [`Usar ${cure.said}`, () => choose(cure.at)])}
          />
        )}
      </div>
    </>
  )
}

const questionOf = ({ said, among }: PlaceDoubt) => (among.length ? `${said} Qual é o certo?` : said)

/** Answers what a reading offers: its one point if there is no question, else the points to choose from, the typed one last. */
function choicesOf(reading: Exclude<PointReading, { readonly why: string }>) {
  if ('asked' in reading) return { asked: reading.asked, among: reading.among.map(({ at }) => at), changed: null }
  const { at, changed = null } = reading
  const doubt = doubtOf(at)
  const cures = doubt?.among.map(cure => cure.at) ?? []
  return { asked: doubt && questionOf(doubt), among: doubt?.kind === 'zero' ? [] : [...cures, at], changed }
}

const Question = ({ text, answers }: PlaceQuestion) => (
  <Group gap={4} mt={4}>
    <Text className="meta">{text}</Text>
    {answers.map(([label, choose]) => (
      <Button key={label} variant="default" size="compact-sm" onClick={choose}>
        {label}
      </Button>
    ))}
  </Group>
)
