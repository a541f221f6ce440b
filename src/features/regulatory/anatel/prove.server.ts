import { isSameKey, isSameKind, type AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { accessesCell, speedCell, type CellReading, type Lookups } from '#features/regulatory/anatel/cells.ts'
import { judgeOf } from '#features/regulatory/anatel/check.ts'
import { readHeader, rowsOf, type Header } from '#features/regulatory/anatel/header.ts'
import type { Layout } from '#features/regulatory/anatel/layouts.ts'
import { envelopeNotes } from '#features/regulatory/anatel/read.server.ts'
import { readText } from '#parts/table/text.server.ts'

/** True if reading our file returns exactly these groups, in this order and without corrections. */
export function readsAs(bytes: Uint8Array, groups: readonly AccessGroup[], lookups: Lookups, layout: Layout): boolean {
  const table = readText(bytes, groups.length)
  if (typeof table === 'string' || envelopeNotes(table.facts).length) return false
  const header = readHeader(table.header, [layout])
  if (typeof header === 'string' || header.notes.length || table.records.length !== groups.length) return false
  const says = sayingOf(header, lookups)
  const text = new TextDecoder().decode(bytes)
  // Every line ends in CRLF, or there was a note of it.
  let at = text.indexOf(ending) + ending.length
  for (const group of groups) {
    at = says(text, at, group)
    if (at < 0) return false
  }
  return true
}

const separator = ';'
const ending = '\r\n'

/** Remembers how accepted figures are written, so that known text is not parsed again. */
function figureRead(read: (text: string) => CellReading<number>) {
  const known = new Map<number, string>()
  /** Where the cell ends that begins here, up to what closes it; -1 where it says another value. */
  return (text: string, at: number, closes: string, value: number): number => {
    const written = known.get(value)
    if (written !== undefined && text.startsWith(written, at) && text.startsWith(closes, at + written.length))
      return at + written.length + closes.length
    const end = text.indexOf(closes, at)
    const said = text.slice(at, end < 0 ? undefined : end)
    const cell = said === said.trim() && said !== '' ? read(said) : null
    if (end < 0 || !cell || !('value' in cell) || cell.why !== undefined || cell.value !== value) return -1
    known.set(value, said)
    return end + closes.length
  }
}

/**
 * Whether the line that begins here is read as a group: where the next begins, or -1. A file says kind after kind: the first line
 * of each is judged as anybody's is, and of those that begin with the same cells only the figures at their end are left to be read.
 */
function sayingOf(header: Header, lookups: Lookups): (text: string, at: number, group: AccessGroup) => number {
  const { order, layout } = header
  const [rowOf, judge] = [rowsOf(header), judgeOf(lookups, layout)]
  const [speed, accesses] = [figureRead(speedCell), figureRead(accessesCell)]
  const hasSpeed = order.includes('VELOCIDADE')
  const own = order.length - (hasSpeed ? 2 : 1)
  const areLast = order.at(-1) === 'ACESSOS' && (!hasSpeed || order[own] === 'VELOCIDADE')
  let known: { readonly begin: string; readonly kind: AccessGroup } | undefined
  return (text, at, group) => {
    if (known && text.startsWith(known.begin, at)) {
      if (!isSameKind(known.kind, group)) return -1
      const from = at + known.begin.length
      const last = hasSpeed ? speed(text, from, separator, group.velocidade) : from
      return last < 0 ? -1 : accesses(text, last, ending, group.acessos)
    }
    const end = text.indexOf(ending, at)
    const cells = text.slice(at, end).split(separator)
    const { verdict, values } = judge(rowOf({ line: 0, cells }))
    if (verdict !== 'accepted' || !values || !isSameKey(values, group) || values.acessos !== group.acessos) return -1
    known = areLast ? { begin: `${cells.slice(0, own).join(separator)}${separator}`, kind: group } : undefined
    return end + ending.length
  }
}
