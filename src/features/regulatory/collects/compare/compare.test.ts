import { expect, test } from 'vitest'
import { compareMonths, growth } from '#features/regulatory/collects/compare/compare.ts'

const ref = (name: string) => ({ id: 1, uuid: '', name })
const line = { id: 1, uuid: '', position: 0 }
const access = (speed: number, amount: number) => ({
  ...line,
  collect_location_id: 1,
  active: true,
  client_type: ref('Pessoa física'),
  client_type_id: 1,
  attendance_type: ref('Urbano'),
  attendance_type_id: 1,
  attendance_middle: ref('Fibra'),
  attendance_middle_id: 1,
  product_type: ref('Internet'),
  product_type_id: 1,
  technology_type: ref('FTTH'),
  technology_type_id: 1,
  speed,
  amount,
})
const place = (name: string, ...accesses: ReturnType<typeof access>[]) => ({
  ...line,
  collect_id: 1,
  state: 'PA',
  city: ref(name),
  city_id: 1,
  accesses_ordered: accesses,
})
const kind = (speed: string) => `Pessoa física · Urbano · Fibra · Internet · FTTH · ${speed}\u00a0Mbps`

test('a month is told by what changed: municipalities, kinds of access, the total', () => {
  const before = { locations: [place('Marabá/PA', access(100, 10), access(300, 5))], finances: [] }
  const after = {
    locations: [place('Marabá/PA', access(100, 12)), place('Xinguara/PA', access(500, 40))],
    finances: [],
  }
  expect(compareMonths(after, before)).toEqual({
    accesses: { name: 'Acessos', before: 15, after: 52 },
    places: [
      { name: 'Xinguara/PA', before: 0, after: 40 },
      { name: 'Marabá/PA', before: 15, after: 12 },
    ],
    kinds: [
      { place: 'Xinguara/PA', name: kind('500'), before: 0, after: 40 },
      { place: 'Marabá/PA', name: kind('300'), before: 5, after: 0 },
      { place: 'Marabá/PA', name: kind('100'), before: 10, after: 12 },
    ],
    billing: [],
  })
})

test('the same kind written on two lines is one, and what did not change is not told', () => {
  const one = { locations: [place('Marabá/PA', access(100, 10))], finances: [] }
  const two = { locations: [place('Marabá/PA', access(100, 4), access(100, 6))], finances: [] }
  expect(compareMonths(two, one).kinds).toEqual([])
})

test('the first month of a fistel is all new', () => {
  const { accesses, places } = compareMonths({ locations: [place('Marabá/PA', access(100, 10))], finances: [] }, null)
  expect(accesses).toMatchObject({ before: 0, after: 10 })
  expect(places.map(growth)).toEqual([null])
})
