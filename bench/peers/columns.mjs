import relations from './lists.json' with { type: 'json' }

/** What every peer keeps of a client and answers for one: the plain columns of the table. */
export const { columns } = relations
