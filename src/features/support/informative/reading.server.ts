import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { listNewsReaders, remindReaders } from '#features/support/informative/api.ts'
import { informative } from '#features/support/informative/informative.ts'
import { everyReader, meantSql, publishedSql } from '#features/support/informative/meant.server.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Reminds users who have not confirmed a reading. */
export const toRead: NoticeKind = {
  name: 'leitura',
  label: 'Leituras pedidas',
  about: 'Alguém lembra você de um informativo de leitura obrigatória.',
  of: ['informative'],
  inDigest: true,
  always: true,
}

/** Whom it is meant for, and may come in and open it. */
interface NewsReader {
  readonly id: number
  readonly name: string
  readonly profile: string
  readonly read_at: string | null
  readonly acknowledged_at: string | null
  /** Whether the current user may see them. */
  readonly known: boolean
}

/** Lists the people a piece of news is meant for, by name, with the current state of their reading. */
export async function readersOf({ sql: db, user }: Ctx, id: number): Promise<readonly NewsReader[]> {
  const own = companyOf(user)
  const known =
    own === null
      ? sql`true`
      : sql`(u.empresa_id = ${own} or (p.audience = 'equipe' and u.empresa_id is null) or exists (
          select 1 from clients_client_users m join clients c on c.id = m.parent_id
          where m.user_id = u.id and c.empresa_responsavel_id = ${own} and c.deleted_at is null))`
  const { rows } = await sql<NewsReader>`
    select u.id, u.name, p.name as profile, r.read_at, r.acknowledged_at, ${known} as known
    from informative t cross join users u join profiles p on p.id = u.profile_id
      left join informative_readings r on r.informative_id = t.id and r.user_id = u.id and r.round = t.round
    where t.id = ${id} and u.active and u.deleted_at is null and p.active and p.deleted_at is null
      and (p.is_admin or p.allow_routes::jsonb ? 'informative.show') and ${meantSql('t', everyReader)}
    order by u.name collate pt_br, u.id`.execute(db)
  return rows
}

const people = { one: 'pessoa', many: 'pessoas', gender: 'f' } as const
/** People listed at once. */
const MOST_READERS = 500

const readersRoute = serve(listNewsReaders, async (ctx, input) => {
  const id = await ctx.rows(informative).locate(input.id)
  const all = await readersOf(ctx, id)
  // Users who have not confirmed come first.
  const known = all
    .filter(each => each.known)
    .toSorted((one, other) => Number(one.acknowledged_at !== null) - Number(other.acknowledged_at !== null))
  return {
    data: {
      meant: all.length,
      read: all.filter(({ read_at }) => read_at !== null).length,
      acknowledged: all.filter(({ acknowledged_at }) => acknowledged_at !== null).length,
      unknown: all.length - known.length,
      left_off: Math.max(0, known.length - MOST_READERS),
      people: known.slice(0, MOST_READERS),
    },
  }
})

const remindRoute = serve(remindReaders, async (ctx, input) => {
  const news = await ctx.rows(informative).hold(input.id)
  const { rows } = await sql`select 1 from informative t where t.id = ${news.id} and ${publishedSql('t')}`.execute(
    ctx.sql,
  )
  if (!rows.length) throw problem('conflict', 'O informativo não está publicado: ninguém o lê agora.')
  if (!news.mandatory) throw problem('conflict', 'A leitura deste informativo não é obrigatória.')
  const waiting = (await readersOf(ctx, news.id)).filter(({ acknowledged_at }) => acknowledged_at === null)
  await notify(ctx, {
    kind: toRead,
    to: waiting.map(({ id }) => id),
    of: informative,
    uuid: news.uuid,
    title: `Leia e confirme: ${news.title}`,
  })
  const reminded = waiting.filter(({ id }) => id !== ctx.user.id).length
  return doneAnswer(200, reminded ? `${count(reminded, people)} com aviso de leitura.` : 'Ninguém a lembrar.', {
    reminded,
  })
})

export const readingRoutes: readonly AnyOperation[] = [readersRoute, remindRoute]
