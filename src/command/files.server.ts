import { showBytes } from '#kernel/show.ts'
import { CommandFault, exits, misused } from './faults.server.ts'
import { presentConfig, printLine, withDatabase } from './present.server.ts'
import { count } from '#kernel/text.ts'
import { installationIn, leaveStore, markStore, refuseOtherStore } from '#parts/file/owner.server.ts'
import { moveFiles, proveMove, type MovedFiles } from '#parts/file/move.server.ts'
import { fileStore, type StoreKind } from '#parts/file/settings.server.ts'
import { openStore, storeOf } from '#parts/file/storage/open.server.ts'
import type { Database } from '#server/database/database.ts'
import { countServed } from '#server/database/open.ts'

const document = { one: 'documento', many: 'documentos', gender: 'm' } as const
const targets: Readonly<Record<string, StoreKind>> = { disco: 'disk', s3: 's3' }
const how = 'outorga mudar-arquivos --para s3, ou outorga mudar-arquivos --para disco'

/** Moves the documents of the installation to the other kind of store. While a server runs, it brings what is there and ends without the move. */
export async function moveFilesNow(given: string | undefined): Promise<number> {
  const kind = targets[given ?? '']
  if (!kind) throw misused(`Diga para onde: ${how}`)
  const config = presentConfig()
  if (config.of(fileStore) === kind)
    throw misused(`OUTORGA_FILES já diz que os documentos estão lá. Rode com a configuração de agora: ${how}`)
  return withDatabase(config, async database => {
    const [from, to] = [await storeOf(config), await openStore(config, kind)]
    const installation = await installationIn(database.kysely)
    if (!installation)
      throw new CommandFault(
        exits.refused,
        'Este banco de dados ainda não tem documentos: inicie o servidor uma vez. Nada foi mudado.',
      )
    for (const store of [from, to]) await refuseOtherStore(store, installation, 'este banco de dados')
    const move = { from, to, report: printLine }
    const moved = await moveFiles(move)
    printLine(`${count(moved.came, document)} a mais n${to.title}.`)
    await refuseRunning(database)
    const wrong = await proveMove(move, moved)
    if (wrong.some(sha256 => !moved.damaged.includes(sha256)))
      throw new CommandFault(
        exits.failed,
        `${count(wrong.length, document)} não chegaram iguais. Rode de novo: os documentos continuam n${from.title}.`,
      )
    await refuseRunning(database)
    await markStore(to, installation)
    await leaveStore(from, installation, to)
    printLine(
      `Mudança pronta e conferida: ${count(moved.documents - moved.damaged.length, document)} (${showBytes(moved.bytes)}) n${to.title}.`,
    )
    printLine(
      `Ponha OUTORGA_FILES=${kind} e inicie o servidor. Os documentos antigos ficaram n${from.title}: apague-os depois de uma cópia conferida.`,
    )
    return reportLeft(moved)
  })
}

/** What a server took in since would stay behind. */
async function refuseRunning(database: Database): Promise<void> {
  if (await countServed(database))
    throw new CommandFault(
      exits.busy,
      'O servidor está em uso: os documentos já levados ficam lá, e a mudança não está feita. Pare o servidor e rode de novo; falta só o que chegou depois.',
    )
}

function reportLeft({ damaged, unknown }: MovedFiles): number {
  if (unknown) printLine(`${unknown} que não são documentos ficaram onde estavam.`)
  if (!damaged.length) return exits.ok
  printLine(`ATENÇÃO: ${count(damaged.length, document)} com o conteúdo estragado não foram levados:`)
  for (const sha256 of damaged) printLine(`  ${sha256}`)
  return exits.incomplete
}
