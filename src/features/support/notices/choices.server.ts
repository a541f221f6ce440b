import { sql } from 'kysely'
import { isStaff, type User } from '#kernel/access.ts'
import { invalid } from '#kernel/problem.ts'
import { chooseNotices, readNoticeChoices, type NoticeChoice } from '#parts/notice/api.ts'
import type { NoticesHouse } from '#features/support/notices/seen.server.ts'
import { doneAnswer, type AnyOperation, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const kindsFor = ({ noticeKinds }: NoticesHouse, user: User) =>
  noticeKinds().filter(kind => isStaff(user) || !kind.team)

async function choicesOf(db: Sql, house: NoticesHouse, user: User): Promise<readonly NoticeChoice[]> {
  const { rows } = await sql<Pick<NoticeChoice, 'in_app' | 'in_digest'> & { readonly kind: string }>`
    select kind, in_app, in_digest from notice_choices where user_id = ${user.id}`.execute(db)
  const said = new Map(rows.map(row => [row.kind, row]))
  return kindsFor(house, user).map(({ name, label, about, always = false, inDigest }) => {
    const { in_app = true, in_digest = inDigest } = said.get(name) ?? {}
    return { name, label, about, always, in_app: always || in_app, in_digest }
  })
}

/** Routes for which notices the user wants, in the bell and in the daily summary. */
export const choiceRoutes = (house: NoticesHouse): readonly AnyOperation[] => [
  serve(readNoticeChoices, async ({ sql: db, user }) => ({ data: await choicesOf(db, house, user) })),
  serve(chooseNotices, async ({ sql: db, user }, { body: { choices } }) => {
    const known = new Set(kindsFor(house, user).map(({ name }) => name))
    const strange = choices.find(({ name }) => !known.has(name))
    if (strange) throw invalid({ choices: `Não há o tipo de aviso “${strange.name}”.` })
    const last = [...new Map(choices.map(each => [each.name, each])).values()]
    await sql`
        insert into notice_choices (user_id, kind, in_app, in_digest)
        select ${user.id}, n.name, n.in_app, n.in_digest
        from json_to_recordset(${JSON.stringify(last)}::json) as n(name text, in_app boolean, in_digest boolean) order by n.name
        on conflict (user_id, kind) do update set in_app = excluded.in_app, in_digest = excluded.in_digest`.execute(db)
    return doneAnswer(200, 'Preferências salvas.', await choicesOf(db, house, user))
  }),
]
