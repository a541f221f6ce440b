import { ibgeDigits, type Uf } from '#kernel/brasil.ts'
import { comparableText, join } from '#kernel/text.ts'
import { formerNames } from '#parts/address/former.ts'
import { nearest } from '#parts/address/nearest.ts'
import { readState } from '#parts/address/states.ts'

/** Municipalities by IBGE code. */
export type Towns = ReadonlyMap<number, { readonly name: string; readonly uf: string }>
export type PlaceReading =
  | { readonly code: string; readonly name: string }
  /** It says why no municipality was found; `among` lists candidates, computed only where they are offered. */
  | { readonly reason: string; readonly among: () => readonly string[] }
/** What is written beside a municipality: its state, or its name beside its code. */
export interface Beside {
  readonly state?: string
  readonly name?: string
}

interface KnownTown {
  readonly code: number
  readonly name: string
  readonly uf: string
}
/** So many are offered. */
const placesOffered = 6
/** Characters of a municipality at most, with its state and code. */
const longest = 120

/** Letters of Portuguese names, and the signs between them. Any other was a letter before its encoding was lost. */
const isWhole = (text: string) =>
  /^[a-záàâãéèêíìóòôõúùüçñ\d\s'\u2019`´.\-\u2013\u2014/(),:;ªº°]*$/iu.test(text.normalize('NFC'))

/**
 * Finds municipalities by IBGE's code or by name, whatever the case and accents, with a state in the text ('Itu/SP', 'SP -
 * Itu', 'Itu, São Paulo') or beside it. What is written twice must agree. Without a state only the towns of those in `near`
 * are sure; it is null where no state is known.
 */
export function placesOf(towns: Towns, near: readonly string[] | null = null) {
  const index = new PlaceIndex(towns, near)
  return (text: string, { state = '', name = '' }: Beside = {}): PlaceReading => {
    if (text.length > longest) return noPlace('é longo demais para um município.')
    const uf = state.trim() === '' ? null : readState(state)
    if (state.trim() !== '' && !uf) return noPlace(`tem ao lado o estado “${state.trim()}”, que não se reconheceu.`)
    const written = writtenIn(text)
    const [code] = written.codes
    if (code !== undefined) return byCode(index, index.at(code), [...written.parts, name], uf)
    return isWhole(text) ? byName(index, written.readings, uf) : lost(index, written.readings, uf)
  }
}

/** Municipalities by name, put together when the first name is read: most files write codes. */
class PlaceIndex {
  readonly #towns: Towns
  readonly near: readonly string[] | null
  #names: ReturnType<typeof namedTown> | undefined
  #states: ReturnType<typeof keyedByState> | undefined

  constructor(towns: Towns, near: readonly string[] | null) {
    this.#towns = towns
    this.near = near
  }

  get #byName() {
    return (this.#names ??= namedTown(this.#towns))
  }

  at(code: string): KnownTown | null {
    const town = this.#towns.get(Number(code))
    return town ? { code: Number(code), ...town } : null
  }

  called(name: string, uf: Uf | null): readonly KnownTown[] {
    return (this.#byName.get(comparableText(name)) ?? []).filter(each => uf === null || each.uf === uf)
  }

  /** Towns that had a name, or are spelt so elsewhere: a person confirms them. */
  formerly(name: string, uf: Uf | null): readonly KnownTown[] {
    return formerNames.flatMap(each =>
      comparableText(each.former) === comparableText(name) && (uf ?? each.uf) === each.uf
        ? this.called(each.name, null).filter(town => town.uf === each.uf)
        : [],
    )
  }

  /** Towns of a state, or of those the provider works in, else of all, by what they are compared by. */
  within(uf: Uf | null): readonly (readonly [key: string, town: KnownTown])[] {
    const states = (this.#states ??= keyedByState(this.#byName))
    return (uf ? [uf] : (this.near ?? [...states.keys()])).flatMap(each => states.get(each) ?? [])
  }
}

/** A code, and whatever is written beside it: the name or the state of the same municipality. */
function byCode(index: PlaceIndex, town: KnownTown | null, beside: readonly string[], uf: Uf | null): PlaceReading {
  if (!town) return noPlace('não é um código do IBGE. Use os 7 dígitos do município.')
  const differs = [...beside, uf ?? ''].find(text => comparableText(text) !== '' && !isOf(index, text, town))
  if (differs === undefined) return { code: String(town.code), name: fullName(town) }
  return choiceOf(`é o código de ${fullName(town)}, e ao lado está “${differs.trim()}”. Diga qual.`, [
    town,
    ...writtenIn(differs).readings.flatMap(each => index.called(each.name, each.uf ?? uf)),
  ])
}

function isOf(index: PlaceIndex, text: string, town: KnownTown): boolean {
  if (readState(text) === town.uf) return true
  return writtenIn(text).readings.some(
    ({ name, uf }) =>
      (uf ?? town.uf) === town.uf &&
      (comparableText(name) === comparableText(town.name) ||
        index.formerly(name, uf).some(({ code }) => code === town.code)),
  )
}

function byName(index: PlaceIndex, readings: Written['readings'], uf: Uf | null): PlaceReading {
  const all = readings.map(each => ({ ...each, found: index.called(each.name, each.uf ?? uf) }))
  const read = all.find(({ found }) => found.length === 1) ?? all.find(({ found }) => found.length > 0) ?? all[0]
  if (!read) return noPlace('não diz um município.')
  const { name, found } = read
  if (uf && read.uf && read.uf !== uf)
    return choiceOf(`diz dois estados, ${join([read.uf, uf])}. Diga qual.`, [...found, ...index.called(name, uf)])
  const state = read.uf ?? uf
  const sure = state || !index.near ? found : found.filter(each => index.near?.includes(each.uf))
  const [only] = sure
  if (only && sure.length === 1) return { code: String(only.code), name: fullName(only) }
  if (found.length > 1)
    return choiceOf(
      `Há mais de um município com este nome: ${join(found.slice(0, placesOffered).map(fullName))}. Diga qual.`,
      found,
    )
  const [elsewhere] = found
  const former = index.formerly(name, state)
  if (elsewhere)
    return choiceOf(`só é um município em ${elsewhere.uf}, onde a coleta não tem outros. Confirme.`, [
      ...found,
      ...former,
    ])
  if (former.length)
    return choiceOf(`é nome antigo, ou outra grafia, de ${join(former.map(fullName), 'ou')}. Confirme.`, former)
  return {
    reason: `não é um município${state ? ` de ${state}` : ''} na lista do IBGE. Confira o nome${state ? '' : ' e o estado'}.`,
    among: () => nearest(comparableText(name), index.within(state), placesOffered).map(fullName),
  }
}

/** A name some letters of which were lost is never matched: the towns it may be are offered. */
function lost(index: PlaceIndex, readings: Written['readings'], uf: Uf | null): PlaceReading {
  const among = () =>
    readings.slice(0, 1).flatMap(({ name, uf: own }) => {
      const like = new RegExp(
        `^${[...name].map(each => (isWhole(each) ? comparableText(each) : '[a-z]{1,2}')).join('')}$`,
      )
      const found = index.within(own ?? uf).filter(([key]) => like.test(key))
      return found.slice(0, placesOffered).map(([, town]) => fullName(town))
    })
  return { reason: 'tem letras que se perderam na codificação do arquivo. Diga qual é o município.', among }
}

const noPlace = (reason: string): PlaceReading => ({ reason, among: () => [] })
const choiceOf = (reason: string, towns: readonly KnownTown[]): PlaceReading => ({
  reason,
  among: () => towns.slice(0, placesOffered).map(fullName),
})

/** A text in its parts: the codes in it, and the names it may be with the state each then has. */
interface Written {
  readonly codes: readonly string[]
  /** What is beside a code. */
  readonly parts: readonly string[]
  readonly readings: readonly { readonly name: string; readonly uf: Uf | null }[]
}

function writtenIn(text: string): Written {
  const whole = ibgeDigits(text)
  if (whole !== null) return { codes: [whole], parts: [], readings: [] }
  const all = text
    .split(/\s*[/,():;]\s*|\s+[-\u2013\u2014]\s*|\s*[-\u2013\u2014]\s+|-(?=[A-Za-z]{2}\s*$)/)
    .map(part => part.trim())
    .filter(Boolean)
  const codes = all.filter(part => /^\d{7}$/.test(part))
  const parts = all.filter(part => !/^\d{7}$/.test(part))
  // The state is the last part, or else the first; a town may be called as a state is.
  const readings = [parts.length - 1, 0].flatMap(at => {
    const uf = parts.length > 1 ? readState(parts[at] ?? '') : null
    const rest = parts.filter((_, n) => n !== at)
    return uf ? [{ name: rest.join(' '), uf }] : []
  })
  return { codes, parts, readings: readings.length ? readings : [{ name: parts.join(' '), uf: null }] }
}

const fullName = ({ name, uf }: Pick<KnownTown, 'name' | 'uf'>) => `${name}/${uf}`

function namedTown(towns: Towns) {
  const byName = new Map<string, KnownTown[]>()
  for (const [code, { name, uf }] of towns) {
    const key = comparableText(name)
    const same = byName.get(key)
    if (same) same.push({ code, name, uf })
    else byName.set(key, [{ code, name, uf }])
  }
  return byName
}

function keyedByState(byName: ReturnType<typeof namedTown>) {
  const found = new Map<string, (readonly [key: string, town: KnownTown])[]>()
  for (const [key, some] of byName)
    for (const town of some) {
      const same = found.get(town.uf)
      if (same) same.push([key, town])
      else found.set(town.uf, [[key, town]])
    }
  return found
}
