import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { roomTable } from './support/rooms.ts'
import { readSources } from './support/sources.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

test('the page of the architecture shows the rooms there are', () => {
  const paths = readSources(at('../src')).map(({ path }) => path)
  const table = roomTable(paths)
  expect(table).toContain('collects (anatel, intake)')
  expect(roomTable([...paths, 'features/network/planted/x.ts']), 'a new room changes it').not.toBe(table)
  expect(readFileSync(at('../ARCHITECTURE.md'), 'utf8')).toContain(table)
})
