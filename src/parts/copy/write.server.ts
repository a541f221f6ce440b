import { createHash } from 'node:crypto'
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
import { storedHashes } from '#parts/file/ledger.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'

const compress = promisify(gzip)

/** Where a copy is taken from. */
export interface CopySource {
  /** A connection of its own: it is in one transaction until the copy is written. */
  readonly client: Client
  /** The store whose documents are copied; null: none are. */
  readonly store: FileStore | null
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

  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const part of entries()) {
      sum.update(part)
      yield part
    }
    const line = Buffer.from(`${sum.digest('hex')}\n`)
    yield* entryOf(entryNames.sum, line)
    yield tarEnd
  }

  async function* entries(): AsyncGenerator<Uint8Array> {
    const { client } = source
    await prepareForCopies(client)
    await client.query('begin isolation level repeatable read read only')
    const head = await headOf(source)
    yield* entryOf(entryNames.head, jsonOf(head))
    for (const table of head.tabelas) yield* rowsOf(table)
    if (source.store) yield* documentsOf(source.store)
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

  async function* documentsOf(store: FileStore): AsyncGenerator<Uint8Array> {
    for await (const sha256 of storedHashes(text => source.client.query(text))) {
      const found = await readDocument(store, sha256)
      if (typeof found === 'string') {
        documents[found]++
        if (documents.fora.length < listedDocuments) documents.fora.push(sha256)
        continue
      }
      const { size, bytes } = found
      yield tarHeader(documentEntry(sha256), size)
      yield* bytes ?? sameBytes(store, sha256, size)
      yield paddingOf(size)
      documents.arquivos++
      documents.bytes += size
    }
  }

  return { bytes: bytes(), content }
}

/** A document of no more bytes is in memory while it is copied, and read once. */
const smallDocument = 8 * 1024 * 1024

interface ReadDocument {
  readonly size: number
  /** Null of one that is not small. */
  readonly bytes: readonly Uint8Array[] | null
}

/** A document, read to its end before its entry begins; or what is wrong with it. */
async function readDocument(store: FileStore, sha256: string): Promise<ReadDocument | 'faltando' | 'estragados'> {
  const found = await store.get(sha256)
  if (!found) return 'faltando'
  const { size } = found
  const hash = createHash('sha256')
  const parts: Uint8Array[] = []
  for await (const part of found.bytes) {
    hash.update(part)
    if (size <= smallDocument) parts.push(part)
  }
  return hash.digest('hex') === sha256 ? { size, bytes: size <= smallDocument ? parts : null } : 'estragados'
}

/** A file's bytes. Throws where they changed since they were last hashed: what was written of it cannot be taken back. */
async function* sameBytes(store: FileStore, sha256: string, size: number): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let length = 0
  for await (const part of (await store.get(sha256))?.bytes ?? []) {
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

async function headOf({ client, store, release, secretsMark, now }: CopySource): Promise<CopyHead> {
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
    documentos: store !== null,
    migracoes: migrations.map(({ name }) => name),
    tabelas,
    sequencias,
  }
}
