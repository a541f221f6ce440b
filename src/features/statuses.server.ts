import { sql } from 'kysely'
import * as z from 'zod'
import { boolean, integer, list, shape, string } from '#kernel/json.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { statuses } from '#features/lookups.ts'
import { extend } from '#server/extend.ts'
import { operation } from '#server/operation.ts'

/** The statuses of one of the six models, or of all. */
const byModel = operation<unknown, { model?: string | undefined }>({
  id: 'statuses.index',
  summary: 'Status de um modelo',
  method: 'GET',
  url: '/api/v1/statuses',
  access: 'session',
  scope: 'none',
  rate: 'read',
  audit: null,
  query: z.strictObject({
    model: z.enum(Object.keys(statuses.fields.model.options.choices ?? {}), 'Modelo desconhecido.').optional(),
  }),
  answers: {
    200: shape({
      data: list(
        shape({
          id: integer,
          uuid: string,
          name: string,
          slug: string,
          model: string,
          active: boolean,
          created_at: string,
          updated_at: string,
        }),
      ),
      total: integer,
    }),
  },
  handle: async (ctx, { query: { model } }) => {
    const { rows } =
      await sql`select id, uuid, name, slug, model, active, created_at, updated_at from statuses where ${model ?? null}::text is null or model = ${model ?? null} order by id`.execute(
        ctx.sql,
      )
    return { data: rows, total: rows.length }
  },
})

const extension = extend(statuses, { operations: [byModel] })

export const statusesOnServer: ServerFeature = { extensions: [extension] }
