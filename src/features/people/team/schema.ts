import * as z from 'zod'
import { listShape } from '#kernel/wire.ts'

/** How much of one kind of work somebody has: still to be done, past its day, and falling due until Sunday. */
export const workLoad = z.object({ kind: z.string(), open: z.int(), late: z.int(), week: z.int() })
export type WorkLoad = z.infer<typeof workLoad>
/** The first rows of one kind, the most urgent first; `due` is a day, null where a row has none. */
const workOfKind = workLoad.extend({
  rows: listShape(z.object({ uuid: z.string(), name: z.string(), due: z.string().nullable() })),
})
/** What one person has to do, of the kinds the reader may list; empty for who is not of the team. */
export const personWork = z.object({ today: z.string(), kinds: listShape(workOfKind) })
export type WorkOfKind = z.infer<typeof workOfKind>
const awayDays = z.object({
  uuid: z.string(),
  since: z.string(),
  until: z.string(),
  /** The substitute, or the person substituted. */
  other: z.object({ id: z.int(), name: z.string() }),
})
/** Somebody who is away, or is about to be. */
export type AwayDays = z.infer<typeof awayDays>
export const personLoad = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  active: z.boolean(),
  profile: z.string(),
  loads: listShape(workLoad),
  /** All of it in words: '11 clientes e 3 coletas'; '' for nothing. */
  holds: z.string(),
  /** Days they are away, now or soon, the first of them first. */
  away: listShape(awayDays),
  /** Days they substitute others. */
  standing: listShape(awayDays),
})
/** A person of the team, and what they have to do. */
export type PersonLoad = z.infer<typeof personLoad>
