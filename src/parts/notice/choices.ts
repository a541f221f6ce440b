/** What somebody chose about one kind of notice, with what it is. */
export interface NoticeChoice {
  readonly name: string
  readonly label: string
  readonly about: string
  /** The bell has it whatever is chosen. */
  readonly always: boolean
  readonly in_app: boolean
  readonly in_digest: boolean
}
