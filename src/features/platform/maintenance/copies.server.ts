import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { timeZone } from '#kernel/clock.ts'
import { showBytes, showInstant, showInteger } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { CopiesState } from '#features/platform/maintenance/api.ts'
import { copiesToRemove, lastPassing } from '#features/platform/maintenance/rotation.ts'
import { hour } from '#parts/chore/chore.ts'
import { rowsIn } from '#parts/copy/format.server.ts'
import {
  copyNameAt,
  listCopies,
  noteProof,
  placeOfCopies,
  removeCopy,
  type ListedCopy,
} from '#parts/copy/places.server.ts'
import { copiesKept, copyDaily, copyHour, copyKey } from '#parts/copy/settings.server.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import type { Config } from '#server/config.ts'
import type { RowChange } from '#server/events.ts'
import type { HealthLine } from '#server/health-line.ts'
import type { Came, Chore, ChoreStatus, House, Turn } from '#server/house.ts'

/** Milliseconds after which the last proven copy is too old: a day, and the time that a copy and its proof may take. */
const lateAfter = 26 * 3_600_000

export const copyNotice: NoticeKind = {
  name: 'copia-atrasada',
  label: 'Cópias de segurança atrasadas',
  about: 'A última cópia de segurança conferida tem mais de um dia.',
  of: [],
  team: true,
  inDigest: true,
  always: true,
}

/** Whether this installation takes copies by itself: with the packaged PostgreSQL unless it is switched off. */
const takesCopies = (config: Config): boolean => config.of(copyDaily) ?? config.DATABASE_URL === undefined

/** When the last proven copy was taken; null where there is none. */
const provenAmong = (copies: readonly ListedCopy[]) => copies.find(({ provenAt }) => provenAt) ?? null

/** Whether the last proven copy is too old; an installation younger than a day is not late. */
const isLate = (provenAt: number | null, since: number, now: Date): boolean =>
  now.getTime() - Math.max(provenAt ?? 0, since) > lateAfter

/** When this installation began: its first migration. */
async function beginningOf({ database }: Pick<House, 'database'>): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from min(applied_at))::float8 * 1000 as at from migrations`.execute(database.kysely)
  return rows[0]?.at ?? 0
}

/** How copies go, by the figures of the last turn of their chore. */
export function copiesIn(config: Config, chore: Pick<ChoreStatus, 'figures'> | undefined, now: Date): CopiesState {
  const {
    provenAt = null,
    provenBytes = null,
    copies = 0,
    bytes = 0,
    oneDisk = 0,
    since = now.getTime(),
  } = chore?.figures ?? {}
  const on = takesCopies(config)
  return {
    on,
    folder: placeOfCopies(config),
    hour: config.of(copyHour),
    proven_at: provenAt === null ? null : new Date(provenAt).toISOString(),
    proven_bytes: provenBytes,
    copies,
    bytes,
    one_disk: oneDisk === 1,
    late: on && isLate(provenAt, since, now),
  }
}

/** Whether two paths are on one disk, as far as the system says. */
const isOneDisk = async (one: string, other: string) => (await stat(one)).dev === (await stat(other)).dev

async function runCopies(house: House, { now, byHand, signal }: Turn): Promise<Came> {
  const { config } = house
  if (!takesCopies(config)) return { said: 'Desligada: COPY_DAILY=1 liga.', figures: { on: 0 } }
  const folder = placeOfCopies(config)
  const since = await beginningOf(house)
  const [newest] = await listCopies(folder)
  const due = lastPassing(now, config.of(copyHour), timeZone).getTime()
  // What an earlier turn took and did not prove is proven, and not taken again.
  const isDue = byHand || (due > since && (newest?.takenAt.getTime() ?? 0) < due)
  let words = ''
  if (isDue || (newest && !newest.provenAt)) words = await takeAndProve(house, isDue ? null : (newest ?? null), signal)
  const removed = await rotate(config, folder, now)
  const copies = await listCopies(folder)
  const proven = provenAmong(copies)
  if (isLate(proven?.takenAt.getTime() ?? null, since, now)) await warnAdministrators(house, proven)
  const last = proven
    ? `A última conferida é de ${showInstant(proven.takenAt.toISOString())} (${showBytes(proven.bytes)}).`
    : 'Ainda não há cópia conferida.'
  return {
    said: [
      words,
      last,
      removed && `${count(removed, { one: 'cópia antiga apagada', many: 'cópias antigas apagadas', gender: 'f' })}.`,
    ]
      .filter(Boolean)
      .join(' '),
    figures: {
      on: 1,
      copies: copies.length,
      bytes: copies.reduce((sum, each) => sum + each.bytes, 0),
      since,
      ...(proven && { provenAt: proven.takenAt.getTime(), provenBytes: proven.bytes }),
      ...(copies.length && { oneDisk: Number(await isOneDisk(folder, config.OUTORGA_DATA_DIR)) }),
    },
  }
}

/** Takes a copy, unless one waits for its proof, and opens it apart; answers what is in it, in words. */
async function takeAndProve(house: House, waiting: ListedCopy | null, signal: AbortSignal): Promise<string> {
  const { config, database } = house
  const [{ takeCopy, bytesOfDatabase }, { proveInChild }] = await Promise.all([
    import('#parts/copy/take.server.ts'),
    import('#parts/copy/prove.server.ts'),
  ])
  const key = config.of(copyKey)
  const path = waiting?.path ?? `${placeOfCopies(config)}/${copyNameAt(new Date(), key !== undefined)}`
  if (!waiting) await takeCopy({ database, config, key, isUnhurried: true }, path, signal)
  const content = await proveInChild({ path, key, config, room: await bytesOfDatabase(database) }, signal)
  await noteProof(path, new Date())
  const { arquivos, faltando, estragados } = content.documentos
  const missing = faltando + estragados
  return (
    `Cópia tirada e conferida ao abrir à parte: ${content.tabelas.length} tabelas, ${showInteger(rowsIn(content))} linhas, ${showInteger(arquivos)} documentos.` +
    (missing ? ` Faltam ${missing} documentos que o banco cita.` : '')
  )
}

/** Removes proven copies that no day, week or month wants. */
async function rotate(config: Config, folder: string, now: Date): Promise<number> {
  const [days = 7, weeks = 0, months = 0] = config.of(copiesKept).split(',').map(Number)
  const gone = copiesToRemove(await listCopies(folder), { days, weeks, months }, now)
  for (const copy of gone) await removeCopy(copy)
  return gone.length
}

async function warnAdministrators({ database, events }: House, proven: ListedCopy | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join profiles p on p.id = u.profile_id
    where p.audience = 'equipe' and (p.is_admin or p.allow_routes::jsonb ? 'manutencao.index') and u.empresa_id is null
      and not exists (
        select 1 from notices n where n.user_id = u.id and n.kind = ${copyNotice.name} and n.updated_at > now() - interval '1 day')`.execute(
    database.kysely,
  )
  if (!rows.length) return
  const changed: RowChange[] = []
  const title = proven
    ? `A última cópia de segurança conferida é de ${showInstant(proven.takenAt.toISOString())}`
    : 'Ainda não há cópia de segurança conferida'
  await database.kysely
    .transaction()
    .execute(trx =>
      notify(
        { sql: trx, tell: each => void changed.push(each) },
        { kind: copyNotice, to: rows.map(({ id }) => id), title, path: '/manutencao', anew: true },
      ),
    )
  for (const each of changed) events.tell(each)
}

/** The last proven copy as administrators should know of it. */
function copiesLine(config: Config, figures: ChoreStatus['figures'], now: Date): HealthLine {
  const { on, proven_at, late, one_disk, hour: from } = copiesIn(config, { figures }, now)
  const link = { to: '/manutencao', label: 'Ver as cópias', needs: 'manutencao.index' }
  const rest = one_disk ? ' As cópias estão no disco dos dados: se ele falhar, vão junto.' : ''
  if (!on)
    return { state: 'neutro', text: 'Este servidor não tira cópias sozinho: `COPY_DAILY=1` liga a rotina.', link }
  if (late)
    return {
      state: 'parado',
      text: proven_at
        ? `A última cópia conferida é de ${showInstant(proven_at)}, há mais de um dia. Veja o que houve na rotina e execute-a de novo.`
        : 'Ainda não há cópia conferida. Veja o que houve na rotina e execute-a de novo.',
      link,
    }
  return proven_at
    ? { state: 'ok', text: `A última cópia conferida é de ${showInstant(proven_at)}.${rest}`, link }
    : { state: 'neutro', text: `A primeira cópia está por vir: a do dia é tirada a partir das ${from}h.`, link }
}

export const copiesChore: Chore = {
  name: 'copias',
  title: 'Cópias de segurança',
  about:
    'Tira uma cópia do banco de dados e dos documentos por dia, abre-a à parte para conferir e apaga as antigas. O servidor continua no ar.',
  every: hour,
  metrics: [
    {
      name: 'copy_proven_timestamp_seconds',
      help: 'When the last copy that was opened apart and proven was taken; 0 where there is none, left out where none are taken',
      value: ({ on, provenAt = 0 }) => (on === 1 ? provenAt / 1000 : null),
    },
  ],
  health: {
    title: 'Cópia de segurança',
    read: ({ figures, config, now }) => copiesLine(config, figures, now),
  },
  run: async (house, turn) => {
    try {
      return await runCopies(house, turn)
    } catch (error) {
      const proven = provenAmong(await listCopies(placeOfCopies(house.config)))
      if (isLate(proven?.takenAt.getTime() ?? null, await beginningOf(house), turn.now))
        await warnAdministrators(house, proven)
      throw error
    }
  },
}
