import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalid } from '#kernel/problem.ts'
import { showBytes } from '#kernel/show.ts'
import { extOf, wrongKind, type Ext } from '#parts/file/file.ts'
import { countParts, isOvergrown, partsOf, unpackedLimits } from '#parts/file/zip-parts.server.ts'

const textKinds: ReadonlySet<Ext> = new Set(['txt', 'csv', 'xml', 'kml'])
/** What ends a path, what a shell or a header reads, what turns the reading direction, and what cannot be seen. */
// oxlint-disable-next-line no-control-regex -- these are the characters refused
const unfit = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"*/:<>?\\|]/g

/** A name in which nothing ends a path, is hidden, or begins with a dot. */
export const fitName = (given: string) => given.normalize('NFC').replace(unfit, '').trim().replace(/^\.+/, '')

/** What a file may be called that somebody sent, whatever it was called: of a path the last piece, and a day keeps its signs apart. */
export function fitFileName(given: string): string {
  const pieces = given.replace(/(?<=\d)\/(?=\d)/g, '-').split(/[\\/]/)
  return pieces.map(fitName).findLast(Boolean) ?? ''
}

/**
 * Finds a file's name and its type by its bytes, which must match the extension. Throws a 422 of `file` if the type is not
 * accepted, the file is empty, or its bytes are of another type.
 */
export async function inspect(given: string, bytes: Buffer): Promise<{ name: string; ext: Ext }> {
  const whole = fitFileName(given)
  const dot = whole.lastIndexOf('.')
  const called = extOf(whole)
  if (dot < 1 || !called) throw invalid({ file: wrongKind })
  if (!bytes.length) throw invalid({ file: 'O arquivo está vazio.' })
  if (!(await isWhat(called, bytes)))
    throw invalid({ file: `O conteúdo não é de um arquivo ${called}. Abra e salve de novo no formato certo.` })
  if (zipped.has(called)) refuseOvergrown(called, bytes)
  return { name: `${whole.slice(0, Math.min(dot, 159 - called.length)).trim()}.${called}`, ext: called }
}

const zipped: ReadonlySet<Ext> = new Set(['docx', 'xlsx', 'odt', 'ods'])
/** Refuses a file that would fill the machine of the person who opens it. */
function refuseOvergrown(ext: Ext, bytes: Buffer) {
  const damaged = () =>
    invalid({ file: `O arquivo ${ext} está danificado, ou veio pela metade. Salve e envie de novo.` })
  const count = countParts(bytes)
  if (count === null) throw damaged()
  let isTooMuch = count > unpackedLimits.parts
  try {
    isTooMuch ||= isOvergrown(partsOf(bytes), bytes.length)
  } catch {
    throw damaged()
  }
  if (isTooMuch)
    throw invalid({
      file: `O arquivo tem ${showBytes(bytes.length)}, mas descompactado passa do tamanho que aceitamos. Abra, confira e salve de novo, ou envie como PDF ou CSV.`,
    })
}

async function isWhat(ext: Ext, bytes: Buffer): Promise<boolean> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!textKinds.has(ext)) return found?.ext === ext
  if (ext === 'xml' || ext === 'kml')
    return (found === undefined || found.ext === 'xml') && begins(bytes) && everyPiece(bytes, isXml)
  return found === undefined && everyPiece(bytes, isText)
}

/** Bytes that are looked through in a few milliseconds. Pieces overlap by more than the longest that is refused. */
const piece = { bytes: 1024 * 1024, overlap: 128 } as const
async function everyPiece(bytes: Buffer, fits: (part: Buffer) => boolean): Promise<boolean> {
  for (let at = 0; at < bytes.length; at += piece.bytes) {
    if (at) await nextTurn()
    if (!fits(bytes.subarray(at, at + piece.bytes + piece.overlap))) return false
  }
  return true
}

/** No control characters but those of lines and tabs, whatever the encoding. */
// oxlint-disable-next-line no-control-regex -- these are the characters refused
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
const isText = (part: Buffer) => !control.test(part.toString('latin1'))

const begins = (bytes: Buffer) => /^(?:\u00ef\u00bb\u00bf)?\s*</.test(bytes.toString('latin1', 0, piece.bytes))
/** A document type may name other files and swell without end; a prefix of a hundred characters would reach beyond a piece. */
const isXml = (part: Buffer) => {
  const text = part.toString('latin1')
  return !control.test(text) && !/<!DOCTYPE|<!ENTITY|<(?:\w{1,100}:)?(?:html|script|svg)\b|<\w{101}/i.test(text)
}
