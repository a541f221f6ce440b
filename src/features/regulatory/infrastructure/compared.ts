import type { Point } from '#kernel/coordinates.ts'
import type { OurStation, StationComparison } from '#features/regulatory/infrastructure/compare.ts'
import type { TheirStation } from '#features/regulatory/infrastructure/theirs.ts'
import { isFormula } from '#kernel/text.ts'

const kindWords = {
  'missing-here': 'Só na Anatel',
  'missing-there': 'Só aqui',
  'not-compared': 'Não comparada',
  doubtful: 'A conferir no arquivo',
  numbers: 'Outro número',
  places: 'Longe demais',
} as const
export type ComparedKind = keyof typeof kindWords

/** One difference, whichever it is. */
export interface ComparedRow {
  readonly key: string
  readonly kind: ComparedKind
  readonly ours: OurStation | null
  readonly theirs: TheirStation | null
  /** Metres. */
  readonly distance: number | null
}
type Differences = Pick<
  StationComparison,
  'missing_here' | 'missing_there' | 'not_compared' | 'doubtful' | 'numbers' | 'places'
>

/** Every difference of a comparison, in one list. */
export const comparedRows = ({
  missing_here,
  missing_there,
  not_compared,
  doubtful,
  numbers,
  places,
}: Differences): readonly ComparedRow[] => [
  ...missing_here.map(theirs => rowOf('missing-here', null, theirs)),
  ...missing_there.map(ours => rowOf('missing-there', ours, null)),
  ...not_compared.map(ours => rowOf('not-compared', ours, null)),
  ...doubtful.map(({ ours, theirs, distance }) => rowOf('doubtful', ours, theirs, distance)),
  ...numbers.map(({ ours, theirs, distance }) => rowOf('numbers', ours, theirs, distance)),
  ...places.map(({ ours, theirs, distance }) => rowOf('places', ours, theirs, distance)),
]
const rowOf = (
  kind: ComparedKind,
  ours: OurStation | null,
  theirs: TheirStation | null,
  distance: number | null = null,
): ComparedRow => ({ key: `${kind} ${ours?.uuid ?? ''} ${theirs?.line ?? ''}`, kind, ours, theirs, distance })

const heads = [
  'Diferença',
  'Estação aqui',
  'Número aqui',
  'Latitude aqui',
  'Longitude aqui',
  'Estação na Anatel',
  'Número na Anatel',
  'Latitude na Anatel',
  'Longitude na Anatel',
  'Distância (m)',
  'Linha do arquivo',
  'A conferir no arquivo',
]
/** What a spreadsheet would run is a text in it, and what would end the cell stays in it. */
const cellOf = (text: string) => {
  const still = isFormula(text) && !/^-?\d+(,\d+)?$/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(still) ? `"${still.replaceAll('"', '""')}"` : still
}
const numberText = (value: number | null | undefined) => (value == null ? '' : String(value).replace('.', ','))
const halves = (place: Point | null | undefined) => [numberText(place?.lat), numberText(place?.lng)]

/** The differences as a spreadsheet that opens in Portuguese. */
export function comparedSheet(rows: readonly ComparedRow[]): string {
  const lines = rows.map(({ kind, ours, theirs, distance }) => [
    kindWords[kind],
    ours?.name ?? '',
    ours?.number ?? '',
    ...halves(ours?.place),
    theirs?.name ?? '',
    theirs?.number ?? '',
    ...halves(theirs?.place),
    numberText(distance),
    theirs ? String(theirs.line) : '',
    theirs?.doubt ?? '',
  ])
  return `\ufeff${[heads, ...lines].map(cells => `${cells.map(cellOf).join(';')}\r\n`).join('')}`
}
