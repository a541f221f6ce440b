import { sql } from 'kysely'
import { actor } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { notices, type NoticeKind } from '#parts/notice/notices.ts'
import type { Ctx } from '#server/operation.ts'

/** A notice goes to these users. */
export interface Telling {
  readonly kind: NoticeKind
  /** Ids of users; the author of the change and users who may not sign in are left out. */
  readonly to: readonly number[]
  /** The row it is about, which its kind names the section of; of an act on many rows, what that act is known by alone. */
  readonly of?: AnyResource
  readonly uuid?: string
  readonly title: string
  /** Where it leads, if not to its row: '/quadro'. */
  readonly path?: string
  /** Also notifies the user who causes it, since they requested the work and wait for it. */
  readonly self?: true
  /** It is the current state: earlier notices are not counted. */
  readonly anew?: true
}

/** It has the author, absent for automatic acts, and what notifies other users. */
export type NoticeCtx = Pick<Ctx, 'sql' | 'tell'> & Partial<Pick<Ctx, 'user'>>

const noticeLimits = { title: 255, each: 1_000 } as const

/**
 * Notifies people, in the caller's transaction. Unread notices of one kind and row are one, with a counter. A kind that a user
 * switched off in the bell and in the summary is not written.
 */
export async function notify(ctx: NoticeCtx, { kind, to, of, uuid, title, path, self, anew }: Telling): Promise<void> {
  const people = [...new Set(to)]
    .filter(id => self || !ctx.user || id !== actor(ctx.user).id)
    .toSorted((one, other) => one - other)
  const at = path ?? (of && uuid ? `/${of.path}/${uuid}` : '/')
  for (let from = 0; from < people.length; from += noticeLimits.each) {
    // Always in the same order, so that no two tellings wait for each other.
    const { rows } = await sql<ToldNotice>`
      insert into notices (user_id, kind, resource, row_uuid, path, title, shown)
      select u.id, ${kind.name}, ${of?.path ?? ''}, ${uuid ?? ''}, ${at}, ${title.slice(0, noticeLimits.title)}, ${kind.always ?? false} or coalesce(c.in_app, true)
      from users u join profiles p on p.id = u.profile_id
        left join notice_choices c on c.user_id = u.id and c.kind = ${kind.name}
      where u.id = any(${people.slice(from, from + noticeLimits.each)}::bigint[])
        and u.active and u.deleted_at is null and p.active and p.deleted_at is null
        and (${kind.always ?? false} or coalesce(c.in_app, true) or coalesce(c.in_digest, ${kind.inDigest}))
      order by u.id
      on conflict (user_id, kind, resource, row_uuid) where read_at is null and deleted_at is null
      do update set times = case when ${anew ?? false} then 1 else notices.times + 1 end, title = excluded.title, path = excluded.path,
        shown = notices.shown or excluded.shown, digested_at = null, version = notices.version + 1, updated_at = now()
      returning uuid, user_id, shown`.execute(ctx.sql)
    for (const told of rows) if (told.shown) ctx.tell({ of: notices, uuid: told.uuid, users: [told.user_id] })
  }
}
interface ToldNotice {
  readonly uuid: string
  readonly user_id: number
  readonly shown: boolean
}
