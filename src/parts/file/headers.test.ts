import { expect, test } from 'vitest'
import { fileNameIn, warningsIn } from '#parts/file/headers.ts'

test('a file is named as the server names it', () => {
  expect(fileNameIn('attachment; filename="scm-vale-2026-02.csv"')).toBe('scm-vale-2026-02.csv')
  expect(fileNameIn(null)).toBeNull()
})

test('warnings travel encoded, accents and all; what cannot be read is no warning', () => {
  const said = ['Não é comum com o meio fibra. Confira.']
  expect(warningsIn(encodeURIComponent(JSON.stringify(said)))).toEqual(said)
  expect(warningsIn(null)).toEqual([])
  expect(warningsIn('%')).toEqual([])
})
