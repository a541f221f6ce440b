import { showDecimal, showInteger, showMeasure } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import {
  fileQuestion,
  fileNote,
  type Answers,
  type FileQuestion,
} from '#features/regulatory/collects/intake/evidence/questions.ts'
import { label, type Period } from '#parts/period/period.ts'

/** What a month declares: accesses by municipality ('Itu/SP'), and its speeds in Mbps. */
export interface MonthSums {
  readonly places: ReadonlyMap<string, number>
  readonly speeds: readonly number[]
}
/** So many municipalities and speeds are named. */
const valuesNamed = 6

/**
 * The month before beside what the file brings, before anything is replaced: a change of `threshold` percent or more, or a
 * municipality that is gone, has to be confirmed. `isAdded`: the file is added to what the coleta has, and `after` is both.
 */
export function monthQuestion(
  period: Period,
  before: MonthSums,
  after: MonthSums,
  threshold: number,
  answers: Answers,
  isAdded = false,
): FileQuestion {
  const [was, is] = [total(before), total(after)]
  const gone = [...before.places].filter(([name]) => !after.places.has(name))
  const added = [...after.places].filter(([name]) => !before.places.has(name))
  const speeds = after.speeds.filter(speed => !before.speeds.includes(speed))
  const share = was === 0 ? 0 : ((is - was) / was) * 100
  const text = [
    `Em ${label(period)} eram ${showInteger(was)} acessos, e ${isAdded ? 'com este arquivo são' : 'este arquivo traz'} ${showInteger(is)}${share === 0 ? '' : ` (${share < 0 ? 'menos' : 'mais'} ${showDecimal(Number(Math.abs(share).toFixed(1)))} %)`}.`, // prettier-ignore
    ...(gone.length ? [`Saem: ${placeNames(gone)}.`] : []),
    ...(added.length ? [`Entram: ${placeNames(added)}.`] : []),
    ...(speeds.length && before.speeds.length
      ? [`Velocidades novas: ${cut(speeds.map(each => showMeasure(each, 'Mbps')))}.`]
      : []),
  ].join(' ')
  const key = `mes-anterior:${is}:${gone.length}:${added.length}`
  const choices = [{ value: 'sim', label: 'Está certo' }]
  return Math.abs(share) >= threshold || gone.length > 0
    ? fileQuestion(key, text, choices, answers)
    : fileNote(key, text)
}

const total = ({ places }: MonthSums) => [...places.values()].reduce((sum, each) => sum + each, 0)
const cut = (names: readonly string[]) =>
  names.length > valuesNamed
    ? `${names.slice(0, valuesNamed).join(', ')} e mais ${names.length - valuesNamed}`
    : join(names)
const placeNames = (places: readonly (readonly [string, number])[]) =>
  cut(places.toSorted(([, one], [, other]) => other - one).map(([name, n]) => `${name} (${showInteger(n)})`))
