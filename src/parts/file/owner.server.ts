import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import {
  everyFile,
  folderOf,
  ifThere,
  isHash,
  publish,
  type FileKeeper,
  type DataFolder,
} from '#parts/file/folder.server.ts'
import { askOn, countStored, namedAmong, tablesNaming } from '#parts/file/ledger.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Says whose the files beside it are, in a file people see when they copy the folder. */
export const plateName = 'instalacao.txt'
const plate = (config: DataFolder) => join(folderOf(config), plateName)
const wording = `
Estes arquivos são da instalação do Outorga cujo número está acima.
Copie este arquivo com os outros e não o mude: por ele o Outorga sabe que o banco de dados e a pasta são um do outro.
`
const file = { one: 'arquivo', many: 'arquivos', gender: 'm' } as const

async function ownerOf(config: DataFolder): Promise<string | null> {
  const said = await ifThere(readFile(plate(config), 'utf8'))
  return /^[0-9a-f-]{36}/.exec(said ?? '')?.[0] ?? null
}

async function putPlate(config: DataFolder, id: string) {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 })
  // Two processes may start at once.
  const path = join(folderOf(config), `${randomUUID()}.tmp`)
  const draft = await open(path, 'wx', 0o600)
  try {
    await draft.writeFile(`${id}\n${wording}`)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await publish(path, plate(config))
}

/** Reads this database's installation id; null before it has one. */
async function installationIn(db: Sql): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from installation where key = 'id'`.execute(db)
  return rows[0]?.value ?? null
}

/** The name this database has from now on: the first one given. */
async function nameInstallation(db: Sql, proposed: string): Promise<string> {
  await sql`insert into installation (key, value) values ('id', ${proposed}) on conflict do nothing`.execute(db)
  return (await installationIn(db)) ?? proposed
}

/**
 * Ensures that the folder of documents and the database belong to one installation; run at each start, after migrations and
 * before any write. Throws an Error in Portuguese for a folder with files of another installation, or that this database
 * does not recognise. Answers messages for the operator.
 */
export async function claimFolder(
  config: Pick<Config, 'OUTORGA_DATA_DIR' | 'OUTORGA_ADOPT_FILES'>,
  db: Sql,
): Promise<readonly string[]> {
  const [owner, own] = [await ownerOf(config).catch(unusable(config)), await installationIn(db)]
  const adopting = config.OUTORGA_ADOPT_FILES
  if (owner && owner === own)
    return adopting ? ['OUTORGA_ADOPT_FILES=1 não tem mais o que fazer: retire-a da configuração.'] : []
  const { files, known } = await recognise({ config, sql: db })
  const wanted = await countStored(askOn(db))
  if (!owner && known * 2 < wanted && !adopting) throw new Error(absence(config, { files, known, wanted }))
  // Database and folder of older releases have no id: then the folder belongs to a database that names at least half of its files.
  const isOurs = files === 0 || (known * 2 >= files && (!owner || !own))
  if (!isOurs && !adopting) throw new Error(refusal(config, { owner, own, files, known }))
  const id = await nameInstallation(db, (isOurs && files && owner) || randomUUID())
  await markFolder(config, id)
  return isOurs
    ? []
    : [
        `A pasta ${folderOf(config)} passa a ser desta instalação (${id}): ${count(files - known, file)} que este banco não ` +
          'conhece ficam onde estão, e Manutenção diz quantos são. Retire OUTORGA_ADOPT_FILES da configuração.',
      ]
}

/** How many files there are, and of how many this database has a row. */
async function recognise({ config, sql: db }: FileKeeper) {
  const tables = await tablesNaming(db)
  let [files, known] = [0, 0]
  for await (const some of everyFile(config)) {
    const names = some.map(({ name }) => name).filter(isHash)
    files += names.length
    known += (await namedAmong(db, tables, names)).size
  }
  return { files, known }
}

interface FolderStanding {
  readonly owner: string | null
  readonly own: string | null
  readonly files: number
  readonly known: number
}
const refusal = (config: DataFolder, { owner, own, files, known }: FolderStanding) =>
  [
    owner
      ? `A pasta ${folderOf(config)} é de outra instalação do Outorga (${owner})${own ? `, e este banco de dados é da instalação ${own}.` : ', e este banco de dados é novo.'}`
      : `A pasta ${folderOf(config)} já tem documentos, e este banco de dados não os conhece.`,
    `Nada foi mudado nem apagado. Há ${count(files, file)} na pasta; este banco conhece ${known}.`,
    'O que fazer:',
    '  - se o banco de dados não é este, corrija DATABASE_URL (sem ela, vale o banco embutido em OUTORGA_DATA_DIR);',
    '  - se a pasta não é esta, aponte OUTORGA_DATA_DIR para a pasta deste banco, ou para uma pasta vazia;',
    '  - se está mudando do banco embutido para o PostgreSQL: um banco vazio não tem os cadastros nem sabe de quem são os documentos.',
    '    Restaure nele uma cópia do banco antigo, ou comece com uma pasta vazia;',
    '  - se este banco deve mesmo ficar com a pasta, inicie uma vez com OUTORGA_ADOPT_FILES=1: ela passa a ser desta instalação,',
    '    a outra não abre mais com ela, e os arquivos que este banco não conhece ficam onde estão.',
  ].join('\n')

/** Why a folder without a mark is refused where this database names documents that are not in it: a disk that is not mounted, say. */
const absence = (
  config: DataFolder,
  { files, known, wanted }: Readonly<Record<'files' | 'known' | 'wanted', number>>,
) =>
  [
    files
      ? `A pasta ${folderOf(config)} não tem a maior parte dos documentos deste banco de dados: ele cita ${count(wanted, file)}, e estão lá ${known}.`
      : `A pasta ${folderOf(config)} está vazia, e este banco de dados cita ${count(wanted, file)}.`,
    'Nada foi mudado. O que fazer:',
    '  - se o disco com os documentos não está montado, monte-o e inicie de novo;',
    '  - se a pasta não é esta, aponte OUTORGA_DATA_DIR para a pasta deste banco;',
    '  - se o banco foi restaurado sem os documentos, ponha a pasta "arquivos" da cópia no lugar, ou restaure com: outorga restaurar;',
    '  - se os documentos se perderam mesmo, inicie uma vez com OUTORGA_ADOPT_FILES=1: a pasta passa a ser desta instalação, e Manutenção',
    '    diz quantos faltam.',
  ].join('\n')

/** What the log says of documents that rows name and the folder lacks. */
export const missingInWords = (config: DataFolder, missing: number) =>
  `Faltam ${count(missing, file)} na pasta ${folderOf(config)}, que este banco de dados cita. Confira o disco e a última cópia: Manutenção mostra quantos faltam.`

/** Throws, in words for a restoration, where the folder belongs to another installation. */
export async function refuseOtherFolder(config: DataFolder, installation: string | null): Promise<void> {
  const owner = await ownerOf(config).catch(unusable(config))
  if (owner && owner !== installation)
    throw new Error(
      `A pasta ${folderOf(config)} é de outra instalação do Outorga (${owner}), e a cópia é da instalação ${installation ?? 'nenhuma'}. ` +
        'Nada foi mudado. Aponte OUTORGA_DATA_DIR para uma pasta nova.',
    )
}

/** Marks the folder as that of an installation. */
export const markFolder = (config: DataFolder, installation: string): Promise<void> =>
  putPlate(config, installation).catch(unusable(config))

/** Throws what is wrong with the folder, where the disk does not let it be read or written. */
const unusable = (config: DataFolder) => (cause: unknown) => {
  throw new Error(
    `Não foi possível usar a pasta de documentos ${folderOf(config)}: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  )
}

/** Throws unless the folder is still this database's: before anything in it is moved. */
export async function refuseForeign({ config, sql: db }: FileKeeper) {
  const [owner, own] = [await ownerOf(config), await installationIn(db)]
  if (owner !== own || !own)
    throw new Error(
      `A pasta ${folderOf(config)} é da instalação ${owner ?? 'nenhuma'}, e este banco é da ${own ?? 'nenhuma'}: nenhum arquivo foi mexido.`,
    )
}
