import { sql } from 'kysely'
import * as z from 'zod'
import { doneJson, list, maybe, shape, string } from '#kernel/json.ts'
import { oneLine } from '#kernel/schema.ts'
import { done, operation, type AnyOperation } from '#server/operation.ts'

const params = z.object({ list: z.string().regex(/^[a-z][a-z-]{0,59}$/) })
const word = z.string().min(1).max(100)
const taste = z.strictObject({
  /** Null: those the list declares. */
  columns: z.array(word).max(100).nullable(),
  views: z
    .array(z.strictObject({ name: oneLine(60).refine(Boolean, 'Dê um nome à visão.'), search: z.string().max(2_000) }))
    .max(30, 'São no máximo 30 visões por lista.')
    .refine(views => new Set(views.map(({ name }) => name)).size === views.length, 'Já há uma visão com este nome.'),
})
type ListTaste = z.infer<typeof taste>
const tasteJson = shape({ columns: maybe(list(string)), views: list(shape({ name: string, search: string })) })
const mine = { url: '/api/v1/users/me/listas/:list', access: 'session', scope: 'self', params, audit: null } as const

/** How the user likes a list, on whatever machine they sign in: its columns, and searches by name. */
export const listOperations: readonly AnyOperation[] = [
  operation<{ list: string }>({
    ...mine,
    id: 'users.me.lists',
    summary: 'Ver como se prefere uma lista',
    method: 'GET',
    rate: 'read',
    answers: { 200: shape({ data: tasteJson }) },
    handle: async ({ sql: db, user }, { params: { list: name } }) => {
      const { rows } = await sql<ListTaste>`
        select columns, views from user_lists where user_id = ${user.id} and list = ${name}`.execute(db)
      return { data: rows[0] ?? { columns: null, views: [] } }
    },
  }),
  operation<{ list: string }, unknown, ListTaste>({
    ...mine,
    id: 'users.me.lists.update',
    summary: 'Guardar como se prefere uma lista',
    method: 'PUT',
    rate: 'write',
    body: taste,
    answers: { 200: doneJson(tasteJson) },
    handle: async ({ sql: db, user }, { params: { list: name }, body: { columns, views } }) => {
      await sql`
        insert into user_lists (user_id, list, columns, views)
        values (${user.id}, ${name}, ${columns && JSON.stringify(columns)}::jsonb, ${JSON.stringify(views)}::jsonb)
        on conflict (user_id, list) do update set columns = excluded.columns, views = excluded.views`.execute(db)
      return done(200, 'Preferência guardada.', { columns, views })
    },
  }),
]
