import { grouped } from '#kernel/grouped.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { count } from '#kernel/text.ts'
import { notify, type NoticeCtx } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { assigned, ownDay } from '#parts/person/told.ts'
import type { Ctx } from '#server/operation.ts'

/** A row names who is responsible, before and after a write. */
interface Assignment {
  readonly of: AnyResource
  readonly uuid: string
  readonly was: number | null | undefined
  readonly person: number | null | undefined
  /** 'pelo cliente Vale Fibra'. */
  readonly what: string
  readonly path?: string
}

interface AssignedRow {
  readonly of: AnyResource
  readonly uuid: string
  readonly person: number
  readonly title: string
  readonly path?: string
}
/** What acts on many rows gave so far, by the context in which each writes. */
const gathering = new WeakMap<Ctx, AssignedRow[]>()

/** Notifies a person that a user made them responsible for a row; within an act on many rows, once that act is done. */
export async function tellAssigned(ctx: Ctx, { of, uuid, was, person, what, path }: Assignment): Promise<void> {
  // A job writes many rows: it notifies nobody.
  if (person == null || person === was || !ctx.session_id) return
  const title = `Você é responsável ${what}`
  const given: AssignedRow = { of, uuid, person, title, ...(path !== undefined && { path }) }
  const gathered = gathering.get(ctx)
  if (gathered) gathered.push(given)
  else await tellAssignedRow(ctx, given)
}
const tellAssignedRow = (ctx: Ctx, { person, ...row }: AssignedRow) =>
  notify(ctx, { kind: assigned, to: [person], ...row })

async function gatherGiven<T>(ctx: Ctx, work: () => Promise<T>) {
  const outer = gathering.get(ctx)
  const given: AssignedRow[] = []
  gathering.set(ctx, given)
  try {
    return { result: await work(), given }
  } finally {
    if (outer) gathering.set(ctx, outer)
    else gathering.delete(ctx)
  }
}

/** Does a piece of an act on many rows that may be rolled back alone: nobody is notified of what it gave then. */
export async function gatherAssigned<T>(ctx: Ctx, piece: () => Promise<T>): Promise<T> {
  const { result, given } = await gatherGiven(ctx, piece)
  gathering.get(ctx)?.push(...given)
  return result
}

/**
 * Does an act on many rows, and notifies each person once: of a single row by its name, of more by how many they are.
 * `act` identifies it; acts without an identity share an unread notice.
 */
export async function tellAssignedOnce<T>(ctx: Ctx, act: string, work: () => Promise<T>): Promise<T> {
  const { result, given } = await gatherGiven(ctx, work)
  // By their ids, so that no two tellings wait for each other.
  for (const [person, rows] of [...grouped(given, each => each.person)].toSorted(([one], [other]) => one - other)) {
    const [first, ...others] = rows
    if (first && !others.length) await tellAssignedRow(ctx, first)
    else if (first) {
      const title = `Você é responsável por ${count(rows.length, first.of.text)}`
      await notify(ctx, { kind: assigned, to: [person], uuid: act, title, path: ownDay })
    }
  }
  return result
}

/** How much each person came to answer for, by their id. */
export type GivenWork = Readonly<Record<number, number>>

/** What two parts of an act gave, together. */
export function addGiven(one: GivenWork, other: GivenWork): GivenWork {
  const sum = { ...one }
  for (const [person, n] of Object.entries(other)) sum[Number(person)] = (sum[Number(person)] ?? 0) + n
  return sum
}

interface BulkGiving {
  readonly kind: NoticeKind
  /** It identifies the act: a repeated call updates the same notice. */
  readonly act: string
  readonly given: GivenWork
  /** 'Você recebeu 42 coletas de nov/2026'. */
  readonly say: (n: number) => string
  readonly path: string
}

/** Notifies each person once of all that an act gave them, however many rows and parts it has. */
export async function tellGiven(ctx: NoticeCtx, { kind, act, given, say, path }: BulkGiving): Promise<void> {
  // By their ids, so that no two tellings wait for each other.
  for (const [person, n] of Object.entries(given))
    if (n > 0) await notify(ctx, { kind, to: [Number(person)], uuid: act, title: say(n), path, anew: true })
}
