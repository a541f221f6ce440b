import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Client } from 'pg'
import { inPieces } from '#parts/copy/bytes.server.ts'
import {
  copyFormat,
  documentEntry,
  entryNames,
  listedDocuments,
  rowsEntry,
  rowsPiece,
  type CopiedTable,
  type CopyContent,
  type CopyHead,
  type TableContent,
} from '#parts/copy/format.server.ts'
import { openMeasure, prepareForCopies, rowsOutOf, sequencesIn, tablesIn } from '#parts/copy/tables.server.ts'
import { paddingOf, tarEnd, tarHeader } from '#parts/copy/tar.server.ts'
import { ifThere, pathOf, type DataFolder } from '#parts/file/folder.server.ts'
import { storedHashes } from '#parts/file/ledger.server.ts'
import { hashFile } from '#parts/file/store.server.ts'

const compress = promisify(gzip)

/** Where a copy is taken from. */
export interface CopySource {
  /** A connection of its own: it is in one transaction until the copy is written. */
  readonly client: Client
  /** The folder whose documents are copied; null: none are. */
  readonly folder: DataFolder | null
  readonly release: string | null
  /** Of the key of secrets. */
  readonly secretsMark: string | null
  readonly now: Date
}

/**
 * The bytes of a copy, written while others work: all rows are of one moment, the snapshot of one transaction, and every document they
 * name is in it. `content` is complete once all bytes are read.
 */
export function openCopyWriter(source: CopySource) {
  const tables: TableContent[] = []
  const documents = { arquivos: 0, bytes: 0, faltando: 0, estragados: 0, fora: new Array<string>() }
  const content: CopyContent = { tabelas: tables, documentos: documents }
  const sum = createHash('sha256')

  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const part of entries()) {
      sum.update(part)
      yield part
    }
    const line = Buffer.from(`${sum.digest('hex')}\n`)
    yield* entryOf(entryNames.sum, line)
    yield tarEnd
  }

  async function* entries(): AsyncGenerator<Buffer> {
    const { client } = source
    await prepareForCopies(client)
    await client.query('begin isolation level repeatable read read only')
    const head = await headOf(source)
    yield* entryOf(entryNames.head, jsonOf(head))
    for (const table of head.tabelas) yield* rowsOf(table)
    if (source.folder) yield* documentsOf(source.folder)
    await client.query('commit')
    yield* entryOf(entryNames.content, jsonOf(content))
  }

  async function* rowsOf(table: CopiedTable): AsyncGenerator<Buffer> {
    const measure = openMeasure(table.nome)
    let part = 0
    for await (const piece of inPieces(rowsOutOf(source.client, table), rowsPiece)) {
      measure.add(piece)
      yield* entryOf(rowsEntry(table.nome, ++part), await compress(piece))
    }
    tables.push(measure.end())
  }

  async function* documentsOf(folder: DataFolder): AsyncGenerator<Buffer> {
    for await (const sha256 of storedHashes(text => source.client.query(text))) {
      const path = pathOf(folder, sha256)
      const size = (await ifThere(stat(path)))?.size
      const isWhole = size !== undefined && (await ifThere(hashFile(path))) === sha256
      if (!isWhole) {
        if (size === undefined) documents.faltando++
        else documents.estragados++
        if (documents.fora.length < listedDocuments) documents.fora.push(sha256)
        continue
      }
      yield tarHeader(documentEntry(sha256), size)
      yield* sameBytes(path, sha256, size)
      yield paddingOf(size)
      documents.arquivos++
      documents.bytes += size
    }
  }

  return { bytes: bytes(), content }
}

/** A file's bytes. Throws where they changed since they were last hashed: what was written of it cannot be taken back. */
async function* sameBytes(path: string, sha256: string, size: number): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let length = 0
  for await (const part of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    hash.update(part)
    length += part.length
    yield part
  }
  if (length !== size || hash.digest('hex') !== sha256)
    throw new Error(`O documento ${sha256} mudou enquanto era copiado. Tire a cópia de novo.`)
}

function* entryOf(name: string, body: Buffer): Generator<Buffer> {
  yield tarHeader(name, body.length)
  yield body
  yield paddingOf(body.length)
}

const jsonOf = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

async function headOf({ client, folder, release, secretsMark, now }: CopySource): Promise<CopyHead> {
  const [tabelas, sequencias] = [await tablesIn(client), await sequencesIn(client)]
  if (!tabelas.some(({ nome }) => nome === 'public.migrations'))
    throw new Error('Este banco de dados está vazio: não há o que copiar. Confira DATABASE_URL e OUTORGA_DATA_DIR.')
  const { rows: migrations } = await client.query<{ name: string }>('select name from migrations order by name')
  const { rows } = await client.query<{ id: string | null; version: string }>(
    `select (select value from installation where key = 'id') as id, current_setting('server_version') as version`,
  )
  return {
    formato: copyFormat,
    versao: release,
    feita_em: now.toISOString(),
    instalacao: rows[0]?.id ?? null,
    postgres: rows[0]?.version ?? '',
    segredos: secretsMark,
    documentos: folder !== null,
    migracoes: migrations.map(({ name }) => name),
    tabelas,
    sequencias,
  }
}
