import { isSameKey, isSameKind, type AccessGroup } from '#features/anatel/access-file.ts'
import { accessesCell, speedCell, type CellReading, type Lookups } from '#features/anatel/cells.ts'
import { judgeOf } from '#features/anatel/check.ts'
import { readHeader, type Header } from '#features/anatel/header.ts'
import type { Layout } from '#features/anatel/layouts.ts'
import { envelopeNotes, rowsOf } from '#features/anatel/read.server.ts'
import { onceEach } from '#parts/table/once.ts'
import { readText } from '#parts/table/text.server.ts'

/** Whether a file of ours says these groups when it is read: each accepted as it stands, in this order, and nothing else. */
export function readsAs(bytes: Uint8Array, groups: readonly AccessGroup[], lookups: Lookups, layout: Layout): boolean {
  const table = readText(bytes, groups.length)
  if (typeof table === 'string' || envelopeNotes(table.facts).length) return false
  const header = readHeader(table.header, [layout])
  if (typeof header === 'string' || header.notes.length || table.records.length !== groups.length) return false
  const says = sayingOf(header, lookups)
  // Every line ends in CRLF, or there was a note of it.
  const lines = new TextDecoder().decode(bytes).split('\r\n')
  return groups.every((group, at) => says(lines[at + 1] ?? '', group))
}

const separator = ';'
/** What a cell is read as, where it is accepted as it stands. */
const asItStands = (read: (text: string) => CellReading<number>) =>
  onceEach((text: string) => {
    const cell = text === text.trim() && text !== '' ? read(text) : null
    return { value: cell && 'value' in cell && cell.why === undefined ? cell.value : null }
  })

/**
 * Whether a line is read as a group. A file says kind after kind: the first line of each is judged as anybody's is, and of those
 * that begin with the same cells only the figures at their end are left to be read.
 */
function sayingOf(header: Header, lookups: Lookups): (line: string, group: AccessGroup) => boolean {
  const { order, layout } = header
  const [rowOf, judge] = [rowsOf(header), judgeOf(lookups, layout)]
  const figures = [
    { name: 'VELOCIDADE', read: asItStands(speedCell), of: ({ velocidade }: AccessGroup) => velocidade },
    { name: 'ACESSOS', read: asItStands(accessesCell), of: ({ acessos }: AccessGroup) => acessos },
  ].filter(({ name }) => order.some(each => each === name))
  const own = order.length - figures.length
  const areLast = figures.every(({ name }, at) => order[own + at] === name)
  let known: { readonly begin: string; readonly kind: AccessGroup } | undefined
  return (line, group) => {
    if (known && line.startsWith(known.begin)) {
      const cells = line.slice(known.begin.length).split(separator)
      if (cells.length !== figures.length || !isSameKind(known.kind, group)) return false
      return figures.every(({ read, of }, at) => read(cells[at] ?? '').value === of(group))
    }
    const cells = line.split(separator)
    const { verdict, values } = judge(rowOf({ line: 0, cells }))
    if (verdict !== 'accepted' || !values || !isSameKey(values, group) || values.acessos !== group.acessos) return false
    known = areLast ? { begin: `${cells.slice(0, own).join(separator)}${separator}`, kind: group } : undefined
    return true
  }
}
