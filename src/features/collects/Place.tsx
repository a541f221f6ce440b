import { ActionIcon, Button } from '@mantine/core'
import { IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, useCallback, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { AccessRow, numbers } from '#features/collects/AccessRow.tsx'
import { collects } from '#features/collects/collects.ts'
import {
  insertAt,
  kinds,
  lineAfter,
  linesOf,
  nameFor,
  removeAt,
  replaceAt,
  totalOf,
  type Line,
} from '#features/collects/lines.ts'
import { saidTotal, underRow } from '#features/collects/said.ts'
import { fieldOf, type Options } from '#features/collects/useKinds.web.ts'
import { useRefName } from '#web/kinds/useRef.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/collects/accesses.module.css'

const city = collects.fields.locations.options.shape?.city ?? collects.fields.client

interface Props {
  readonly location: Line
  readonly at: number
  readonly options: Options
  /** What is refused anywhere in the form, by its whole name; only what concerns this municipality. */
  readonly wrong: Readonly<Record<string, string>>
  readonly readOnly: boolean
  readonly startsOpen: boolean
  readonly onEdit: (at: number, change: (location: Line) => Line) => void
  readonly onLeave: () => void
  readonly onRemove: (at: number) => void
}

/** A municipality and its accesses. Enter goes to the next line, and past the last one makes another. */
export const Place = memo(function Place({
  location,
  at,
  options,
  wrong,
  readOnly,
  startsOpen,
  onEdit,
  onLeave,
  onRemove,
}: Props) {
  const [chosen, choose] = useState<boolean | null>(null)
  const id = `locations.${at}`
  const lines = linesOf(location.accesses)
  const brought = nameFor(location.city, location.city_id)
  const asked = useRefName(city, brought ? 0 : Number(location.city_id))
  const name = brought || asked
  const open = Object.keys(wrong).length > 0 || (chosen ?? startsOpen)

  const edit = useCallback(
    (change: (lines: readonly Line[]) => readonly Line[]) =>
      onEdit(at, now => ({ ...now, accesses: change(linesOf(now.accesses)) })),
    [at, onEdit],
  )
  const change = useCallback((row: number, line: Line) => edit(now => replaceAt(now, row, line)), [edit])
  const remove = useCallback(
    (row: number) =>
      edit(now => {
        const line = now[row]
        if (line) toast('Linha retirada', { type: 'info', undo: () => edit(later => insertAt(later, row, line)) })
        return removeAt(now, row)
      }),
    [edit],
  )
  const focus = (row: number, column: string) => document.getElementById(`${id}.accesses.${row}.${column}`)?.focus()
  const add = (column: string) => {
    flushSync(() => edit(now => [...now, lineAfter(now.at(-1))]))
    focus(lines.length, column)
  }
  function move(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    const column = target.dataset.column ?? ''
    const row = Number(target.id.split('.')[3])
    const typed = target instanceof HTMLInputElement
    if (key === 'Enter') {
      event.preventDefault()
      if (row < lines.length - 1) focus(row + 1, column)
      else add(lines[row]?.[column] === null ? column : 'speed')
    } else if (typed && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      focus(row + (key === 'ArrowDown' ? 1 : -1), column)
    } else if (event.ctrlKey && key === 'Delete') {
      event.preventDefault()
      flushSync(() => remove(row))
      focus(Math.max(0, Math.min(row, lines.length - 2)), column)
    }
  }

  return (
    <section className={styles.place} aria-labelledby={`${id}.name`} data-open={open || undefined}>
      <header>
        <h3 id={`${id}.name`}>
          <button type="button" id={`${id}.city_id`} aria-expanded={open} onClick={() => choose(!open)}>
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
            {name}
          </button>
        </h3>
        <span className={styles.total}>{saidTotal(totalOf(location))}</span>
        {!readOnly && (
          <ActionIcon aria-label={`Retirar ${name}`} onClick={() => onRemove(at)}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </header>
      {wrong[`${id}.city_id`] && <p className={styles.refused}>{wrong[`${id}.city_id`]}</p>}
      {open && (
        <div className={styles.scroll}>
          <table data-readonly={readOnly || undefined}>
            <caption className="sr-only">Acessos em {name}</caption>
            <thead>
              <tr>
                {[...kinds, ...numbers].map(key => (
                  <th key={key} scope="col" className={key === 'speed' || key === 'amount' ? 'num' : undefined}>
                    {fieldOf(key)?.label}
                  </th>
                ))}
                {!readOnly && (
                  <th scope="col">
                    <span className="sr-only">Retirar</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody
              onKeyDown={readOnly ? undefined : move}
              onBlur={e => e.currentTarget.contains(e.relatedTarget) || onLeave()}
            >
              {lines.map((line, row) => (
                <AccessRow
                  key={row}
                  name={`${id}.accesses.${row}`}
                  line={line}
                  at={row}
                  options={options}
                  wrong={underRow(wrong, `${id}.accesses.${row}`)}
                  readOnly={readOnly}
                  onChange={change}
                  onRemove={remove}
                />
              ))}
            </tbody>
          </table>
          {lines.length === 0 && readOnly && <p className="meta">Nenhum acesso neste município.</p>}
          {!readOnly && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              onClick={() => add(lines.length ? 'speed' : 'client_type_id')}
            >
              Adicionar linha
            </Button>
          )}
        </div>
      )}
    </section>
  )
})
