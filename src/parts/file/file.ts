import { integer, ref, text } from '#kernel/field.ts'
import { showBytes } from '#kernel/show.ts'

/** A stored file has a name and what is needed to find its bytes. Only uploads create its rows. */
export const fileFields = {
  name: text('Arquivo', { required: true, max: 160 }),
  ext: text('Extensão', { required: true, writable: false, max: 5 }),
  size: integer('Tamanho (bytes)', { required: true, writable: false }),
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: text('Conteúdo', { required: true, writable: false, secret: true, max: 64 }),
  user: ref('users', 'Enviado por', { writable: false, told: true }),
}

/** Only these extensions may be stored: no browser or computer runs them. */
export const storedExtensions = [
  'pdf',
  'png',
  'jpg',
  'webp',
  'docx',
  'xlsx',
  'odt',
  'ods',
  'txt',
  'csv',
  'xml',
  'kml',
] as const
export type Ext = (typeof storedExtensions)[number]
/** Bytes of one file: a scanned contract of a hundred pages fits. */
export const fileLimit = 25 * 1024 * 1024

/** Finds the accepted extension of a file name. */
export function extOf(name: string): Ext | undefined {
  const said = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return storedExtensions.find(ext => ext === (said === 'jpeg' ? 'jpg' : said))
}
export const wrongKind = `Não guardamos arquivos deste tipo. Envie um destes: ${storedExtensions.join(', ')}.`
/** Why a file of this name and size in bytes would be refused, as a sentence; null when only its content can decide. */
export function fitFile(name: string, size: number): string | null {
  if (!extOf(name)) return wrongKind
  return size > fileLimit ? `O arquivo tem ${showBytes(size)}; o limite é ${showBytes(fileLimit)}.` : null
}
