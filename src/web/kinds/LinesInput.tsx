import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Point } from '#kernel/coordinates.ts'
import type { Field } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'
import { newKey } from '#web/api.ts'
import { emptyDraft, type Values } from '#web/form/draft.ts'
import type { DrawsInputs, InputProps } from '#web/kinds/input-props.ts'
import { filledIn, findPlace } from '#web/kinds/place.ts'
import { knownIn } from '#web/kinds/Show.tsx'
import { isRecord } from '#web/storage.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from '#web/form/form.module.css'

/** Lines drawn at first, and each time the user requests more. */
const step = 50

/** The lines a row owns: Enter goes to the next one and, in the last, adds one; one taken away can come back. */
export function LinesInput({ name, field, value, onChange, errorOf, onBlur, Input }: InputProps & DrawsInputs) {
  const edit = useLinesInput({ name, field, value, onChange })
  const { lines, plain, nested, shown, show, add, change, place, remove, enter } = edit
  return (
    // The keys are the inputs' own, heard once for all of them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className={styles.lines} aria-label={field.label} id={name} onKeyDown={enter}>
      {lines.slice(0, shown).map((line, at) => (
        <div key={String(line.id ?? line.key ?? at)} className={styles.line}>
          <fieldset className={styles.cells} aria-label={`${field.label}, linha ${at + 1}`}>
            {plain.map(([each, input]) => {
              const key = keyOf(each, input)
              return (
                <div key={key} className={isRoomy(input) ? styles.roomy : undefined}>
                  <Input
                    name={`${name}.${at}.${key}`}
                    field={input}
                    value={line[key]}
                    known={knownIn(line, each, key)}
                    onChange={to => change(at, key, to)}
                    onPoint={point => place(at, point)}
                    other={otherHalf(line, plain, input)}
                    errorOf={errorOf}
                    onBlur={onBlur}
                  />
                </div>
              )
            })}
          </fieldset>
          <ActionIcon aria-label={`Retirar a linha ${at + 1} de ${field.label}`} onClick={() => remove(at, line)}>
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
          {nested.map(([each, input]) => (
            <div key={each} className={styles.nested}>
              <h3>{input.label}</h3>
              <LinesInput
                name={`${name}.${at}.${each}`}
                field={input}
                value={line[each]}
                onChange={to => change(at, each, to)}
                errorOf={errorOf}
                onBlur={onBlur}
                Input={Input}
              />
            </div>
          ))}
        </div>
      ))}
      <Group gap={8}>
        {!edit.isFull && (
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={add}>
            Adicionar {field.options.one ?? (lines.length ? 'outra linha' : 'linha')}
          </Button>
        )}
        {lines.length > shown && (
          <Button variant="subtle" color="gray" onClick={() => show(shown + step)}>
            Mostrar mais linhas ({lines.length - shown})
          </Button>
        )}
      </Group>
    </fieldset>
  )
}

/** Adds, changes and takes away the lines a row owns, and moves the focus among them. */
function useLinesInput({ name, field, value, onChange }: Pick<InputProps, 'name' | 'field' | 'value' | 'onChange'>) {
  const lines: readonly Values[] = Array.isArray(value) ? value.filter(isRecord) : []
  const shape = field.options.shape ?? {}
  const fields = Object.entries(shape).filter(([, each]) => each.writable)
  const plain = fields.filter(([, each]) => each.kind !== 'many')
  const nested = fields.filter(([, each]) => each.kind === 'many')
  const most = field.options.max ?? 1_000
  const [shown, show] = useState(step)
  // The toast's way back comes later, over whatever was typed since.
  const latest = useRef(lines)
  useEffect(() => {
    latest.current = lines
  })
  const added = useRef(false)
  const [first] = plain
  useEffect(() => {
    if (!added.current) return
    added.current = false
    if (first) document.getElementById(`${name}.${lines.length - 1}.${keyOf(...first)}`)?.focus()
  }, [lines.length, name, first])

  const add = () => {
    added.current = true
    show(Math.max(shown, lines.length + 1))
    onChange([...lines, { ...emptyDraft(shape), key: newKey() }])
  }
  const change = (at: number, key: string, to: unknown) => {
    onChange(lines.map((line, i) => (i === at ? { ...line, [key]: to } : line)))
    if (shape[key]?.options.format === 'zipcode') void fill(at, key, to)
  }
  /** A place pasted whole goes to the two fields that hold its halves. */
  const place = (at: number, point: Point) => {
    const halves = Object.entries(shape).flatMap(([key, { options }]) =>
      options.axis ? [[key, point[options.axis]]] : [],
    )
    onChange(lines.map((line, i) => (i === at ? { ...line, ...Object.fromEntries(halves) } : line)))
  }
  /** A CEP brings its street and city, unless the line has changed or gone meanwhile. */
  const fill = async (at: number, key: string, zip: unknown) => {
    const place = await findPlace(zip)
    if (place && latest.current[at]?.[key] === zip)
      onChange(latest.current.map((line, i) => (i === at ? filledIn(line, place) : line)))
  }
  const remove = (at: number, line: Values) => {
    onChange(lines.toSpliced(at, 1))
    toast('Linha retirada', { type: 'info', undo: () => onChange(latest.current.toSpliced(at, 0, line)) })
  }
  const enter = (event: KeyboardEvent) => {
    const input = event.target
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    if (!(input instanceof HTMLInputElement) || input.getAttribute('aria-expanded') === 'true') return
    // A form would take it for 'save'.
    event.preventDefault()
    const at = Number.parseInt(input.id.slice(name.length + 1), 10)
    if (at === most - 1) return
    if (at === lines.length - 1) add()
    else document.getElementById(input.id.replace(`${name}.${at}.`, `${name}.${at + 1}.`))?.focus()
  }
  return { lines, plain, nested, shown, isFull: lines.length >= most, show, add, change, place, remove, enter }
}

/** What the line has in the other coordinate of its place. */
const otherHalf = (line: Values, fields: readonly (readonly [string, Field])[], { options: { axis } }: Field) =>
  fields.flatMap(([key, { options }]) => (axis && options.axis && options.axis !== axis ? [line[key]] : []))[0]

/** A street, a description: what is long to write takes the room of two. */
const isRoomy = ({ kind, options }: Field) => kind === 'longtext' || (kind === 'text' && (options.max ?? 0) > 100)
