import { sql } from 'kysely'

/** The accesses that count, in the place of their table: whatever adds up, compares or files them reads these. */
export const countedAccesses = sql`(select * from collects_locations_accesses_ordered where active)`
