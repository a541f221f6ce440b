import { Button, Checkbox } from '@mantine/core'
import { can } from '#kernel/access.ts'
import { meanings, type ColumnName } from '#features/anatel/layouts.ts'
import { sources, sourcesOf, type Mapping, type ColumnSource } from '#features/collects/intake/mapping.ts'
import { MapValues } from '#features/collects/intake/MapValues.tsx'
import type { ColumnChoices, Preview } from '#features/collects/intake/intake.ts'
import type { Taking } from '#features/collects/intake/useIntake.web.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/collects/intake/intake.module.css'

interface Props {
  readonly taking: Taking
  readonly preview: Preview
  readonly columns: ColumnChoices
}

/** Which column of the provider's file is which of Anatel's: said once, and remembered for the next file. */
export function MapColumns({ taking, preview, columns }: Props) {
  const user = useUser()
  const { mapping, missing, asked, remembered } = columns
  const names: readonly ColumnName[] = asked.includes('UF') ? asked : [...asked, 'UF']
  const change = (column: ColumnName, source: ColumnSource | null) => {
    const { [column]: _, ...others } = mapping.columns
    void taking.map({ ...mapping, columns: source ? { ...others, [column]: source } : others })
  }
  async function forgetMap() {
    if (!remembered?.uuid) return
    await api.delete(`/collect-mappings/${remembered.uuid}`)
    toast('Mapa esquecido')
    await taking.map(null)
  }
  const go = () => {
    if (taking.told.mapping === null && !columns.confirmed) void taking.map(mapping)
    taking.go('conferencia')
  }
  return (
    <section aria-labelledby="columns-title" className={styles.columns}>
      <h3 id="columns-title">De onde vem cada coluna da Anatel</h3>
      <p className="meta">
        {remembered
          ? remembered.name
            ? `Como da última vez (${remembered.name}).`
            : 'Como em outro provedor com o mesmo sistema.'
          : 'O que se reconheceu já está preenchido. Confira uma vez: o próximo arquivo deste sistema entra sem perguntar.'}
        {remembered?.uuid && can(user, 'collect-mappings.destroy') && (
          <Button variant="subtle" size="compact-sm" onClick={() => void forgetMap()}>
            Esquecer este mapa
          </Button>
        )}
      </p>
      <Table
        label="Colunas da Anatel"
        columns={[
          {
            key: 'name',
            title: 'Coluna da Anatel',
            names: true,
            className: styles.known,
            cell: name => (
              <>
                {meanings[name]}
                <small className="id">{name}</small>
              </>
            ),
          },
          {
            key: 'source',
            title: 'De onde vem',
            phone: 'line',
            className: styles.given,
            cell: name => (
              <SourceInput
                name={name}
                source={mapping.columns[name]}
                header={preview.header}
                tokens={tokensIn(preview, name)}
                optional={!asked.includes(name)}
                onChange={source => change(name, source)}
              />
            ),
          },
          {
            key: 'samples',
            title: 'Exemplos',
            label: 'Exemplos',
            phone: 'line',
            className: styles.samples,
            cell: name => samplesOf(columns, preview.header, mapping, name).join(' · ') || '—',
          },
        ]}
        rows={names}
        keyOf={name => name}
        told={name => ({ 'data-tone': missing.includes(name) ? 'erro' : undefined })}
        cards
      />
      {mapping.columns.VELOCIDADE?.from === 'coluna' && (
        <Checkbox
          checked={mapping.kbps}
          onChange={e => void taking.map({ ...mapping, kbps: e.currentTarget.checked })}
          label="Velocidades sem unidade estão em Kbps"
        />
      )}
      <MapValues taking={taking} preview={preview} columns={columns} />
      <Bar of="foot" className={styles.next}>
        {missing.length > 0 && (
          <p role="status">Falta dizer de onde vem: {missing.map(name => meanings[name].toLowerCase()).join(', ')}.</p>
        )}
        <Button disabled={missing.length > 0 || taking.doing !== null} onClick={go}>
          Continuar
        </Button>
      </Bar>
    </section>
  )
}

const tokensIn = ({ tokens }: Preview, name: ColumnName): readonly string[] =>
  Object.entries(tokens).find(([column]) => column === name)?.[1] ?? []

function samplesOf(
  { samples }: ColumnChoices,
  header: readonly string[],
  mapping: Mapping,
  name: ColumnName,
): readonly string[] {
  const source = mapping.columns[name]
  return source?.from === 'coluna' ? (samples[header.indexOf(source.text)] ?? []) : []
}

interface SourceProps {
  readonly name: ColumnName
  readonly source: ColumnSource | undefined
  readonly header: readonly string[]
  readonly tokens: readonly string[]
  readonly optional: boolean
  readonly onChange: (source: ColumnSource | null) => void
}

/** One list: the columns of the file first, then what needs none. */
function SourceInput({ name, source, header, tokens, optional, onChange }: SourceProps) {
  const value = source ? (source.from === 'coluna' ? `coluna:${source.text}` : source.from) : ''
  const others = sourcesOf(name).filter(from => from !== 'coluna')
  const choose = (chosen: string) => {
    if (chosen === '') return onChange(null)
    if (chosen.startsWith('coluna:')) return onChange({ from: 'coluna', text: chosen.slice('coluna:'.length) })
    const from = others.find(each => each === chosen)
    if (from) onChange({ from, text: from === 'valor' ? (tokens[0] ?? '') : '' })
  }
  return (
    <div className={styles.source}>
      <select
        id={`map.${name}`}
        aria-label={`De onde vem: ${meanings[name]}`}
        value={value}
        onChange={e => choose(e.currentTarget.value)}
      >
        <option value="">{optional ? 'O arquivo não diz' : 'Escolher…'}</option>
        <optgroup label="Colunas do arquivo">
          {[...new Set(header.filter(Boolean))].map(each => (
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
      {source?.from === 'valor' &&
        (tokens.length > 0 ? (
          <select
            aria-label={`Valor: ${meanings[name]}`}
            value={source.text}
            onChange={e => onChange({ from: 'valor', text: e.currentTarget.value })}
          >
            {tokens.map(token => (
              <option key={token}>{token}</option>
            ))}
          </select>
        ) : (
          <input
            key={source.text}
            aria-label={`Valor: ${meanings[name]}`}
            placeholder="O mesmo para todas"
            defaultValue={source.text}
            onBlur={e => onChange({ from: 'valor', text: e.currentTarget.value })}
          />
        ))}
    </div>
  )
}
