import * as z from 'zod'
import { string } from '#kernel/json.ts'
import { valueShape } from '#kernel/wire.ts'

export const dayItem = z.object({
  kind: valueShape<'tarefa' | 'coleta'>(string),
  uuid: z.string(),
  name: z.string(),
  client: z.object({ id: z.int(), uuid: z.string(), name: z.string() }),
  /** The last day, shown large. */
  last_on: z.string(),
  /** Until when the office wants it; the last day where it wants no other. */
  due_on: z.string(),
  opens_on: z.string().nullable(),
  /** Of a coleta, the name of its status. */
  status: z.string().nullable(),
  /** Done by sending the coleta it follows. */
  by_collect: z.boolean(),
  link: z.string().nullable(),
  items: z.int(),
  looked: z.int(),
  reopened_on: z.string().nullable(),
  /** In whose place, while that person is away. */
  instead_of: z.string().nullable(),
})
/** Something of somebody's day: a task of a client, or a coleta no task speaks of. */
export type DayItem = z.infer<typeof dayItem>
