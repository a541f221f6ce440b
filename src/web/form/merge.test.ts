import { expect, test } from 'vitest'
import { integer, lineList, ref, text } from '#kernel/field.ts'
import { changedOf, draftOf, type Values } from '#web/form/draft.ts'
import { mergeOf, type MergeInput } from '#web/form/merge.ts'

const fields = {
  name: text('Nome'),
  plan: ref('plans', 'Plano'),
  places: lineList(
    {
      city: ref('cities', 'Município', { required: true }),
      lines: lineList({ kind: text('Tipo'), speed: integer('Velocidade'), amount: integer('Acessos') }, 'Linhas'),
    },
    'Municípios',
  ),
}
const line = (id: number | undefined, kind: string, speed: number, amount: number) => ({
  ...(id && { id }),
  kind,
  speed,
  amount,
})
type Line = ReturnType<typeof line>
const place = (id: number | undefined, city_id: number, lines: readonly Line[]) => ({
  ...(id && { id }),
  city_id,
  city: { id: city_id, name: `Cidade ${city_id}` },
  lines,
})
type Place = ReturnType<typeof place>
const row = (name: string, places: readonly Place[]) => ({
  name,
  plan_id: 3,
  plan: { id: 3, name: 'Total' },
  places,
})
const start = row('Vale', [place(1, 10, [line(11, 'fibra', 100, 2)]), place(2, 20, [line(21, 'rádio', 5, 7)])])

const identityOf: MergeInput['identityOf'] = (name, { city_id, kind, speed }) =>
  name === 'places' ? city_id : JSON.stringify([kind, speed])
const merge = (mine: Values, current: Values, leave: readonly string[] = []) =>
  mergeOf(
    { fields, before: draftOf(fields, start), mine: { ...draftOf(fields, start), ...mine }, current, identityOf },
    new Set(leave),
  )
const placesIn = ({ values }: ReturnType<typeof merge>) => values.places as readonly Place[]

test('what two people changed in different municipalities is joined, and asked of nobody', () => {
  const mine = [place(1, 10, [line(11, 'fibra', 100, 50)]), start.places[1]]
  const current = row('Vale', [...start.places.slice(0, 1), place(2, 20, [line(21, 'rádio', 5, 90)])])
  const merged = merge({ places: mine }, current)
  expect(merged.clashes).toEqual([])
  expect(placesIn(merged).map(({ lines }) => lines.map(({ amount }) => amount))).toEqual([[50], [90]])
  expect(merged.theirs.map(({ lines, field }) => [lines.map(each => each.line.id), field?.label])).toEqual([
    [[2, 21], 'Acessos'],
  ])
})

test('only the number both changed is asked about, with both numbers', () => {
  const mine = [place(1, 10, [line(11, 'fibra', 100, 50)]), start.places[1]]
  const current = row('Vale', [place(1, 10, [line(11, 'fibra', 200, 60)]), ...start.places.slice(1)])
  const merged = merge({ places: mine }, current)
  expect(merged.clashes).toMatchObject([{ before: 2, mine: 50, theirs: 60, field: { label: 'Acessos' } }])
  expect(placesIn(merged)[0]?.lines).toMatchObject([{ id: 11, speed: 200, amount: 50 }])
  const left = merge({ places: mine }, current, [merged.clashes[0]?.key ?? ''])
  expect(placesIn(left)[0]?.lines).toMatchObject([{ speed: 200, amount: 60 }])
})

test('lines each of them added both stay, and the same municipality added twice is one', () => {
  const mine = [...start.places, place(undefined, 30, [line(undefined, 'fibra', 100, 1)])]
  const current = row('Vale', [
    ...start.places,
    place(3, 30, [line(31, 'fibra', 100, 1), line(32, 'rádio', 5, 4)]),
    place(4, 40, [line(41, 'fibra', 100, 9)]),
  ])
  const merged = merge({ places: mine }, current)
  expect(merged.clashes).toEqual([])
  expect(placesIn(merged).map(({ id, city_id }) => [id, city_id])).toEqual([[1, 10], [2, 20], [3, 30], [4, 40]]) // prettier-ignore
  expect(placesIn(merged)[2]?.lines.map(({ id, amount }) => [id, amount])).toEqual([[31, 1], [32, 4]]) // prettier-ignore
})

test('a line one took away and the other changed is asked about; untouched, it goes without asking', () => {
  const mine = [place(1, 10, [line(11, 'fibra', 100, 50)]), start.places[1]]
  const gone = merge({ places: mine }, row('Vale', []))
  expect(gone.clashes).toMatchObject([{ field: null, theirs: undefined, mine: { city_id: 10 } }])
  // Kept, it is a new line: the server no longer knows its id.
  expect(placesIn(gone)).toEqual([expect.not.objectContaining({ id: 1 })])
  expect(placesIn(merge({ places: mine }, row('Vale', []), [gone.clashes[0]?.key ?? '']))).toEqual([])

  const changed = row('Vale', [start.places[0] ?? place(1, 10, []), place(2, 20, [line(21, 'rádio', 5, 90)])])
  const back = merge({ places: mine.slice(0, 1) }, changed)
  expect(back.clashes).toMatchObject([{ field: null, mine: undefined, theirs: { id: 2 } }])
  expect(placesIn(back).map(({ id }) => id)).toEqual([1])
  expect(placesIn(merge({ places: mine.slice(0, 1) }, changed, [back.clashes[0]?.key ?? '']))).toHaveLength(2)
})

test('a file that replaced every line is met line by line all the same', () => {
  const mine = [place(1, 10, [line(11, 'fibra', 100, 50)]), start.places[1]]
  const current = row('Vale', [place(8, 10, [line(81, 'fibra', 100, 2)]), place(9, 20, [line(91, 'rádio', 5, 90)])])
  const merged = merge({ places: mine }, current)
  expect(merged.clashes).toEqual([])
  expect(placesIn(merged).map(({ id, lines }) => [id, lines[0]?.id, lines[0]?.amount])).toEqual([[8, 81, 50], [9, 91, 90]]) // prettier-ignore
})

test('what is sent after a merge is the other’s record with our changes, and nothing else', () => {
  const mine = { name: 'Meu', plan_id: 4, plan: { id: 4, name: 'Base' } }
  const current = row('Deles', [])
  const sent = (leave: readonly string[]) =>
    changedOf(fields, draftOf(fields, current), merge(mine, current, leave).values)
  expect(merge(mine, current).clashes.map(({ key }) => key)).toEqual(['name'])
  expect(sent([])).toEqual({ name: 'Meu', plan_id: 4 })
  expect(sent(['name'])).toEqual({ plan_id: 4 })
  expect(merge(mine, current).theirs.map(({ lines }) => lines.map(each => each.line.id))).toEqual([[1], [2]])
})
