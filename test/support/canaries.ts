import { createPrivateKey, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** As it stands, as hexadecimal, and as base64 wherever it begins among others. */
const spellings = (secret: Buffer) => [
  secret,
  Buffer.from(secret.toString('hex')),
  ...[0, 1, 2].map(shift =>
    Buffer.from(
      Buffer.concat([Buffer.alloc(shift), secret])
        .toString('base64')
        .slice(shift ? 4 : 0, -4),
    ),
  ),
]
/** Of what is broken into lines of base64, pieces that no line breaks all of. */
const piecesOf = (secret: Buffer) =>
  Array.from({ length: Math.floor(secret.length / 18) }, (_, i) => secret.subarray(i * 18, i * 18 + 18))

/** Secrets by what they are, each another in each run, and where they are found. */
export function openCanaries() {
  const planted = new Map<string, readonly Buffer[]>()
  const plant = (name: string, secret: Buffer, pieces: readonly Buffer[] = [secret]) =>
    void planted.set(name, pieces.flatMap(spellings))
  return {
    /** One more; made here, or known by now. */
    secret(name: string, known: string = `c${randomBytes(20).toString('hex')}`) {
      plant(name, Buffer.from(known))
      return known
    },
    /** A file, but for what of it everybody may see. */
    file: (name: string, bytes: Buffer, seen: readonly Buffer[]) =>
      plant(
        name,
        bytes,
        piecesOf(bytes).filter(
          piece => !seen.some(each => each.includes(piece.subarray(0, 12)) || each.includes(piece.subarray(-12))),
        ),
      ),
    /** The private key of a PEM. */
    key(name: string, pem: string) {
      const { p = '', d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
      plant(
        name,
        Buffer.alloc(0),
        [p, d].flatMap(part => piecesOf(Buffer.from(part, 'base64url'))),
      )
    },
    names: () => [...planted.keys()],
    foundIn: (bytes: Buffer) =>
      [...planted].flatMap(([name, all]) => (all.some(each => bytes.includes(each)) ? [name] : [])),
  }
}

/** Every byte of what lies in a folder. */
export function* filesUnder(folder: string): Generator<readonly [path: string, bytes: Buffer]> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) yield [name, readFileSync(path)]
  }
}
