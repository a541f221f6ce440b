import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { typedNumber } from '#kernel/typed.ts'
import type { LinkStation } from '#features/network/stations/geometry/answer.ts'
import { mostObstructions } from '#features/network/stations/geometry/stored.ts'
import { showKm } from '#features/network/stations/geometry/words.ts'
import styles from '#features/network/stations/link.module.css'

/** How much larger than itself the Earth seems, as it is chosen. */
export const factors = { '4/3': 4 / 3, '1': 1, '2/3': 2 / 3 } as const
type FactorName = keyof typeof factors
const factorNames: readonly { readonly value: FactorName; readonly label: string }[] = [
  { value: '4/3', label: '4/3 (usual)' },
  { value: '1', label: '1' },
  { value: '2/3', label: '2/3 (desfavorável)' },
]

export interface TypedObstruction {
  readonly key: number
  readonly at: string
  readonly height: string
  readonly ground: string
}
/** What is known of a link besides its record, as it is being typed. */
export interface TypedLink {
  readonly heights: readonly [string, string]
  readonly grounds: readonly [string, string]
  readonly frequency: string
  readonly factor: FactorName
  readonly obstructions: readonly TypedObstruction[]
}
interface Props {
  readonly stations: readonly [LinkStation, LinkStation]
  /** Is the ground between them known? Else each obstruction asks for its own. */
  readonly sampled: boolean
  /** Km. */
  readonly distance: number
  readonly typed: TypedLink
  readonly onType: (typed: TypedLink) => void
  /** Under the obstructions: how they are saved. */
  readonly children: ReactNode
}

const sources = { typed: '', tiles: 'Do modelo de elevação', address: 'Do endereço da estação' } as const

/** A user types heights, ground, frequency and obstructions that no record has. */
export function LinkInputs({ stations, sampled, distance, typed, onType, children }: Props) {
  const change = (more: Partial<TypedLink>) => onType({ ...typed, ...more })
  return (
    <div className={styles.inputs}>
      {stations.map(({ id, name, height, ground, ground_from }, i) => (
        <fieldset key={id} className={styles.end}>
          <legend>{name}</legend>
          <Measure
            label="Altura da antena (m)"
            value={typed.heights[i] ?? ''}
            hint={height === null ? undefined : 'Da licença da estação'}
            from={0}
            onChange={text => change({ heights: swapped(typed.heights, i, text) })}
          />
          <Measure
            label="Altitude do terreno (m)"
            value={typed.grounds[i] ?? ''}
            hint={ground === null ? undefined : sources[ground_from ?? 'typed']}
            onChange={text => change({ grounds: swapped(typed.grounds, i, text) })}
          />
        </fieldset>
      ))}
      <fieldset className={styles.end}>
        <legend>Rádio</legend>
        <Measure
          label="Frequência (MHz)"
          value={typed.frequency}
          from={1}
          onChange={frequency => change({ frequency })}
        />
        <Select
          label="Fator k"
          data={factorNames}
          value={typed.factor}
          allowDeselect={false}
          onChange={factor => factor && change({ factor })}
        />
      </fieldset>
      <Obstructions
        rows={typed.obstructions}
        from={stations[0].name}
        sampled={sampled}
        distance={distance}
        onChange={obstructions => change({ obstructions })}
      >
        {children}
      </Obstructions>
    </div>
  )
}

const swapped = (pair: readonly [string, string], at: number, text: string): readonly [string, string] =>
  at ? [pair[0], text] : [text, pair[1]]

interface ObstructionProps extends Pick<Props, 'sampled' | 'distance'> {
  readonly rows: readonly TypedObstruction[]
  readonly from: string
  readonly onChange: (rows: readonly TypedObstruction[]) => void
  readonly children: ReactNode
}
function Obstructions({ rows, from, sampled, distance, onChange, children }: ObstructionProps) {
  const next = useRef(mostObstructions)
  const set = (key: number, more: Partial<TypedObstruction>) =>
    onChange(rows.map(row => (row.key === key ? { ...row, ...more } : row)))
  return (
    <fieldset className={styles.obstructions}>
      <legend>Obstáculos a partir de {from}</legend>
      {rows.map((row, i) => (
        <div key={row.key} className={styles.obstruction}>
          <Measure
            label="Distância (km)"
            value={row.at}
            from={0}
            to={distance}
            wrong={`De 0 a ${showKm(distance)}.`}
            onChange={at => set(row.key, { at })}
          />
          <Measure label="Altura (m)" value={row.height} from={0} onChange={height => set(row.key, { height })} />
          {!sampled && (
            <Measure label="Altitude (m)" value={row.ground} onChange={ground => set(row.key, { ground })} />
          )}
          <ActionIcon
            aria-label={`Retirar o obstáculo ${i + 1}`}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {rows.length < mostObstructions && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() => onChange([...rows, { key: next.current++, at: '', height: '', ground: '' }])}
        >
          Incluir obstáculo
        </Button>
      )}
      {children}
    </fieldset>
  )
}

interface MeasureProps {
  readonly label: string
  readonly value: string
  readonly from?: number
  readonly to?: number
  readonly wrong?: string
  readonly hint?: string | undefined
  readonly onChange: (text: string) => void
}
/** It reads a number as people write it; other text is an error. */
function Measure({ label, value, from = -500, to = 300_000, wrong, hint, onChange }: MeasureProps) {
  const read = typedNumber(value)
  const isWrong = value.trim() !== '' && (read === null || read < from || read > to)
  return (
    <TextInput
      label={label}
      description={hint || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'num' }}
      value={value}
      error={isWrong ? (wrong ?? 'Informe um número, como 1.234,5.') : undefined}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
