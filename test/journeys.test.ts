import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('e2e/', import.meta.url)

/** Numbers of eleven or fourteen digits that more than one file writes, each with its files. */
function sharedNumbers(files: Readonly<Record<string, string>>) {
  const filesOf = new Map<string, readonly string[]>()
  for (const [file, text] of Object.entries(files))
    for (const number of new Set(text.match(/(?<=['"`])(?:\d{11}|\d{14})(?=['"`])/g)))
      filesOf.set(number, [...(filesOf.get(number) ?? []), file])
  return [...filesOf].filter(([, where]) => where.length > 1)
}

test('journeys that share a server never write the same CNPJ, CPF or Fistel: the second would be refused', () => {
  const names = readdirSync(folder).filter(name => name.endsWith('.spec.ts'))
  expect(names.length).toBeGreaterThan(60)
  expect(
    sharedNumbers(Object.fromEntries(names.map(name => [name, readFileSync(new URL(name, folder), 'utf8')]))),
  ).toEqual([])
  expect(
    sharedNumbers({ a: `document: '11222333000181'`, b: `fill("11222333000181")`, c: `'11222333000182'` }),
  ).toEqual([['11222333000181', ['a', 'b']]])
})
