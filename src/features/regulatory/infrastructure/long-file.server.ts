import type { ClientIdentity } from '#features/clients/clients/client-keys.ts'
import { longFileLimits } from '#features/regulatory/infrastructure/long-file.ts'
import { quotedList, type LineJudge } from '#features/regulatory/infrastructure/station-line.ts'
import { TheirLines, type TheirStations } from '#features/regulatory/infrastructure/theirs.ts'
import { showInteger } from '#kernel/show.ts'
import { unpackedPieces } from '#parts/table/unpack.server.ts'
import { LongText, Unreadable } from '#parts/table/long-text.server.ts'

/** A file among those of a ZIP. */
interface ZippedList {
  readonly name: string
  /** Why it is no list of stations. */
  refused: string | null
  /** Its lines, as they are counted over all files. */
  readonly from: number
  to: number
}

/**
 * The client's stations in a text of any length, packed or not, read as it flows. The lines of the files of a ZIP are counted one
 * after another. As a text: why there is nothing to compare.
 */
export async function stationsInLongFile(
  path: string,
  client: ClientIdentity,
  judge: LineJudge,
): Promise<TheirStations | string> {
  const theirs = new TheirLines(client, judge)
  const files: ZippedList[] = []
  const others: string[] = []
  const isWanted = (name: string) => {
    if (/\.(csv|txt)$/i.test(name)) return true
    if (!name.endsWith('/')) others.push(name)
    return false
  }
  const reading: { at: ZippedList | null; text: LongText | null } = { at: null, text: null }
  const begin = (name: string) => {
    const from = files.at(-1)?.to ?? 0
    const file: ZippedList = { name, refused: null, from, to: from }
    files.push(file)
    reading.at = file
    reading.text = new LongText({
      header: (header, above) => {
        file.refused = theirs.begin(header, above)
      },
      record: ({ line, cells }) => {
        if (from + line > longFileLimits.lines)
          throw new Unreadable(`O arquivo passa de ${showInteger(longFileLimits.lines)} linhas. Confira se é o certo.`)
        if (file.refused === null) theirs.take({ line: from + line, cells })
      },
    })
  }
  const finish = () => {
    if (reading.at && reading.text) reading.at.to += reading.text.end()
  }
  try {
    for await (const { name, bytes } of unpackedPieces(path, { most: longFileLimits.unpacked, isWanted })) {
      if (reading.at?.name !== name) {
        finish()
        begin(name)
      }
      reading.text?.push(bytes)
    }
    finish()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return error.message
  }
  if (!files.length)
    return others.includes('xl/workbook.xml')
      ? 'A planilha passa de 20 MB. Salve-a como CSV e envie de novo.'
      : 'O ZIP não traz nenhum arquivo CSV nem uma planilha XLSX.'
  const read = files.filter(({ refused }) => refused === null)
  if (!read.length) return files[0]?.refused ?? 'O arquivo está vazio.'
  const told = theirs.end()
  return typeof told === 'string' ? told : { ...told, notes: [...fileNotes(files, others), ...told.notes] }
}

function fileNotes(files: readonly ZippedList[], others: readonly string[]): readonly string[] {
  const read = files.filter(({ refused }) => refused === null)
  const unread = [...files.filter(({ refused }) => refused !== null).map(({ name }) => name), ...others].slice(0, 20)
  const ranges = read.map(({ name, from, to }) => `“${name}”, linhas ${showInteger(from + 1)} a ${showInteger(to)}`)
  return [
    ...(read.length > 1
      ? [`O ZIP tem ${read.length} arquivos de estações, e as linhas contam de um para o outro: ${ranges.join('; ')}.`]
      : []),
    ...(unread.length ? [`No ZIP ficou de fora o que não é lista de estações: ${quotedList(unread)}.`] : []),
  ]
}
