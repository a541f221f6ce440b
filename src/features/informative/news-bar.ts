import { isStaff, type User } from '#kernel/access.ts'

/** What the news bar keeps in this browser. */
export interface NewsBar {
  readonly total_read_informative: number
}

/** How many informatives came since they were last marked as read; the first visit has read none. */
export const unread = (total: number, kept: NewsBar | null) => Math.max(0, total - (kept?.total_read_informative ?? 0))

/** Which informatives are told of: the team is not rung for what clients are told. Others are sent theirs alone. */
export const meantFor = (user: User): Readonly<Record<string, string>> =>
  isStaff(user) ? { 'filter[audience][in]': 'equipe,todos' } : {}
