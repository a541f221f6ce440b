import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { capital, count } from '#kernel/text.ts'
import { isHash, type FileKeeper, type StoreConfig } from '#parts/file/folder.server.ts'
import { askOn, countStored, namedAmong, tablesNaming } from '#parts/file/ledger.server.ts'
import type { StoreKind } from '#parts/file/settings.server.ts'
import { StoreFault } from '#parts/file/storage/fault.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'
import type { Config } from '#server/config.ts'
import { WrongSettings } from '#server/environment.ts'
import type { Sql } from '#server/operation.ts'

const wording = `
Estes arquivos são da instalação do Outorga cujo número está acima.
Copie este arquivo com os outros e não o mude: por ele o Outorga sabe que o banco de dados e os documentos são um do outro.
`
const file = { one: 'arquivo', many: 'arquivos', gender: 'm' } as const

const leftLine = 'Os documentos desta instalação estão agora em outro lugar: '

/** Whose the documents of a store are, null where nobody has them yet; and where they were moved to, where they were. */
async function markIn(store: FileStore) {
  const mark = (await store.readMark().catch(unusable(store))) ?? ''
  const left = mark.split('\n').find(line => line.startsWith(leftLine))
  return { owner: /^[0-9a-f-]{36}/.exec(mark)?.[0] ?? null, left: left?.slice(leftLine.length) ?? null }
}
const ownerOf = async (store: FileStore) => (await markIn(store)).owner

/** Reads this database's installation id; null before it has one. */
export async function installationIn(db: Sql): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from installation where key = 'id'`.execute(db)
  return rows[0]?.value ?? null
}

/** The name this database has from now on: the first one given. */
async function nameInstallation(db: Sql, proposed: string): Promise<string> {
  await sql`insert into installation (key, value) values ('id', ${proposed}) on conflict do nothing`.execute(db)
  return (await installationIn(db)) ?? proposed
}

/**
 * Ensures that the documents and the database belong to one installation; run at each start, after migrations and
 * before any write. Throws an Error in Portuguese for a store with files of another installation, or that this database
 * does not recognise, and `WrongSettings` for one that refuses this installation. Answers messages for the operator.
 */
export async function claimStore(
  config: StoreConfig & Pick<Config, 'OUTORGA_ADOPT_FILES'>,
  db: Sql,
): Promise<readonly string[]> {
  const store = await storeOf(config)
  const [{ owner, left }, own] = [await markIn(store), await installationIn(db)]
  const adopting = config.OUTORGA_ADOPT_FILES
  if (left && !adopting)
    throw new WrongSettings(
      `Configuração inválida:\n  - os documentos desta instalação saíram d${store.title} para ${left}: corrija OUTORGA_FILES, ou traga-os de volta com outorga mudar-arquivos`,
    )
  if (owner && owner === own && !left)
    return adopting ? ['OUTORGA_ADOPT_FILES=1 não tem mais o que fazer: retire-a da configuração.'] : []
  const { files, known } = await recognise(store, db).catch(unusable(store))
  const wanted = await countStored(askOn(db))
  if (!owner && known * 2 < wanted && !adopting) throw new Error(absence(store, { files, known, wanted }))
  // Database and documents of older releases have no id: then the documents belong to a database that names at least half of them.
  const isOurs = files === 0 || (known * 2 >= files && (!owner || !own))
  if (!isOurs && !adopting) throw new Error(refusal(store, { owner, own, files, known }))
  const id = await nameInstallation(db, (isOurs && files && owner) || randomUUID())
  await markStore(store, id)
  return isOurs
    ? []
    : [
        `${capital(store.title)} passa a ser desta instalação (${id}): ${count(files - known, file)} que este banco não ` +
          'conhece ficam onde estão, e Manutenção diz quantos são. Retire OUTORGA_ADOPT_FILES da configuração.',
      ]
}

/** How many files there are, and of how many this database has a row. */
async function recognise(store: FileStore, db: Sql) {
  const tables = await tablesNaming(db)
  let [files, known] = [0, 0]
  for await (const some of store.list()) {
    const names = some.map(({ name }) => name).filter(isHash)
    files += names.length
    known += (await namedAmong(db, tables, names)).size
  }
  return { files, known }
}

/** What the sentences below say of a store of each kind. */
const storeWords = {
  disk: {
    within: 'na pasta',
    it: 'ela',
    empty: 'vazia',
    wrong: 'se a pasta não é esta, aponte OUTORGA_DATA_DIR para a pasta deste banco',
    fresh: 'uma pasta vazia',
    away: 'se o disco com os documentos não está montado, monte-o e inicie de novo',
    restored: 'ponha a pasta "arquivos" da cópia no lugar, ou restaure com: outorga restaurar',
  },
  s3: {
    within: 'no bucket',
    it: 'ele',
    empty: 'vazio',
    wrong: 'se o bucket não é este, corrija S3_BUCKET e S3_PREFIX',
    fresh: 'um S3_PREFIX sem documentos',
    away: 'se os documentos estão na pasta de dados, leve-os com: outorga mudar-arquivos --para s3',
    restored: 'ponha os documentos da cópia no lugar, ou restaure com: outorga restaurar',
  },
} as const satisfies Record<StoreKind, object>

interface StoreStanding {
  readonly owner: string | null
  readonly own: string | null
  readonly files: number
  readonly known: number
}
const refusal = (store: FileStore, { owner, own, files, known }: StoreStanding) => {
  const { within, it, wrong, fresh } = storeWords[store.kind]
  return [
    owner
      ? `${capital(store.title)} é de outra instalação do Outorga (${owner})${own ? `, e este banco de dados é da instalação ${own}.` : ', e este banco de dados é novo.'}`
      : `${capital(store.title)} já tem documentos, e este banco de dados não os conhece.`,
    `Nada foi mudado nem apagado. Há ${count(files, file)} ${within}; este banco conhece ${known}.`,
    'O que fazer:',
    '  - se o banco de dados não é este, corrija DATABASE_URL (sem ela, vale o banco embutido em OUTORGA_DATA_DIR);',
    `  - ${wrong}, ou use ${fresh};`,
    '  - se está mudando do banco embutido para o PostgreSQL: um banco vazio não tem os cadastros nem sabe de quem são os documentos.',
    `    Restaure nele uma cópia do banco antigo, ou comece com ${fresh};`,
    `  - se este banco deve mesmo ficar com os documentos, inicie uma vez com OUTORGA_ADOPT_FILES=1: ${it} passa a ser desta instalação,`,
    `    a outra não abre mais com ${it}, e os arquivos que este banco não conhece ficam onde estão.`,
  ].join('\n')
}

/** Why a store without a mark is refused where this database names documents that are not in it: a disk that is not mounted, say. */
const absence = (
  { kind, title }: FileStore,
  { files, known, wanted }: Readonly<Record<'files' | 'known' | 'wanted', number>>,
) => {
  const { it, empty, wrong, away, restored } = storeWords[kind]
  return [
    files
      ? `${capital(title)} não tem a maior parte dos documentos deste banco de dados: ele cita ${count(wanted, file)}, e estão lá ${known}.`
      : `${capital(title)} está ${empty}, e este banco de dados cita ${count(wanted, file)}.`,
    'Nada foi mudado. O que fazer:',
    `  - ${away};`,
    `  - ${wrong};`,
    `  - se o banco foi restaurado sem os documentos, ${restored};`,
    `  - se os documentos se perderam mesmo, inicie uma vez com OUTORGA_ADOPT_FILES=1: ${it} passa a ser desta instalação, e Manutenção`,
    '    diz quantos faltam.',
  ].join('\n')
}

/** What the log says of documents that rows name and the store lacks. */
export const missingInWords = ({ title }: FileStore, missing: number) =>
  `Faltam n${title} ${count(missing, file)} que este banco de dados cita. Confira os documentos e a última cópia: Manutenção mostra quantos faltam.`

/** Throws, in words for what writes documents there, where a store is another installation's. */
export async function refuseOtherStore(store: FileStore, installation: string | null, whose: string): Promise<void> {
  const owner = await ownerOf(store)
  if (owner && owner !== installation)
    throw new Error(
      `${capital(store.title)} é de outra instalação do Outorga (${owner}), e ${whose} é da instalação ${installation ?? 'nenhuma'}. ` +
        `Nada foi mudado. ${capital(storeWords[store.kind].wrong)}, ou use ${storeWords[store.kind].fresh}.`,
    )
}

/** Marks the documents of a store as those of an installation. */
export const markStore = (store: FileStore, installation: string): Promise<void> =>
  store.writeMark(`${installation}\n${wording}`).catch(unusable(store))

/** Notes in a store that its documents were moved to another one, so that no server goes on with it by mistake. */
export const leaveStore = (store: FileStore, installation: string, to: FileStore): Promise<void> =>
  store.writeMark(`${installation}\n${leftLine}${to.title}\n${wording}`).catch(unusable(store))

/** Throws what is wrong with a store that cannot be read or written. */
const unusable = (store: FileStore) => (cause: unknown) => {
  const why =
    cause instanceof StoreFault
      ? `${cause.message} (${cause.code})`
      : cause instanceof Error
        ? cause.message
        : String(cause)
  const message = `Não foi possível usar ${store.title}: ${why}`
  throw cause instanceof StoreFault && cause.why === 'refused'
    ? new WrongSettings(`${message}\nConfira S3_ENDPOINT, S3_REGION, S3_BUCKET e a chave de acesso.`, { cause })
    : new Error(message, { cause })
}

/** Throws unless the documents are still this database's: before any of them is moved. */
export async function refuseForeign({ config, sql: db }: FileKeeper) {
  const store = await storeOf(config)
  const [owner, own] = [await ownerOf(store), await installationIn(db)]
  if (owner !== own || !own)
    throw new Error(
      `${capital(store.title)} é da instalação ${owner ?? 'nenhuma'}, e este banco é da ${own ?? 'nenhuma'}: nenhum arquivo foi mexido.`,
    )
}
