import { useMediaQuery } from '@mantine/hooks'
import { memo, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { AccessCards } from '#features/regulatory/collects/grid/Cards.tsx'
import type { GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import { Grid } from '#features/regulatory/collects/grid/Grid.tsx'
import { GridBar } from '#features/regulatory/collects/grid/GridBar.tsx'
import { useActs } from '#features/regulatory/collects/grid/useActs.web.ts'
import { useCities, type Cities } from '#features/regulatory/collects/grid/useCities.web.ts'
import { useGrid } from '#features/regulatory/collects/grid/useGrid.web.ts'
import { useLocations, type Locations, type Past } from '#features/regulatory/collects/grid/useLocations.web.ts'
import { useWantedCell } from '#features/regulatory/collects/grid/useWantedCell.web.ts'
import { totalOfAll } from '#features/regulatory/collects/coleta/lines.ts'
import { linesOf } from '#parts/line/line.ts'
import { underRows } from '#features/regulatory/collects/coleta/said.ts'
import type { WantedField } from '#features/regulatory/collects/coleta/useWanted.web.ts'
import type { Form } from '#web/form/useForm.ts'
import { Input } from '#web/kinds/Input.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import styles from '#features/regulatory/collects/grid/grid.module.css'

/** Beyond this many lines a search is worth its room. */
const fewLines = 12
const city = collects.fields.locations.options.shape?.city ?? collects.fields.client

interface Props {
  readonly form: Form
  readonly past: Past
  readonly columns: GridColumns
  readonly readOnly: boolean
  /** A field somebody was sent to: 'locations.0.accesses_ordered.3.speed', or 'locations' for the first. */
  readonly wanted: WantedField | null
  /** Municipalities something was written of, and whether it is still followed up. */
  readonly noted: ReadonlyMap<number, boolean>
  /** Sends a file instead of typing; none where the reader may not. */
  readonly onUpload?: (() => void) | undefined
  /** Why not, when it cannot be now. */
  readonly why?: ReactNode
}

/** The accesses, municipality by municipality, as a spreadsheet to type in. */
export function Accesses({ form, past, ...rest }: Props) {
  const data = useLocations(form, past)
  const cities = useCities(data.locations)
  const cards = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const wrong = useMemo(() => underRows(form.errors), [form.errors])
  return <Sheet data={data} cities={cities} cards={cards} wrong={wrong} {...rest} />
}

interface SheetProps extends Omit<Props, 'form' | 'past'> {
  readonly data: ReturnType<typeof useLocations>
  readonly cities: Cities
  readonly cards: boolean
  readonly wrong: ReturnType<typeof underRows>
}

/** What a key draws again, when it changes nothing but where the reader is. */
function Sheet({ data, cities, cards, wrong, columns, readOnly, wanted, noted, onUpload, why }: SheetProps) {
  const { locations, saved } = data
  const told = useMemo(() => new Set([...wrong.keys()].filter(at => at.includes('.'))), [wrong])
  const grid = useGrid({ data, columns, cities, told, readOnly })
  const { words, sight, unread, reach } = grid
  const savedLines = useSavedLines(saved)
  const { lines } = totalOfAll(locations)
  const empty = locations.length === 0

  useWantedCell({ wanted, columns, cards, locations, reach })
  const { whole, press } = useEmptySheet(empty, grid.press)
  const acts = useActs({ ...data, ...grid })
  const Lines = cards ? AccessCards : Grid
  return (
    // A block may be pasted anywhere in here, an empty coleta included.
    <section
      aria-label="Acessos"
      onPaste={cards ? undefined : grid.paste.paste}
      onCopy={cards ? undefined : grid.paste.copy}
      onCut={cards ? undefined : grid.paste.copy}
      onKeyDown={press}
      ref={whole}
      tabIndex={empty && !readOnly ? 0 : undefined}
    >
      <GridBar
        acts={acts}
        readOnly={readOnly}
        cards={cards}
        empty={empty}
        aside={grid.aside}
        canUndo={data.canUndo}
        canRedo={data.canRedo}
        unread={unread.length}
        words={lines > fewLines || words ? words : null}
        onUpload={onUpload}
        why={why}
      />
      {empty && (
        <EmptyState
          title="Nenhum acesso ainda"
          text={
            readOnly
              ? undefined
              : 'Envie o arquivo do provedor, cole aqui um bloco do Excel que comece pelo município, ou escolha um município para digitar.'
          }
        />
      )}
      {words && sight.items.length === 0 && <p className={styles.none}>Nada na coleta diz “{words}”.</p>}
      {sight.items.length > 0 && (
        <Lines
          grid={grid}
          locations={locations}
          savedLines={savedLines}
          names={cities.names}
          wrong={wrong}
          noted={noted}
          readOnly={readOnly}
          acts={acts}
        />
      )}
      {!readOnly && <AddPlace key={locations.length} onChoose={acts.choose} />}
    </section>
  )
}

/** The lines as they were last saved, by id. */
const useSavedLines = (saved: Locations) =>
  useMemo(
    () =>
      new Map(
        saved.flatMap(({ accesses_ordered: accesses }) => linesOf(accesses).map(line => [line.id, line] as const)),
      ),
    [saved],
  )

/** Where the grid went with its last line: the section keeps its keys, those typed in the search of a municipality apart. */
function useEmptySheet(empty: boolean, pressGrid: (event: KeyboardEvent) => void) {
  const whole = useRef<HTMLElement>(null)
  const wasEmpty = useRef(empty)
  useEffect(() => {
    if (empty && !wasEmpty.current && (document.activeElement ?? document.body) === document.body)
      whole.current?.focus()
    wasEmpty.current = empty
  }, [empty])
  const press = (event: KeyboardEvent) => event.target === whole.current && pressGrid(event)
  return { whole, press: empty ? press : undefined }
}

const AddPlace = memo(function AddPlace({ onChoose }: { readonly onChoose: (city: unknown) => void }) {
  return (
    <div className={styles.add}>
      <Input
        name="add-city"
        field={{ ...city, label: 'Adicionar município', required: true }}
        value={null}
        onChange={onChoose}
      />
    </div>
  )
})
