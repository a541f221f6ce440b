import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ZodType } from 'zod'
import { ByteSource, CopyRefusal, cutShort, notAsWritten } from '#parts/copy/bytes.server.ts'
import {
  copyContent,
  copyFormat,
  copyHead,
  documentEntry,
  entryNames,
  jsonLimit,
  rowsEntry,
  rowsPiece,
  type CopiedTable,
  type CopyContent,
  type CopyHead,
  type TableContent,
} from '#parts/copy/format.server.ts'
import { openMeasure } from '#parts/copy/tables.server.ts'
import { headerLength, paddingOf, readTarHeader, tarEnd, type TarEntry } from '#parts/copy/tar.server.ts'

const expand = promisify(gunzip)
/** Bytes of a document handed on at once. */
const documentPiece = 256 * 1024

/** A document of a copy: its bytes must be read before the next one is. */
export interface CopiedDocument {
  readonly sha256: string
  readonly size: number
  readonly bytes: AsyncIterable<Buffer>
}

/**
 * Reads a copy from its first byte to its last, in that order: `open`, `rowsOf` for each table of the head, `documents`, `finish`. Each throws a
 * `CopyRefusal` where a byte is not as it was written or the copy ends before its end; only after `finish` is the copy known to be whole.
 */
export class CopyReader {
  readonly head: CopyHead
  readonly #source: ByteSource
  readonly #sum = createHash('sha256')
  readonly #tables: TableContent[] = []
  readonly #documents = { arquivos: 0, bytes: 0 }
  /** The entry whose header was read and whose bytes were not. */
  #next: TarEntry | null = null

  static async open(bytes: AsyncIterable<Uint8Array>): Promise<CopyReader> {
    const source = new ByteSource(bytes)
    const header = await source.exactly(headerLength)
    const entry = readTarHeader(header)
    if (entry?.name !== entryNames.head)
      throw new CopyRefusal('O arquivo não é uma cópia do Outorga, ou o começo dele foi alterado.')
    if (entry.size > jsonLimit) throw notAsWritten('o cabeçalho não tem fim')
    const body = await source.exactly(entry.size)
    const padding = await source.exactly(paddingOf(entry.size).length)
    return new CopyReader(source, headOf(body), [header, body, padding])
  }

  private constructor(source: ByteSource, head: CopyHead, taken: readonly Buffer[]) {
    this.head = head
    this.#source = source
    for (const part of taken) this.#sum.update(part)
  }

  async *rowsOf(table: CopiedTable): AsyncGenerator<Buffer> {
    const measure = openMeasure(table.nome)
    for (let part = 1; (await this.#peek()).name === rowsEntry(table.nome, part); part++) {
      const packed = await this.#small(2 * rowsPiece)
      const rows = await expand(packed, { maxOutputLength: 2 * rowsPiece }).catch(() => {
        throw notAsWritten(`a tabela ${table.nome}`)
      })
      measure.add(rows)
      yield rows
    }
    this.#tables.push(measure.end())
  }

  /** Throws where the bytes of one are not those of its name, once they are read. */
  async *documents(): AsyncGenerator<CopiedDocument> {
    for (let before = ''; ;) {
      const { name, size } = await this.#peek()
      const sha256 = name.slice(name.lastIndexOf('/') + 1)
      if (!/^[0-9a-f]{64}$/.test(sha256) || name !== documentEntry(sha256)) return
      if (sha256 <= before) throw notAsWritten('documentos fora de ordem')
      before = sha256
      yield { sha256, size, bytes: this.#bytesOf(sha256) }
      if (this.#next) for await (const _part of this.#bytesOf(sha256)) continue
      this.#documents.arquivos++
      this.#documents.bytes += size
    }
  }

  async *#bytesOf(sha256: string): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    const { size } = await this.#peek()
    this.#next = null
    for (let left = size; left > 0;) {
      const part = await this.#exactly(Math.min(left, documentPiece))
      left -= part.length
      hash.update(part)
      yield part
    }
    await this.#padding(size)
    if (hash.digest('hex') !== sha256) throw notAsWritten(`o documento ${sha256}`)
  }

  /** Compares all that was read with what the copy says of itself; answers that. */
  async finish(): Promise<CopyContent> {
    if ((await this.#peek()).name !== entryNames.content) throw notAsWritten(`sobra ${(await this.#peek()).name}`)
    const content = parsed(copyContent, await this.#small(jsonLimit))
    const { documentos, tabelas } = content
    for (const [at, { nome }] of this.head.tabelas.entries())
      if (JSON.stringify(tabelas[at]) !== JSON.stringify(this.#tables[at])) throw notAsWritten(`a tabela ${nome}`)
    if (tabelas.length !== this.#tables.length) throw notAsWritten('as tabelas')
    if (documentos.arquivos !== this.#documents.arquivos || documentos.bytes !== this.#documents.bytes)
      throw notAsWritten('os documentos')
    const sum = this.#sum.digest('hex')
    const entry = await this.#header(false)
    if (entry.name !== entryNames.sum || entry.size !== 65) throw notAsWritten('a soma')
    const line = await this.#source.exactly(entry.size)
    const padding = await this.#source.exactly(paddingOf(entry.size).length)
    if (line.toString('latin1') !== `${sum}\n` || !padding.equals(paddingOf(entry.size))) throw notAsWritten('a soma')
    if (!(await this.#source.exactly(tarEnd.length)).equals(tarEnd)) throw notAsWritten('o fim')
    if (await this.#source.hasMore()) throw notAsWritten('há bytes depois do fim')
    return content
  }

  close(): Promise<void> {
    return this.#source.close()
  }

  async #exactly(length: number): Promise<Buffer> {
    const part = await this.#source.exactly(length)
    this.#sum.update(part)
    return part
  }

  async #header(isSummed: boolean): Promise<TarEntry> {
    if (!(await this.#source.hasMore())) throw cutShort()
    const header = isSummed ? await this.#exactly(headerLength) : await this.#source.exactly(headerLength)
    const entry = readTarHeader(header)
    if (!entry) throw notAsWritten('um cabeçalho')
    return entry
  }

  async #peek(): Promise<TarEntry> {
    return (this.#next ??= await this.#header(true))
  }

  async #padding(size: number): Promise<void> {
    const wanted = paddingOf(size)
    if (!(await this.#exactly(wanted.length)).equals(wanted)) throw notAsWritten('o enchimento')
  }

  /** The whole body of the next entry. */
  async #small(most: number): Promise<Buffer> {
    const { name, size } = await this.#peek()
    if (size > most) throw notAsWritten(name)
    this.#next = null
    const body = await this.#exactly(size)
    await this.#padding(size)
    return body
  }
}

function headOf(body: Buffer): CopyHead {
  const format = parsed(copyHead.pick({ formato: true, versao: true }), body)
  if (format.formato > copyFormat)
    throw new CopyRefusal(
      `A cópia é da versão ${format.versao ?? 'mais nova'} do Outorga, num formato que este programa não lê. Use essa versão ou uma mais recente.`,
    )
  return parsed(copyHead, body)
}

function parsed<T>(schema: ZodType<T>, body: Buffer): T {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')))
  } catch {
    throw notAsWritten('a descrição')
  }
}

/** Reads a whole copy and writes nothing. */
export async function readWhole(reader: CopyReader): Promise<CopyContent> {
  for (const table of reader.head.tabelas) for await (const _rows of reader.rowsOf(table)) continue
  for await (const document of reader.documents()) for await (const _part of document.bytes) continue
  return reader.finish()
}
