import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconFileUpload,
  IconLock,
  IconRowInsertBottom,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { collects } from '#features/collects/collects.ts'
import { withoutPlace } from '#features/collects/grid/edits.ts'
import { Grid } from '#features/collects/grid/Grid.tsx'
import { columns, type Column } from '#features/collects/grid/columns.ts'
import { Shortcuts } from '#features/collects/grid/Shortcuts.tsx'
import { useCities } from '#features/collects/grid/useCities.web.ts'
import { useGrid } from '#features/collects/grid/useGrid.web.ts'
import { lineAfter, linesOf, replaceAt, totalOfAll } from '#features/collects/lines.ts'
import { plural, underRows } from '#features/collects/said.ts'
import { useKinds } from '#features/collects/useKinds.web.ts'
import { useLocations, type Past } from '#features/collects/useLocations.web.ts'
import type { Form } from '#web/form/useForm.ts'
import { Input } from '#web/kinds/Input.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/collects/grid/grid.module.css'

/** Beyond this many lines a search is worth its room. */
const fewLines = 12
const city = collects.fields.locations.options.shape?.city ?? collects.fields.client

interface Props {
  readonly form: Form
  readonly past: Past
  readonly readOnly: boolean
  /** A field somebody was sent to: 'locations.0.accesses.3.speed'; another object each time. */
  readonly wanted: { readonly field: string } | null
  /** Sends a file instead of typing; none where the reader may not. */
  readonly onUpload?: (() => void) | undefined
  /** Why not, when it cannot be now. */
  readonly why?: ReactNode
}

/** The accesses, municipality by municipality, as a spreadsheet to type in. */
export function Accesses({ form, past, readOnly, wanted, onUpload, why }: Props) {
  const data = useLocations(form, past)
  const { locations, saved, change } = data
  const options = useKinds()
  const cards = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const { names } = useCities(locations)
  const wrong = useMemo(() => underRows(form.errors), [form.errors])
  const told = useMemo(() => new Set([...wrong.keys()].filter(at => at.includes('.'))), [wrong])
  const grid = useGrid({ data, options, names, told, readOnly })
  const { words, sight, unread, writes, reach } = grid
  const savedLines = useMemo(
    () => new Map(saved.flatMap(({ accesses }) => linesOf(accesses).map(line => [line.id, line] as const))),
    [saved],
  )
  const { lines } = totalOfAll(locations)
  const empty = locations.length === 0

  // Somebody is sent here from a list of what is wrong: once for each time.
  const went = useRef<Props['wanted']>(null)
  useEffect(() => {
    if (!wanted || went.current === wanted) return
    went.current = wanted
    const [, at, row, key] = /^locations\.(\d+)(?:\.accesses\.(\d+)(?:\.(\w+))?)?/.exec(wanted.field) ?? []
    if (at === undefined) return
    const col = columns.findIndex((column: Column) => column.key === key)
    reach({ at: Number(at), row: Number(row ?? 0) }, Math.max(0, col))
    if (cards || row === undefined)
      setTimeout(
        () => document.getElementById(row === undefined ? `locations.${at}.city_id` : wanted.field)?.focus(),
        100,
      )
  }, [wanted, reach, cards])

  function choose(id: unknown) {
    if (typeof id !== 'number') return
    if (locations.some(({ city_id }) => city_id === id))
      return toast('Este município já está na coleta', { type: 'info' })
    const next = [...locations, { city_id: id, accesses: [lineAfter(undefined)] }]
    change(() => next)
    reach({ at: locations.length, row: 0 }, 0, next)
  }
  function removePlace(at: number) {
    change(now => withoutPlace(now, at))
    toast('Município retirado', { type: 'info', undo: () => void data.undo() })
  }
  const first = unread[0]
  return (
    // A block may be pasted anywhere in here, an empty coleta included.
    <section
      aria-label="Acessos"
      onPaste={cards ? undefined : grid.paste.paste}
      onCopy={cards ? undefined : grid.paste.copy}
      onCut={cards ? undefined : grid.paste.copy}
      tabIndex={empty && !readOnly ? 0 : undefined}
    >
      <div className={styles.bar}>
        {(lines > fewLines || words) && (
          <TextInput
            type="search"
            aria-label="Procurar município ou valor"
            placeholder="Procurar município ou valor"
            leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
            value={words}
            onChange={e => grid.search(e.currentTarget.value)}
          />
        )}
        <div className={styles.acts}>
          {readOnly ? (
            <span className={styles.locked}>
              <IconLock size={16} stroke={1.5} aria-hidden /> Só leitura: as células se copiam, mas não mudam.
            </span>
          ) : (
            !empty && (
              <>
                <Act
                  label="Desfazer"
                  keys="Control+Z"
                  icon={IconArrowBackUp}
                  off={!data.canUndo}
                  onClick={writes.undo}
                />
                <Act
                  label="Refazer"
                  keys="Control+Y"
                  icon={IconArrowForwardUp}
                  off={!data.canRedo}
                  onClick={writes.redo}
                />
                {!cards && (
                  <>
                    <Act label="Duplicar" keys="Control+Enter" icon={IconCopy} onClick={writes.duplicate} />
                    <Act
                      label="Inserir linha abaixo"
                      keys="Insert"
                      icon={IconRowInsertBottom}
                      onClick={writes.insert}
                    />
                    <Act label="Retirar linhas" keys="Control+Delete" icon={IconTrash} onClick={writes.remove} />
                  </>
                )}
              </>
            )
          )}
          {!cards && !empty && <Shortcuts />}
          {first && !readOnly && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              leftSection={<IconAlertTriangle size={14} aria-hidden />}
              onClick={() => reach({ at: first.at, row: Math.max(0, first.row) }, first.col)}
            >
              {plural(unread.length, 'célula', 'células')} para conferir
            </Button>
          )}
        </div>
        {why && (
          <span className="meta" id="upload-why">
            {why}
          </span>
        )}
        {onUpload && (
          <Button
            variant="default"
            leftSection={<IconFileUpload size={16} stroke={1.5} aria-hidden />}
            disabled={Boolean(why)}
            aria-describedby={why ? 'upload-why' : undefined}
            onClick={onUpload}
          >
            Enviar arquivo
          </Button>
        )}
      </div>
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
        <Grid
          grid={grid}
          locations={locations}
          savedLines={savedLines}
          names={names}
          options={options}
          wrong={wrong}
          readOnly={readOnly}
          cards={cards}
          onRemovePlace={removePlace}
          onPlace={(at, id) => change(now => replaceAt(now, at, { ...now[at], city: null, city_id: id }))}
        />
      )}
      {!readOnly && (
        <div className={styles.add}>
          <Input
            key={locations.length}
            name="add-city"
            field={{ ...city, label: 'Adicionar município', required: true }}
            value={null}
            onChange={choose}
          />
        </div>
      )}
    </section>
  )
}

interface ActProps {
  readonly label: string
  readonly keys: string
  readonly icon: typeof IconCopy
  readonly off?: boolean
  readonly onClick: () => void
}
/** Done to what is selected: the selection keeps the focus. */
const Act = ({ label, keys, icon: Icon, off = false, onClick }: ActProps) => (
  <Tooltip label={`${label} (${keys.replace('Control', 'Ctrl')})`}>
    <ActionIcon
      aria-label={label}
      aria-keyshortcuts={keys}
      disabled={off}
      onMouseDown={e => e.preventDefault()}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.5} />
    </ActionIcon>
  </Tooltip>
)
