import type { AnyResource } from '#kernel/resource.ts'
import { notify, type NoticeCtx } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { assigned } from '#parts/person/told.ts'
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

/** Notifies a person that a user made them responsible for a row. */
export async function tellAssigned(ctx: Ctx, { of, uuid, was, person, what, path }: Assignment): Promise<void> {
  // A job writes many rows: it notifies nobody.
  if (person == null || person === was || !ctx.session_id) return
  const title = `Você é responsável ${what}`
  await notify(ctx, { kind: assigned, to: [person], of, uuid, title, ...(path !== undefined && { path }) })
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
