/** A paper by which what was done of an obligation was refused. */
export interface DutyRefusal {
  /** Of its file; null where the reader may not open it. */
  readonly uuid: string | null
  readonly name: string
  /** The words that prove it, as the paper writes them. */
  readonly said: string
  readonly protocol: string | null
  /** When it was registered, and by whom. */
  readonly at: string
  readonly by: string | null
}
