/** Another house the product talks to, as it is answered. */
export interface ToldHouse {
  readonly id: number
  readonly uuid: string
  readonly key: string
  readonly name: string
  readonly integration_type: { readonly id: number; readonly name: string; readonly slug: string }
  readonly configured: boolean
  /** What is still to be configured, in one sentence. */
  readonly lacking: string | null
  /** Items to be sent that wait or are on their way, and those given up. */
  readonly waiting: number
  readonly failed: number
  /** When the first of those that wait is tried next. */
  readonly next_at: string | null
  readonly last_at: string | null
  /** Its own names, to which fields may be mapped. */
  readonly fields: readonly { readonly key: string; readonly label: string }[]
  /** Paths of the sections whose fields it takes; null: of any. */
  readonly sections: readonly string[] | null
  /** Where the field asked about goes. */
  readonly pivot: { readonly value: string; readonly integration_key: string } | null
}
