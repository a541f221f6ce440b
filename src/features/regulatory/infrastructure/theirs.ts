import type { ClientIdentity, ClientKeyKind } from '#features/clients/clients/client-keys.ts'
import { ownerReader, keyKindsInWords } from '#features/regulatory/infrastructure/owner.ts'
import {
  columnsIn,
  columnsMissing,
  quotedList,
  readLine,
  cutText,
  type JudgedColumn,
  type LineJudge,
  type StationLine,
} from '#features/regulatory/infrastructure/station-line.ts'
import { pathBetween } from '#features/network/stations/geometry/geodesic.ts'
import type { Point } from '#kernel/coordinates.ts'
import { showInteger } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import type { TextRecord, TextTable } from '#parts/table/table.ts'

// The stations of a client as a file of the regulator's has them: Mosaico's, the open data of licences, or a yearly file. Lines are
// taken one by one, so that a file of millions needs no more memory than its stations of the client do.

/** A station of theirs, each number once. */
export interface TheirStation {
  /** Of the file; the first of those with its number. */
  readonly line: number
  readonly number: string | null
  readonly name: string | null
  readonly place: Point | null
  /** What is to be looked at in it, as sentences that name their lines. */
  readonly doubt: string | null
}
/** A line that is not compared, and why. */
interface UnreadLine {
  readonly line: number
  /** Of the station it is about, where that much is read. */
  readonly number: string | null
  readonly said: string
}
export interface TheirStations {
  readonly stations: readonly TheirStation[]
  /** The first of the lines that are not compared. */
  readonly unread: readonly UnreadLine[]
  readonly unread_total: number
  /** Numbers that only lines that are not compared have. */
  readonly unread_numbers: ReadonlySet<string>
  /** Lines of the file, those of other entities, those whose owner cannot be read, and those that name a station again. */
  readonly lines: number
  readonly others: number
  readonly ownerless: number
  readonly repeated: number
  /** The client's lines were found, or sought, by these columns; null if the file names no owners. */
  readonly told_by: string | null
  /** What else is to be known of what was read, as sentences. */
  readonly notes: readonly string[]
}

/** Stations of one client, lines that are listed one by one, and sentences of one station. */
export const theirLimits = { stations: 10_000, unread: 200, doubts: 5 } as const
const tooMany = `O arquivo tem mais de ${showInteger(theirLimits.stations)} estações deste cliente. Confira se é o certo.`
const wrongFile = 'Serve o de estações licenciadas dos dados abertos, o do Mosaico, ou um arquivo anual de estações.'

/** Reads the client's lines of a table; as a text, why the table is no list of its stations. */
export function theirStations(
  { header, records, above = [] }: Pick<TextTable, 'header' | 'records'> & Partial<Pick<TextTable, 'above'>>,
  client: ClientIdentity,
  judge: LineJudge = {},
): TheirStations | string {
  const reading = new TheirLines(client, judge)
  const refused = reading.begin(header, above)
  if (refused !== null) return refused
  for (const record of records) reading.take(record)
  return reading.end()
}

/** A station while its lines come in. */
interface OpenStation {
  readonly line: number
  readonly chosen: StationLine
  readonly doubts: string[]
  /** What its doubts say, without their lines: each is named once. */
  readonly known: Set<string>
}

/** Reads the client's lines as they come. */
export class TheirLines {
  readonly #client: ClientIdentity
  readonly #judge: LineJudge
  readonly #found = new Map<string, OpenStation>()
  readonly #unread: UnreadLine[] = []
  readonly #unreadNumbers = new Set<string>()
  readonly #strangers = new Set<string>()
  /** The first found the client's lines; the second could have. */
  readonly #kinds = new Set<ClientKeyKind>()
  readonly #sought = new Set<ClientKeyKind>()
  readonly #fistels = new Set<string>()
  readonly #titles: string[] = []
  readonly #unjudged: Record<JudgedColumn, number> = { valid_until: 0, city: 0 }
  readonly #counts = { lines: 0, others: 0, ownerless: 0, repeated: 0, unread: 0 }
  #columns = columnsIn([])
  #owners: ReturnType<typeof ownerReader>

  constructor(client: ClientIdentity, judge: LineJudge = {}) {
    this.#client = client
    this.#judge = judge
    this.#owners = ownerReader(client, { document: -1, fistel: -1, name: -1 })
  }

  /** Takes the header of a table, and what is written above it; answers why it is no list of stations, or null. */
  begin(header: readonly string[], above: readonly string[] = []): string | null {
    const columns = columnsIn(header)
    const missing = columnsMissing(columns)
    if (missing.length)
      return `Este não é um arquivo de estações: falta a coluna que diz ${join(missing)}. ${wrongFile}`
    const { document, fistel, entity: name } = columns
    this.#columns = columns
    this.#owners = ownerReader(this.#client, { document, fistel, name })
    for (const kind of this.#owners.kinds) this.#sought.add(kind)
    this.#titles.push(...above.filter(Boolean).slice(0, 3).map(cutText))
    return null
  }

  take({ line, cells }: TextRecord) {
    this.#counts.lines++
    const owner = this.#owners.ownerOf(cells)
    if (owner === 'unread') {
      this.#counts.ownerless++
      return
    }
    if ('own' in owner && !owner.own) {
      this.#counts.others++
      if (this.#strangers.size < 3) this.#strangers.add(this.#owners.nameIn(cells))
      return
    }
    const read = readLine(cells, this.#columns, this.#judge)
    if ('unclear' in owner) this.#leaveOut(line, read.number, owner.unclear)
    else if ('said' in read) this.#leaveOut(line, read.number, read.said)
    else {
      if (owner.own && owner.by) this.#kinds.add(owner.by)
      for (const column of read.unjudged) this.#unjudged[column]++
      this.#add(line, read)
    }
    for (const fistel of this.#owners.strangeFistels()) this.#fistels.add(fistel)
  }

  #leaveOut(line: number, number: string | null, said: string) {
    this.#counts.unread++
    if (this.#unread.length < theirLimits.unread) this.#unread.push({ line, number, said })
    if (number !== null && this.#unreadNumbers.size <= theirLimits.stations) this.#unreadNumbers.add(number)
  }

  #add(line: number, read: StationLine) {
    const key = read.number ?? `linha ${line}`
    const before = this.#found.get(key)
    if (before) this.#counts.repeated++
    else if (this.#found.size > theirLimits.stations) return
    const station = before ?? { line, chosen: read, doubts: [], known: new Set() }
    for (const said of read.doubts) addDoubt(station, line, said, said)
    if (before) for (const said of placesApart(before, read)) addDoubt(before, line, said, 'place')
    // One row a frequency: what the first leaves out another may say.
    const isBetter = before && !before.chosen.place && read.place
    this.#found.set(
      key,
      isBetter ? { ...station, chosen: { ...read, name: before.chosen.name ?? read.name } } : station,
    )
  }

  /** The stations or, as a text, why there is nothing to compare. */
  end(): TheirStations | string {
    const { lines, others, ownerless, repeated } = this.#counts
    if (!lines) return 'O arquivo só tem o cabeçalho: não há estações com que comparar.'
    if (others + ownerless === lines) return ownerOfNone(keyKindsInWords(this.#sought), [...this.#strangers], ownerless)
    if (this.#found.size > theirLimits.stations) return tooMany
    const stations = [...this.#found.values()].map(
      ({ line, chosen: { number, name, place }, doubts }): TheirStation => ({
        line,
        number,
        name,
        place,
        doubt: doubts.join(' ') || null,
      }),
    )
    return {
      stations,
      unread: this.#unread,
      unread_total: this.#counts.unread,
      unread_numbers: new Set([...this.#unreadNumbers].filter(number => !this.#found.has(number))),
      lines,
      others,
      ownerless,
      repeated,
      told_by: keyKindsInWords(this.#kinds.size ? this.#kinds : this.#sought),
      notes: notesOf(this.#titles, [...this.#fistels], this.#unjudged),
    }
  }
}

function addDoubt({ doubts, known }: OpenStation, line: number, said: string, key: string) {
  if (known.has(key) || doubts.length > theirLimits.doubts) return
  known.add(key)
  doubts.push(
    doubts.length < theirLimits.doubts
      ? `Linha ${line}: ${said}${/[.?]$/.test(said) ? '' : '.'}`
      : 'Há mais o que conferir em outras linhas.',
  )
}

/** Two lines of a station differ above this distance. Metres. */
const onePlace = 50
function placesApart({ line, chosen }: OpenStation, { place }: StationLine): readonly string[] {
  if (!chosen.place || !place) return []
  const { distance } = pathBetween(chosen.place, place)
  return distance > onePlace ? [`o lugar fica a ${showInteger(Math.round(distance))} m do que diz a linha ${line}`] : []
}

function ownerOfNone(by: string | null, strangers: readonly string[], ownerless: number): string {
  const unread = ownerless
    ? ` Em ${showInteger(ownerless)} ${ownerless === 1 ? 'linha' : 'linhas'} o dono não se lê.`
    : ''
  const others = strangers.length
    ? `: são de ${quotedList(strangers)}${strangers.length < 3 ? '' : ', entre outros'}.`
    : '.'
  return `De quem é este arquivo? Nenhuma linha é deste cliente, ${by}${others}${unread} Confira o cliente escolhido, seu CNPJ e seus fistéis.`
}

function notesOf(
  titles: readonly string[],
  fistels: readonly string[],
  { valid_until, city }: Readonly<Record<JudgedColumn, number>>,
): readonly string[] {
  const lines = (n: number) => `${showInteger(n)} ${n === 1 ? 'linha' : 'linhas'}`
  return [
    ...(titles.length ? [`O que está acima do cabeçalho não foi lido: ${quotedList(titles)}.`] : []),
    ...(fistels.length
      ? [
          `As linhas com o nome do cliente têm ${fistels.length === 1 ? 'um fistel que não está registrado' : 'fistéis que não estão registrados'} aqui: ${quotedList(fistels)}.`,
        ]
      : []),
    ...(valid_until ? [`Em ${lines(valid_until)} a validade não se lê, e não foi conferida.`] : []),
    ...(city ? [`Em ${lines(city)} o código do município não se lê, e o município não foi conferido.`] : []),
  ]
}
