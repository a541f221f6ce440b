import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff, type User } from '#kernel/access.ts'
import { boolean, doneJson, list, shape, string } from '#kernel/json.ts'
import { invalid } from '#kernel/problem.ts'
import type { NoticeChoice } from '#parts/notice/choices.ts'
import type { NoticesHouse } from '#features/notices/seen.server.ts'
import { done, operation, type AnyOperation, type Sql } from '#server/operation.ts'

const mine = { url: '/api/v1/users/me/avisos/preferencias', access: 'session', scope: 'self', audit: null } as const
const choicesJson = list(
  shape({ name: string, label: string, about: string, always: boolean, in_app: boolean, in_digest: boolean }),
)

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

const chosen = z.strictObject({
  choices: z
    .array(z.strictObject({ name: z.string().max(60), in_app: z.boolean(), in_digest: z.boolean() }))
    .min(1, 'Diga ao menos um tipo de aviso.')
    .max(60),
})

/** What the user wants to be told of, in the bell and in the daily summary. */
export const choiceOperations = (house: NoticesHouse): readonly AnyOperation[] => [
  operation({
    ...mine,
    id: 'users.me.avisos.preferencias',
    summary: 'Ver de que se quer ser avisado',
    method: 'GET',
    rate: 'read',
    answers: { 200: shape({ data: choicesJson }) },
    handle: async ({ sql: db, user }) => ({ data: await choicesOf(db, house, user) }),
  }),
  operation<unknown, unknown, z.infer<typeof chosen>>({
    ...mine,
    id: 'users.me.avisos.preferencias.update',
    summary: 'Escolher de que se quer ser avisado',
    method: 'PUT',
    rate: 'write',
    body: chosen,
    answers: { 200: doneJson(choicesJson) },
    handle: async ({ sql: db, user }, { body: { choices } }) => {
      const known = new Set(kindsFor(house, user).map(({ name }) => name))
      const strange = choices.find(({ name }) => !known.has(name))
      if (strange) throw invalid({ choices: `Não há o tipo de aviso “${strange.name}”.` })
      const last = [...new Map(choices.map(each => [each.name, each])).values()]
      await sql`
        insert into notice_choices (user_id, kind, in_app, in_digest)
        select ${user.id}, n.name, n.in_app, n.in_digest
        from json_to_recordset(${JSON.stringify(last)}::json) as n(name text, in_app boolean, in_digest boolean) order by n.name
        on conflict (user_id, kind) do update set in_app = excluded.in_app, in_digest = excluded.in_digest`.execute(db)
      return done(200, 'Preferências salvas.', await choicesOf(db, house, user))
    },
  }),
]
