import { sql } from 'kysely'
import { clients } from '#features/clients/clients.ts'
import { prospects } from '#features/prospects/prospects.ts'
import { record } from '#server/audit.ts'
import { extend } from '#server/extend.ts'

/** One table, two sections: who became a client takes along all that was written before. */
export const prospectsOnServer = [
  extend(clients, {
    visible: ({ alias, declared }) => sql`(${declared} and not ${sql.ref(`${alias}.prospect`)})`,
  }),
  extend(prospects, {
    beforeCreate: draft => ({ ...draft, prospect: true }),
    visible: ({ alias, declared }) => sql`(${declared} and ${sql.ref(`${alias}.prospect`)})`,
    actions: {
      'converter-em-cliente': async (row, ctx) => {
        await sql`update clients set prospect = false, version = version + 1, updated_at = now() where id = ${row.id}`.execute(
          ctx.sql,
        )
        await record(ctx, prospects, row.id, 'converter-em-cliente', { prospect: [true, false] })
        return row
      },
    },
  }),
] as const
