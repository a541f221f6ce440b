import { sql } from 'kysely'

/** Includes lines set aside: only for what needs every line, such as the count that a file replaces. */
export const everyAccess = sql`collects_locations_accesses_ordered`
/** The accesses that count, in the place of their table: whatever adds up, compares or files them reads these. */
export const countedAccesses = sql`(select * from collects_locations_accesses_ordered where active)`
