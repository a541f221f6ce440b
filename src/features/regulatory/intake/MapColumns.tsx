import { Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import {
  columnText,
  withSource,
  type ColumnToMap,
  type Seen,
  titlesLeft,
  sources,
  sourcesIn,
  titlesOf,
  type ColumnSource,
  type Mapping,
} from '#features/regulatory/intake/mapping.ts'
import { CellInput } from '#features/regulatory/intake/CellInput.tsx'
import { MapValues } from '#features/regulatory/intake/MapValues.tsx'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/regulatory/intake/intake.module.css'

interface Props<Key extends string> {
  readonly title: string
  readonly columns: readonly (ColumnToMap & { readonly key: Key })[]
  readonly header: readonly string[]
  /** Some values of each column of the file. */
  readonly samples: readonly (readonly string[])[]
  readonly mapping: Mapping<Key>
  /** Columns nothing was chosen for, and that must be. */
  readonly missing: readonly Key[]
  /** The one agreed to before that was used; without its name when it was learnt from another client. */
  readonly remembered: { readonly uuid: string | null; readonly name: string | null } | null
  readonly values: readonly Seen<Key>[]
  readonly onMap: (mapping: Mapping<Key>) => void
  readonly onForget: () => void
  /** What is shown of the columns of the file that stay out, where their titles do not do. */
  readonly left?: ReactNode
  /** What else is chosen. */
  readonly children?: ReactNode
  /** The way on. */
  readonly foot: ReactNode
}

/** Maps a file's columns to ours, once: the next file reuses it. */
export function MapColumns<Key extends string>(props: Props<Key>) {
  const { title, columns, header, mapping, remembered, values, onMap, onForget, left, children, foot } = props
  const { shown, showAll } = useShownColumns(columns, mapping)
  const out = titlesLeft(mapping, header)
  const isSpeed = columns.some(({ key, speed }) => speed && mapping.columns[key]?.from === 'coluna')
  return (
    <section aria-labelledby="columns-title" className={styles.columns}>
      <h2 id="columns-title">{title}</h2>
      <RememberedMap remembered={remembered} onForget={onForget} />
      <SourceTable {...props} columns={shown} />
      {shown.length < columns.length && (
        <Button variant="subtle" size="compact-sm" onClick={showAll}>
          {`Mostrar mais ${count(columns.length - shown.length, columnText)} que o arquivo pode trazer`}
        </Button>
      )}
      {out.length === 0 ? (
        <p>Todas as colunas do arquivo entram.</p>
      ) : (
        (left ?? <p>Do arquivo ficam de fora: {out.join(', ')}.</p>)
      )}
      {isSpeed && (
        <Checkbox
          checked={mapping.kbps}
          onChange={e => onMap({ ...mapping, kbps: e.currentTarget.checked })}
          label="Velocidades sem unidade estão em Kbps"
        />
      )}
      <MapValues columns={columns} mapping={mapping} values={values} onMap={onMap} />
      {children}
      <Bar of="foot" className={styles.next}>
        {foot}
      </Bar>
    </section>
  )
}

/** So many columns without a source are shown at once. */
const columnsShown = 3

/** Lists the columns needed or recognized, then those with a source; the others where they are few, or on request. */
function useShownColumns<Key extends string>(columns: Props<Key>['columns'], mapping: Mapping<Key>) {
  const [all, setAll] = useState(false)
  // A column keeps its place while it is chosen.
  const [matched] = useState(() => new Set(columns.flatMap(({ key }) => (mapping.columns[key] ? [key] : []))))
  const isFirst = ({ key, needed }: Props<Key>['columns'][number]) => needed || matched.has(key)
  const others = columns.filter(column => !isFirst(column))
  const mapped = others.filter(({ key }) => mapping.columns[key])
  const rest = all || others.length - mapped.length <= columnsShown ? others : mapped
  return { shown: [...columns.filter(isFirst), ...rest], showAll: () => setAll(true) }
}

/** Says where the mapping comes from, and forgets it. */
function RememberedMap({ remembered, onForget }: Pick<Props<string>, 'remembered' | 'onForget'>) {
  const user = useUser()
  async function forget(uuid: string) {
    await api.delete(`/mappings/${uuid}`)
    toast('Mapa esquecido')
    onForget()
  }
  return (
    <p className="meta">
      {remembered
        ? remembered.name
          ? `Como da última vez (${remembered.name}).`
          : 'Como em outro provedor com o mesmo sistema.'
        : 'O que se reconheceu já está preenchido. Confira uma vez: o próximo arquivo com estas colunas entra sem perguntar.'}
      {remembered?.uuid && can(user, 'mappings.destroy') && (
        <Button variant="subtle" size="compact-sm" onClick={() => void forget(remembered.uuid ?? '')}>
          Esquecer este mapa
        </Button>
      )}
    </p>
  )
}

type SourceTableProps<Key extends string> = Pick<
  Props<Key>,
  'title' | 'columns' | 'header' | 'samples' | 'mapping' | 'missing' | 'onMap'
>

/** Lists our columns, each with its source and some values of it. */
function SourceTable<Key extends string>(props: SourceTableProps<Key>) {
  const { title, columns, header, samples, mapping, missing, onMap } = props
  const titles = titlesOf(header)
  const at = sourcesIn(mapping, header)
  return (
    <Table
      label={title}
      columns={[
        {
          key: 'name',
          title: 'No sistema',
          names: true,
          className: styles.known,
          cell: ({ label, code, needed }) => (
            <>
              {label}
              {needed && !code && ' *'}
              {code && <small className="id">{code}</small>}
            </>
          ),
        },
        {
          key: 'source',
          title: 'De onde vem',
          phone: 'line',
          className: styles.given,
          cell: column => (
            <SourceInput
              column={column}
              source={mapping.columns[column.key]}
              title={titles[at(column.key)]}
              titles={titles}
              onChange={source => onMap(withSource(mapping, column.key, source))}
            />
          ),
        },
        {
          key: 'samples',
          title: 'Exemplos',
          label: 'Exemplos',
          phone: 'line',
          className: styles.samples,
          cell: ({ key }) => samples[at(key)]?.join(' · ') || '—',
        },
      ]}
      rows={columns}
      keyOf={({ key }) => key}
      told={({ key }) => ({ 'data-tone': missing.includes(key) ? 'erro' : undefined })}
      cards
    />
  )
}

interface SourceProps {
  readonly column: ColumnToMap
  readonly source: ColumnSource | undefined
  /** The file's column it comes from, as the file calls it. */
  readonly title: string | undefined
  readonly titles: readonly string[]
  readonly onChange: (source: ColumnSource | null) => void
}

/** One list: the columns of the file first, then what needs none. */
function SourceInput({ column, source, title, titles, onChange }: SourceProps) {
  const { key, label, needed, words = [], sources: among } = column
  const value = source ? (source.from === 'coluna' ? `coluna:${title}` : source.from) : ''
  const others = among.filter(from => from !== 'coluna')
  const choose = (chosen: string) => {
    if (chosen === '') return onChange(null)
    if (chosen.startsWith('coluna:')) return onChange({ from: 'coluna', text: chosen.slice('coluna:'.length) })
    const from = others.find(each => each === chosen)
    if (from) onChange({ from, text: from === 'valor' ? (words[0] ?? '') : '' })
  }
  return (
    <div className={styles.source}>
      <select
        id={`map.${key}`}
        aria-label={`De onde vem: ${label}`}
        value={value}
        onChange={e => choose(e.currentTarget.value)}
      >
        <option value="">{needed ? 'Escolher…' : 'O arquivo não diz'}</option>
        <optgroup label="Colunas do arquivo">
          {titles.map(each => (
            <option key={each} value={`coluna:${each}`}>
              {each}
            </option>
          ))}
        </optgroup>
        {others.length > 0 && (
          <optgroup label="Sem coluna">
            {others.map(each => (
              <option key={each} value={each}>
                {sources[each]}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {source?.from === 'valor' && (
        <CellInput
          column={column}
          value={source.text}
          label={`Valor: ${label}`}
          wrong={source.text === ''}
          onCommit={text => onChange({ from: 'valor', text })}
        />
      )}
    </div>
  )
}
