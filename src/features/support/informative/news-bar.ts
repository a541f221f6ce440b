/** The last user's news bar, stored in this browser; the server stores it too, for their other computers. */
export interface NewsBar {
  readonly user: string
  readonly total: number
  readonly total_read_informative: number
}

/** How many informatives were not read: of all there are, those that were. */
export const unread = ({ total, total_read_informative }: Omit<NewsBar, 'user'>) =>
  Math.max(0, total - total_read_informative)
