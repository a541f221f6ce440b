import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'

// A mark recognizes an earlier row: 48 bits of what names it, a safe integer. Two rows share one by chance once in some
// hundred million millions of pairs, and a mark only ever leads to a question.

/** 32 bits of a text (FNV-1a, with a last mix), by where they begin. */
function hash32(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
const mark = (text: string) => hash32(text, 0x811c9dc5) * 0x10000 + (hash32(text, 0x2f0b4a71) & 0xffff)

/** A contract, by the title of its column and its number. */
export const contractMark = (title: string, id: string) => mark(`${title}\n${id}`)

/** A record with its number of accesses. */
export const recordMark = (group: AccessGroup, accesses: number) =>
  mark(
    [
      group.cod_ibge,
      group.tipo_cliente,
      group.tipo_atendimento,
      group.tipo_meio,
      group.tipo_produto,
      group.tipo_tecnologia,
      group.velocidade,
      accesses,
    ].join('\n'),
  )
