import { showDecimal, showInteger, showMeasure } from '#kernel/show.ts'
import type { Finding } from '#features/regulatory/collects/check/findings.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import {
  meanings,
  layoutNames,
  layoutFields,
  type Layout,
  type Siglas,
  type AccessField,
} from '#features/regulatory/anatel/layouts.ts'
import {
  doubtsOf,
  isWritable,
  missing,
  unwritableToken,
  withoutSigla,
  wrongIn,
  type Remark,
} from '#features/regulatory/anatel/line.ts'
import type { CellRule } from '#features/regulatory/anatel/cells.ts'
import { isCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { kinds } from '#features/regulatory/collects/coleta/lines.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { fromKbps } from '#features/regulatory/anatel/speed.ts'

/**
 * Rules not listed here block the file. Kbps and zero accesses change the figures sent to Anatel, so somebody must answer for
 * them. Rare pairs break no rule: they are a hint, so that a monthly habit does not block each month.
 */
const gravity: Readonly<Partial<Record<CellRule, Finding['severity']>>> = {
  'speed-kbps': 'atencao',
  'accesses-zero': 'atencao',
  pairing: 'dica',
}
const cures: Readonly<Partial<Record<CellRule, string>>> = {
  token: 'Corrija a sigla no cadastro.',
  'speed-kbps': 'Se estão em Kbps, divida por 1000.',
  'accesses-zero': 'Retire a linha, ou escreva quantos acessos são.',
  pairing: 'Se o meio ou a tecnologia for outro, troque-o.',
}
/** Up to this many like lines get a finding each; more share one. */
const linesListed = 3

/** The layout decides which fields are checked, the siglas how each lookup is written. */
interface LinesContext {
  readonly collect: Pick<Collect, 'locations'>
  readonly layout: Layout
  readonly siglas: Siglas
}
type AccessLine = Collect['locations'][number]['accesses_ordered'][number]
/** A line, and where it is. */
interface LineSpot {
  readonly city: string
  readonly at: number
  readonly row: number
  readonly access: AccessLine
}
/** Groups lines with one remark. */
interface Same {
  readonly remark: Remark
  readonly first: LineSpot[]
  count: number
  /** Identifies these lines beyond their number. */
  print: number
}

/** Returns the remarks on a coleta's lines; equal remarks become one finding with its first lines. */
export function linesFound({ collect, layout, siglas }: LinesContext): readonly Finding[] {
  const asked = layoutFields(layout)
  const remarksOf = remarker(layout, siglas, asked)
  const zeroed = collect.locations.every(({ accesses_ordered: accesses }) =>
    accesses.every(access => access.amount === 0 || !isCounted(access)),
  )
  const found = new Map<string, Same>()
  for (const [at, { city, accesses_ordered: accesses }] of collect.locations.entries())
    for (const [row, access] of accesses.entries())
      for (const remark of isCounted(access) ? remarksOf(access) : []) {
        if (remark.rule === 'accesses-zero' && zeroed) continue
        const kind = `${remark.rule} ${remark.column} ${remark.said}`
        const same = found.get(kind) ?? { remark, first: [], count: 0, print: 0 }
        const spot = { city: city.name, at, row, access }
        if (same.count < linesListed) same.first.push(spot)
        found.set(kind, same)
        same.count += 1
        same.print = printed(same.print, nameOf(spot, asked))
      }
  return [...found.values()].flatMap(same => (same.count > linesListed ? [together(same, asked)] : apart(same, asked)))
}

/** What is wrong with a line; of one that is right, what is strange. */
function remarker(
  layout: Layout,
  siglas: Siglas,
  asked: readonly AccessField[],
): (access: AccessLine) => readonly Remark[] {
  const sizes = new Map(layout.columns.map(({ name, size }) => [name, size] as const))
  const ofKinds = asked.flatMap(key => kinds.find(kind => kind === key) ?? [])
  const wrongSigla = (access: AccessLine, key: (typeof kinds)[number]): readonly Remark[] => {
    const column = layoutNames[key]
    const sigla = siglas[column].get(access[`${key}_id`] ?? 0)
    if (!sigla) return [{ column, rule: 'required', said: missing }]
    const { name, term } = sigla
    if (term === null) return [{ column, rule: 'token', said: withoutSigla(name, column) }]
    return isWritable(term, sizes.get(column) ?? 0) ? [] : [{ column, rule: 'token', said: unwritableToken(term) }]
  }
  const termIn = (access: AccessLine, key: 'attendance_middle' | 'technology_type') =>
    (asked.includes(key) && siglas[layoutNames[key]].get(access[`${key}_id`] ?? 0)?.term) || ''
  const speeds = asked.includes('speed')
  return access => {
    const { speed, amount: acessos } = access
    const velocidade = speeds ? (speed ?? 0) : 0
    const figures: Remark | null =
      speeds && speed === null
        ? { column: 'VELOCIDADE', rule: 'required', said: missing }
        : wrongIn({ velocidade, acessos }, speeds)
    const wrong = [...ofKinds.flatMap(key => wrongSigla(access, key)), ...(figures ? [figures] : [])]
    if (wrong.length) return wrong
    return doubtsOf({
      velocidade,
      acessos,
      tipo_meio: termIn(access, 'attendance_middle'),
      tipo_tecnologia: termIn(access, 'technology_type'),
    })
  }
}

/** Where the cursor goes: 'locations.3.accesses_ordered.12.technology_type_id'. */
function fieldOf({ at, row }: LineSpot, { column }: Remark, asked: readonly AccessField[]): string {
  const key = asked.find(each => layoutNames[each] === column)
  const kind = kinds.find(each => each === key)
  return `locations.${at}.accesses_ordered.${row}.${kind ? `${kind}_id` : key}`
}

/** 'Pessoa física · Fibra · FTTH'. */
const kindOf = (access: AccessLine, asked: readonly AccessField[]) =>
  kinds.flatMap(kind => (asked.includes(kind) ? [access[kind]?.name ?? '—'] : [])).join(' · ')
const figuresOf = ({ speed, amount }: AccessLine, asked: readonly AccessField[]) => [
  ...(asked.includes('speed') ? [speed === null ? '—' : showMeasure(speed, 'Mbps')] : []),
  plural(amount, 'acesso', 'acessos'),
]
/** Identifies a line by municipality and values, not by position. */
const nameOf = ({ city, access }: LineSpot, asked: readonly AccessField[]) =>
  [city, kindOf(access, asked), access.speed ?? '', access.amount].join(':')
/** 'Teixeira de Freitas/BA, linha 2 (Pessoa física · Fibra · FTTH · 100 Mbps · 3 acessos)'. */
const placed = (spot: LineSpot, asked: readonly AccessField[]) =>
  `${spot.city}, linha ${spot.row + 1} (${[kindOf(spot.access, asked), ...figuresOf(spot.access, asked)].join(' · ')})`

/** 'Velocidade: parece estar em Kbps. A coleta é em Mbps: confira.' */
const saidOf = ({ column, said }: Remark) => `${meanings[column]}: ${said.charAt(0).toLowerCase()}${said.slice(1)}`
const judged = ({ rule }: Remark) => ({ severity: gravity[rule] ?? 'impede', fix: cures[rule] ?? null })

function apart({ remark, first }: Same, asked: readonly AccessField[]): readonly Finding[] {
  const names = first.map(spot => `${remark.rule}:${nameOf(spot, asked)}`)
  return first.map((spot, i) => {
    const [name = '', twins] = [names[i], names.slice(0, i).filter(each => each === names[i]).length]
    return {
      ...judged(remark),
      ...(remark.rule === 'speed-kbps' && { fix: cureOf(spot.access.speed ?? 0) }),
      key: twins ? `${name}:${twins + 1}` : name,
      field: fieldOf(spot, remark, asked),
      message: `${placed(spot, asked)}. ${saidOf(remark)}`,
    }
  })
}
const cureOf = (speed: number) => `Se está em Kbps, escreva ${showDecimal(fromKbps(speed))}.`

function together({ remark, first, count, print }: Same, asked: readonly AccessField[]): Finding {
  const [spot] = first
  const places = first.map(each => placed(each, asked)).join('; ')
  return {
    ...judged(remark),
    key: `${remark.rule}:${remark.column}:${count}:${print}`,
    field: spot ? fieldOf(spot, remark, asked) : 'locations',
    message: `${showInteger(count)} linhas. ${saidOf(remark)} As primeiras: ${places}.`,
  }
}

/** A number that follows from all the texts given to it, in their order. */
function printed(print: number, text: string): number {
  let next = print
  for (let i = 0; i < text.length; i++) next = (next * 31 + text.charCodeAt(i)) % 4_294_967_291
  return next
}
