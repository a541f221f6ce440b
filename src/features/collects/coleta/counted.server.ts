import { sql } from 'kysely'

/** Every line there is, those that are set aside among them: to tell how many a file takes the place of, and nothing else. */
export const everyAccess = sql`collects_locations_accesses_ordered`
/** The accesses that count, in the place of their table: whatever adds up, compares or files them reads these. */
export const countedAccesses = sql`(select * from collects_locations_accesses_ordered where active)`
