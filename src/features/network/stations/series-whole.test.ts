import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seriesIn, type SeriesLine } from '#features/network/stations/series.ts'
import { foldText } from '#kernel/text.ts'

const words = fc.constantFrom('Torre', 'Morro', 'Serra', 'Divinópolis', 'MG', 'propria', 'SIRGAS 2000', '')
const place = fc.constantFrom(
  '-20,142222; -44,8875',
  '-20.142222, -44.8875',
  '-20.142222\t-44.8875',
  `20°08'32"S 44°53'15"W`,
  '20,142222; 44,8875',
  '-34.6; -58.38',
  '0; 0',
  '-20,142222',
  '20S0832 44W5315',
  '',
)
const separator = fc.constantFrom(';', '\t', '; ', ' ', ' - ', ';;')
const cells = fc.array(fc.oneof(words, place), { minLength: 1, maxLength: 4 })
const ending = fc.constantFrom('\n', '\r\n', '\r', '\u2028')
const pasted = fc.record({ cells, separator }).map(({ cells: all, separator: between }) => all.join(between))

/** Words of letters, without those of coordinates. */
const lettersOf = (line: string) => (line.match(/\p{L}{2,}/gu) ?? []).filter(word => !/^(?:S|W|SIRGAS)$/u.test(word))

/** What of a line is neither in what was read of it nor in what is said about it. */
function faultsIn({ name, at: point, changed = '', wrong }: SeriesLine, line: string): readonly string[] {
  if (wrong !== undefined) return wrong === '' || name.trim() === '' ? [`${line}: no reason`] : []
  const said = foldText(`${name} ${changed}`)
  // A long rest is cut where it is shown.
  const lost = said.includes('…') ? [] : lettersOf(line).filter(word => !said.includes(foldText(word)))
  // Numbers that are in no name are a place.
  const isLost = /\d[.,]\d/.test(line) && point === null
  return [...lost, ...(isLost ? [`${line}: no place`] : []), ...(name.trim() === '' ? [`${line}: no name`] : [])]
}

test('nothing of a pasted series disappears: each line is one, and its words are its name, what was left out, or why it is wrong', () => {
  let taken = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(pasted, ending), { minLength: 1, maxLength: 8 }), lines => {
      const found = seriesIn(lines.map(([line, end]) => `${line}${end}`).join(''), 'Torre 1')
      const given = lines.map(([line]) => line).filter(line => line.trim() !== '')
      expect(found).toHaveLength(given.length)
      expect(found.flatMap((each, at) => faultsIn(each, given[at] ?? ''))).toEqual([])
      taken += found.filter(({ at, wrong }) => at !== null && wrong === undefined).length
      const right = found.filter(({ wrong }) => wrong === undefined).map(({ name }) => name)
      expect(new Set(right).size).toBe(right.length)
    }),
    { numRuns: 500 },
  )
  expect(taken).toBeGreaterThan(200)
})
