/** Messages after which the server answers: query, sync, flush and function call of the wire protocol. */
const turning: ReadonlySet<number> = new Set(['Q', 'S', 'H', 'F'].map(letter => letter.charCodeAt(0)))
const terminate = 'X'.charCodeAt(0)

/**
 * Cuts a stream of bytes into what the engine may be given at once: the start-up packet, then whole messages up to one that
 * turns the talk over. Each call takes what arrived and gives what is due, if anything.
 */
export function framer(): (chunk: Uint8Array) => Uint8Array | undefined {
  let rest: Buffer = Buffer.alloc(0)
  let started = false
  const cut = (end: number) => {
    const due = rest.subarray(0, end)
    rest = rest.subarray(end)
    return end ? due : undefined
  }
  return chunk => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (started) return cut(dueLength(rest))
    if (rest.length < 4 || rest.length < rest.readInt32BE(0)) return undefined
    started = true
    return cut(rest.readInt32BE(0))
  }
}

/** A message is a letter and a length that counts itself and not the letter. */
function dueLength(bytes: Buffer): number {
  let due = 0
  for (let at = 0; at + 5 <= bytes.length;) {
    const kind = bytes.readUInt8(at)
    const next = at + 1 + bytes.readInt32BE(at + 1)
    if (next > bytes.length || kind === terminate) return due
    at = next
    if (turning.has(kind)) due = at
  }
  return due
}
