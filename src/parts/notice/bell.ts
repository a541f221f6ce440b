/** A piece of news as the bell tells it. */
export interface BellNews {
  readonly uuid: string
  readonly title: string
  /** The beginning of its text. */
  readonly content: string | null
  readonly updated_at: string
  readonly mandatory: boolean
  readonly read_until: string | null
  readonly read: boolean
  readonly acknowledged: boolean
}

/** What the bell of the top bar shows: the news meant for whoever looks, and how many notices of theirs are unread. */
export interface BellAnswer {
  readonly data: readonly BellNews[]
  readonly total: number
  readonly total_read_informative: number
  /** Mandatory reading that waits for them. */
  readonly pending: number
  /** None where they are told of nothing. */
  readonly notices: number | null
}

/** What somebody did of the reading of a piece of news, as it stands now. */
export interface OwnReading {
  readonly meant: boolean
  readonly read_at: string | null
  readonly acknowledged_at: string | null
}
