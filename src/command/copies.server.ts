import { CommandFault, exits, misused } from './faults.server.ts'
import { keyFrom, presentConfig, printLine, refuseServed, withDatabase } from './present.server.ts'
import { count } from '#kernel/text.ts'
import { showBytes, showInstant } from '#kernel/show.ts'
import { proveCopy, restoreCopy, verifyCopy, withClient } from '#parts/copy/apart.server.ts'
import { rowsIn, type CopyContent, type CopyHead } from '#parts/copy/format.server.ts'
import { loadCopy } from '#parts/copy/load.server.ts'
import { CopyReader } from '#parts/copy/read.server.ts'
import { copyNameAt, placeOfCopies } from '#parts/copy/places.server.ts'
import { markOfKey } from '#parts/copy/settings.server.ts'
import { takeCopy } from '#parts/copy/take.server.ts'
import { openCopyWriter } from '#parts/copy/write.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import type { Config } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { tuning } from '#server/database/database.ts'
import { remoteServer } from '#server/database/remote.ts'
import { releaseOf } from '#server/migrate.ts'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

interface CopyArguments {
  readonly file: string | undefined
  readonly keyFile: string | undefined
}

const row = { one: 'linha', many: 'linhas', gender: 'f' } as const
const file = { one: 'documento', many: 'documentos', gender: 'm' } as const

const contentInWords = (content: CopyContent) =>
  `${content.tabelas.length} tabelas, ${count(rowsIn(content), row)}, ${count(content.documentos.arquivos, file)} (${showBytes(content.documentos.bytes)})`

/** Prints what is not in a copy though rows name it; answers how many. */
function reportMissing({ documentos: { faltando, estragados, fora } }: CopyContent): number {
  if (!faltando && !estragados) return 0
  printLine(
    `ATENÇÃO: ${count(faltando, file)} faltando na pasta e ${estragados} com o conteúdo estragado ficaram de fora:`,
  )
  for (const sha256 of fora) printLine(`  ${sha256}`)
  if (fora.length < faltando + estragados) printLine(`  … e mais ${faltando + estragados - fora.length}`)
  return faltando + estragados
}

const describe = ({ versao, feita_em, migracoes, instalacao }: CopyHead) =>
  `Cópia de ${showInstant(feita_em)}, da versão ${versao ?? 'desconhecida'} (migração ${migracoes.at(-1)}), instalação ${instalacao ?? 'sem número'}`

/** Takes a copy of database and documents while others work. */
export async function copyNow({ file: given, keyFile }: CopyArguments): Promise<number> {
  const config = presentConfig()
  const key = keyFrom(config, keyFile)
  // A server may answer people beside it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const path = given ?? join(placeOfCopies(config), copyNameAt(new Date(), key !== undefined))
  const copy = await withDatabase(config, database => takeCopy({ database, config, key }, path))
  printLine(`Cópia pronta: ${copy.path} (${showBytes(copy.bytes)}${key ? ', selada' : ''})`)
  printLine(`${contentInWords(copy.content)}.`)
  if (!key) printLine('A cópia não é selada: quem a tem lê tudo o que está nela.')
  printLine('Guarde à parte SECRETS_KEY e a chave das cópias: elas não estão na cópia.')
  return reportMissing(copy.content) ? exits.incomplete : exits.ok
}

/** Reads and proves a copy; `open`: restores it apart besides. */
export async function verifyNow({
  file: path,
  keyFile,
  open,
}: CopyArguments & { readonly open: boolean }): Promise<number> {
  if (!path) throw misused('Diga qual cópia: outorga verificar ARQUIVO')
  const config = presentConfig()
  const key = keyFrom(config, keyFile)
  const { head, content } = open
    ? await proveCopy(path, key, config, { report: printLine })
    : await verifyCopy(path, key)
  printLine(`${describe(head)}.`)
  printLine(`${open ? 'Aberta à parte e conferida' : 'Lida até o fim e conferida'}: ${contentInWords(content)}.`)
  return reportMissing(content) ? exits.incomplete : exits.ok
}

/** Restores a copy into the empty database of the settings. */
export async function restoreNow({ file: path, keyFile }: CopyArguments): Promise<number> {
  if (!path) throw misused('Diga qual cópia: outorga restaurar ARQUIVO')
  const config = presentConfig()
  const key = keyFrom(config, keyFile)
  const { head, content, newer } = await withDatabase(config, async database => {
    await refuseServed(database, 'Uma cópia só é restaurada num banco vazio e parado.')
    return restoreCopy(path, key, { database, config, report: printLine })
  })
  printLine(`${describe(head)}.`)
  printLine(`Restaurada e conferida: ${contentInWords(content)}.`)
  if (newer.length) printLine(`Migrações mais novas que a cópia, já rodadas: ${newer.join(', ')}.`)
  warnOfSecrets(head, config)
  return reportMissing(content) ? exits.incomplete : exits.ok
}

function warnOfSecrets({ segredos }: CopyHead, config: Config): void {
  if (segredos && segredos !== markOfKey(config.of(secretsKey)))
    printLine(
      'ATENÇÃO: SECRETS_KEY não é a da instalação copiada. Sem ela, certificados e chaves de bancos não abrem: ponha a chave antiga, ou envie-os de novo.',
    )
}

/** Moves the rows of the present database to another PostgreSQL. Documents stay where they are. */
export async function moveNow(url: string | undefined): Promise<number> {
  if (!url || !/^postgres(ql)?:\/\//.test(url))
    throw misused('Diga para onde: outorga mudar-banco --para postgres://usuario:senha@servidor/banco')
  const config = presentConfig()
  return withDatabase(config, async source => {
    await refuseServed(source, 'O que fosse gravado durante a mudança ficaria no banco antigo.')
    const target = await connect(remoteServer(url), tuning).catch((error: unknown) => {
      throw new CommandFault(
        exits.unavailable,
        String(error instanceof Error ? error.message : error).replaceAll('DATABASE_URL', '--para'),
      )
    })
    try {
      const content = await withClient(source, client =>
        withClient(target, async other => {
          const { bytes } = openCopyWriter({
            client,
            store: null,
            release: releaseOf(),
            secretsMark: markOfKey(config.of(secretsKey)),
            now: new Date(),
          })
          const loaded = await loadCopy(await CopyReader.open(bytes), {
            client: other,
            store: null,
            report: printLine,
          })
          await other.query('analyze').catch(() => undefined)
          return loaded.content
        }),
      )
      printLine(`Mudança pronta e conferida: ${content.tabelas.length} tabelas, ${count(rowsIn(content), row)}.`)
      printLine(
        'O banco antigo ficou como estava. Ponha o endereço novo em DATABASE_URL e inicie o servidor; OUTORGA_DATA_DIR não muda.',
      )
      return exits.ok
    } finally {
      await target.close()
    }
  })
}
