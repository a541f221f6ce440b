import { tableLimits } from '#parts/table/table.ts'
import type { AnyOperation } from '#server/operation.ts'
import { returnFile } from './bank-return.ts'

export interface LargeFile {
  readonly name: string
  readonly query: string
  readonly media: string
  /** Another one each time. */
  readonly bytes: () => Uint8Array
}

/** What a file consists of: a beginning, one piece over and over, and an end. */
interface Content {
  readonly name: string
  readonly ext: string
  readonly begin?: string
  readonly piece: string
  readonly end?: string
  /** Bytes its reader accepts. */
  readonly most?: number
  /** So many bytes of it, where it is no piece over and over. */
  readonly whole?: (bytes: number) => Buffer
  /** What came before is no twin of it: it is not changed. */
  readonly alike?: true
}

const megabyte = 1024 * 1024
/** What is sent as a stream is read in pieces: a longer one has more of them, and no larger ones. */
const longestStream = 24 * megabyte
const header =
  'CNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;ACESSOS\n'
/** The client the tables are of. */
export const tableOwner = '11222333000181'
const access = `${tableOwner};2030;1;3550308;PF;URBANO;FIBRA;INTERNET;FTTH;100;1\n`
const stations = 'Número da estação;Latitude;Longitude\n'
/** Of no number: each line is a station. */
const station = ';-23,5;-46,6\n'
const placemark = '<Placemark><name>a</name><Point><coordinates>-46.6,-23.5,0</coordinates></Point></Placemark>\n'
const kml = '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n'
const kmlEnd = '</Document></kml>'

/** What a file of these operations looks like, by its kind. */
const contents: Readonly<Record<string, readonly Content[]>> = {
  any: [
    { name: 'PDF', ext: 'pdf', begin: '%PDF-1.4\n', piece: '\n%a' },
    { name: 'text', ext: 'txt', piece: 'a\n' },
    { name: 'CSV', ext: 'csv', piece: 'a;b\n' },
    { name: 'XML', ext: 'xml', begin: '<?xml version="1.0"?>\n', piece: '<a>b</a>\n' },
    { name: 'image', ext: 'png', begin: '\x89PNG\r\n\x1a\n', piece: '\0' },
    { name: 'package', ext: 'zip', begin: 'PK\x03\x04', piece: '\0' },
  ],
  table: [
    { name: 'table', ext: 'csv', begin: header, piece: access, most: access.length * (tableLimits.rows - 100) },
    { name: 'wide table', ext: 'csv', begin: header, piece: access.replace(';PF;', `;${'P'.repeat(40)};`) },
    { name: 'table of short lines', ext: 'csv', piece: 'a\n' },
    { name: 'table of many columns', ext: 'csv', piece: ';' },
    { name: 'table of quotes', ext: 'csv', piece: '"a""b"\n' },
    { name: 'table in accents', ext: 'csv', begin: header, piece: access.replace('URBANO', 'ção') },
    { name: 'workbook', ext: 'xlsx', begin: 'PK\x03\x04', piece: '\0' },
  ],
  'infrastructure-filings.comparar': [
    {
      name: 'stations',
      ext: 'csv',
      begin: stations,
      piece: station,
      most: station.length * 9_900,
    },
    {
      name: 'too many stations',
      ext: 'csv',
      begin: stations,
      piece: station,
      most: station.length * (tableLimits.rows - 10),
    },
    { name: 'unread stations', ext: 'csv', begin: stations, piece: 'a;b;c\n' },
    { name: 'stations of others', ext: 'csv', begin: `CNPJ;${stations}`, piece: `33000167000101${station}` },
  ],
  'stations.kml.ler': [
    { name: 'map', ext: 'kml', begin: kml, piece: placemark, end: kmlEnd, most: placemark.length * 2_000 },
    {
      name: 'map of long names',
      ext: 'kml',
      begin: kml,
      piece: placemark.replace('>a<', `>${'a'.repeat(2_000)}<`),
      end: kmlEnd,
    },
    { name: 'open tags', ext: 'kml', begin: kml, piece: '<a>' },
    { name: 'nothing', ext: 'kml', piece: '\0' },
    { name: 'KMZ', ext: 'kmz', begin: 'PK\x03\x04', piece: '\0' },
  ],
  'bills-to-receive.retorno': [
    {
      name: 'return of 400',
      ext: 'ret',
      begin: '02RETORNO01COBRANCA'.padEnd(400) + '\n',
      piece: `1${'0'.repeat(399)}\n`,
    },
    {
      name: 'return of 240',
      ext: 'ret',
      piece: '',
      // Each line of it is two of 242 bytes; four are around them.
      whole: bytes =>
        returnFile(
          Array.from({ length: Math.floor(bytes / 484) - 2 }, (_, n) => ({
            shown: `${n}-0`,
            movement: '06',
            cents: 10_000,
            paid_cents: 10_000,
          })),
        ),
    },
    { name: 'lines of one', ext: 'ret', piece: '1\n' },
  ],
}
const kindOf = ({ id }: AnyOperation) =>
  Object.keys(contents).find(kind => id.startsWith(kind)) ??
  (/collects\.(?:preview|upload)|comparar|imports|anatel/.test(id) ? 'table' : 'any')

let unique = 0
/** `bytes` of a content: whole pieces, and its end. */
function fileOf({ begin = '', piece, end = '', whole, alike }: Content, bytes: number): Buffer {
  if (whole) return whole(bytes)
  const file = Buffer.alloc(bytes, piece)
  const pieces = Math.floor((bytes - begin.length - end.length) / Buffer.byteLength(piece))
  const found = file.subarray(0, begin.length + pieces * Buffer.byteLength(piece) + end.length)
  found.fill(piece, begin.length)
  found.write(begin, 'latin1')
  found.write(end, found.length - end.length, 'latin1')
  // What came before is refused as a twin.
  if (!alike) found.write(String(unique++ % 10), found.length - end.length - 2)
  return found
}

/** Corrections of so many lines as a form may bring beside its file. */
const instructions = JSON.stringify({
  edits: Array.from({ length: 20_000 }, (_, at) => ({ line: at + 1, column: 'VELOCIDADE', value: '100' })),
})
function formOf(file: Buffer, ext: string, said?: string): Buffer {
  const field = (name: string, more = '') => `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  return Buffer.concat([
    ...(said ? [Buffer.from(`${field('instructions')}${said}\r\n`)] : []),
    Buffer.from(field('file', `; filename="a.${ext}"`)),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ])
}

/** Bytes the reader behind an operation accepts, where that is less than what its route lets in. */
const read: Readonly<Record<string, number>> = {
  table: tableLimits.bytes,
}
/** Bytes up to which a table is read where it arrives. */
const light = 512 * 1024

/** The largest files an operation takes: of each kind, by each media type, and up to what is let in. */
export function* largestFiles(operation: AnyOperation): Generator<LargeFile> {
  const { id, media = [], limit = megabyte } = operation
  const kind = kindOf(operation)
  const open = Math.min(limit, longestStream)
  for (const type of media) {
    const isForm = type.startsWith('multipart')
    for (const content of contents[kind] ?? []) {
      const { name, ext, most = Infinity } = content
      const query = new URLSearchParams({
        ...(!/collects\.(?:preview|upload)|kml|imagem/.test(id) && !id.endsWith('comparar') && { name: `a.${ext}` }),
        ...(id === 'imports.enviar' && { resource: 'collects' }),
        ...(id.endsWith('comparar') && { client: '1' }),
        ...(id.endsWith('aplicar') && { sha256: '0'.repeat(64) }),
      })
      // What is read by a job is read in pieces: a longer one has more of them.
      const byJob = id === 'imports.enviar' && most !== Infinity ? access.length * 5_000 : Infinity
      const bytes = Math.min(open, read[kind] ?? Infinity, most + 200, byJob)
      const isTable = read[kind] !== undefined && !isForm
      const made = (length: number, said?: string) => () => {
        const file = fileOf(content, length)
        return isForm ? formOf(file, ext, said) : file
      }
      const about = { query: query.size ? `?${query}` : '', media: isForm ? `${type}; boundary=b` : type }
      yield { ...about, name: `${name} as ${type}`, bytes: made(bytes) }
      if (isTable) yield { ...about, name: `${name} as ${type}, light`, bytes: made(Math.min(light, bytes)) }
      if (isForm) yield { ...about, name: `${name} as ${type}, corrected`, bytes: made(bytes, instructions) }
      if (!isForm && bytes < open && most === Infinity)
        yield { ...about, name: `${name} as ${type}, beyond its reader`, bytes: made(open) }
    }
  }
}
