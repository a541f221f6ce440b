import type { Client } from 'pg'
import { showInteger } from '#kernel/show.ts'
import { CopyRefusal, notAsWritten } from '#parts/copy/bytes.server.ts'
import { rowsIn, type CopiedTable, type CopyContent, type CopyHead } from '#parts/copy/format.server.ts'
import type { CopiedDocument, CopyReader } from '#parts/copy/read.server.ts'
import { isEmptyDatabase, putBack, clearForLoading } from '#parts/copy/schema.server.ts'
import { measureTable, prepareForCopies, rowsInto, setSequences, tablesIn } from '#parts/copy/tables.server.ts'
import { countStored } from '#parts/file/ledger.server.ts'
import { markStore, refuseOtherStore } from '#parts/file/owner.server.ts'
import { hashStored, putBytes } from '#parts/file/store.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'
import {
  ensureLedger,
  migrationsFolder,
  pendingIn,
  readMigrations,
  releaseOf,
  runMigration,
  type Migration,
} from '#server/migrate.ts'

/** Where a copy is loaded. */
export interface CopyTarget {
  /** A connection of its own, to an empty database; its user owns that and needs no other rights. */
  readonly client: Client
  /** The store that documents are written to; null: they are read, and not written. */
  readonly store: FileStore | null
  readonly report?: (line: string) => void
  /** Of the program that restores; a test may have others. */
  readonly migrations?: string
}

/** What was loaded. */
export interface LoadedCopy {
  readonly head: CopyHead
  readonly content: CopyContent
  /** Migrations newer than the copy, run after its rows were in. */
  readonly newer: readonly string[]
}

/**
 * Loads a copy into an empty database, in one transaction: the schema that the copy had, its rows, the proof that they are the same, and the
 * migrations that came since. Documents are written by their hash meanwhile, which hurts nobody where the rest fails. Throws a
 * `CopyRefusal`, and leaves the database empty, where the copy is not as it was written, is newer than this program, or does not fit.
 */
export async function loadCopy(reader: CopyReader, target: CopyTarget): Promise<LoadedCopy> {
  const { client, store, report = () => {}, migrations = migrationsFolder() } = target
  const { head } = reader
  const before = migrationsOf(head, migrations)
  if (store) await refuseOtherStore(store, head.instalacao, 'a cópia')
  await prepareForCopies(client)
  await client.query('begin')
  try {
    if (!(await isEmptyDatabase(client)))
      throw new CopyRefusal(
        'O banco de dados não está vazio, e uma cópia só é restaurada num banco vazio. Nada foi mudado. Crie um banco novo, ou aponte OUTORGA_DATA_DIR para uma pasta nova.',
      )
    await ensureLedger(client)
    for (const { sql } of before) await client.query(sql)
    await expectSameTables(client, head.tabelas)
    const aside = await clearForLoading(client)
    report(`Esquema pronto (${before.length} migrações). Carregando ${head.tabelas.length} tabelas…`)
    for (const table of head.tabelas) {
      await rowsInto(client, table, reader.rowsOf(table))
    }
    for await (const document of reader.documents()) await land(document, store)
    const content = await reader.finish()
    report(`${showInteger(rowsIn(content))} linhas carregadas. Refazendo índices e referências…`)
    await putBack(client, aside)
    await setSequences(client, head.sequencias)
    await prove(client, head, content)
    report('Conferido: cada tabela tem as mesmas linhas e a mesma soma, e cada documento o seu conteúdo.')
    const newer = await pendingIn(client, migrations)
    for (const migration of newer) await runMigration(client, migration, releaseOf())
    if (store && head.instalacao) await markStore(store, head.instalacao)
    await client.query('commit')
    return { head, content, newer: newer.map(({ name }) => name) }
  } catch (error) {
    // A connection that is broken has nothing to roll back.
    await client.query('rollback').catch(() => undefined)
    throw inWords(error)
  }
}

/** Migrations that made the schema of the copy. */
function migrationsOf({ migracoes, versao }: CopyHead, folder: string): readonly Migration[] {
  const known = readMigrations(folder)
  const at = migracoes.findIndex((name, i) => known[i]?.name !== name)
  if (at >= 0 || !migracoes.length)
    throw new CopyRefusal(
      `A cópia é ${versao ? `da versão ${versao}` : 'de uma versão mais nova'} do Outorga, com a migração ${migracoes[at] ?? '(nenhuma)'}, que este programa não tem. ` +
        `Nada foi mudado. Restaure com ${versao ? `a versão ${versao}` : 'a versão que a fez'} ou uma mais recente.`,
    )
  return known.slice(0, migracoes.length)
}

async function expectSameTables(client: Client, wanted: readonly CopiedTable[]): Promise<void> {
  const text = (tables: readonly CopiedTable[]) => tables.map(({ nome, colunas }) => `${nome} (${colunas.join(', ')})`)
  const [copied, made] = [text(wanted), text(await tablesIn(client))]
  const different = [...copied.filter(each => !made.includes(each)), ...made.filter(each => !copied.includes(each))]
  if (different.length)
    throw new CopyRefusal(
      `As tabelas da cópia não são as que as migrações dela fazem. Nada foi mudado. Diferem: ${different.slice(0, 5).join('; ')}`,
    )
}

/** The rows that came, written by COPY once more, are byte by byte those of the copy; and its documents those that rows name. */
async function prove(client: Client, head: CopyHead, content: CopyContent): Promise<void> {
  for (const [at, table] of head.tabelas.entries()) {
    const wanted = content.tabelas[at]
    const found = await measureTable(client, table)
    if (wanted?.linhas !== found.linhas || wanted.sha256 !== found.sha256)
      throw new CopyRefusal(
        `A tabela ${table.nome} não chegou igual: ${wanted?.linhas} linhas na cópia, ${found.linhas} no banco. Nada foi mudado.`,
      )
  }
  const { arquivos, faltando, estragados } = content.documentos
  const stored = await countStored(text => client.query(text))
  if (head.documentos && stored !== arquivos + faltando + estragados)
    throw notAsWritten(`as linhas citam ${stored} documentos, e a cópia descreve ${arquivos + faltando + estragados}`)
}

/** A draft of its own name: one that a killed restoration left is written over by the next. */
const draftName = 'restaurando.tmp'

async function land({ sha256, size, bytes }: CopiedDocument, store: FileStore | null): Promise<void> {
  if (!store || (await isThere(store, sha256, size))) {
    for await (const _part of bytes) continue
    return
  }
  await putBytes(store, { sha256, size, bytes }, draftName)
}

const isThere = async (store: FileStore, sha256: string, size: number) =>
  (await store.has(sha256)) === size && (await hashStored(store, sha256)) === sha256

/** Errors of PostgreSQL whose cure is known. */
function inWords(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === '53200')
    return new CopyRefusal(
      'O PostgreSQL não tem travas para todas as tabelas de uma vez. Nada foi mudado. Ponha max_locks_per_transaction = 256 no postgresql.conf, reinicie-o e tente de novo.',
    )
  if (code === '42501')
    return new CopyRefusal(
      `O usuário do banco não pode criar o que a cópia tem (${error instanceof Error ? error.message : ''}). Nada foi mudado. Ele precisa ser o dono do banco.`,
    )
  return error
}
