import type { IntegrationKey } from '#parts/integration/integration.ts'
import type { Config } from '#server/config.ts'
import type { Ctx, Sql } from '#server/operation.ts'
import type { OutsideQuestion, OutsideAnswer } from '#server/outbound.ts'

/** Another house the product talks to, handed in by the feature that knows its language. */
export interface Integration {
  readonly key: IntegrationKey
  /** One sentence says what is still to be configured, for the installer; null when it may be used. */
  readonly lacking: (config: Config, sql: Sql) => string | null | Promise<string | null>
  /** The only hosts `send` may call, as in `URL.host`; absent: any host. */
  readonly hosts?: (config: Config) => readonly string[]
  /** Names of its own to which fields defined at run time may be mapped, with what people call them. */
  readonly fields?: Readonly<Record<string, string>>
  /** Paths of the sections whose fields may be mapped to it; any section where this is absent. */
  readonly sections?: readonly string[]
  /**
   * Sends an enqueued item, outside any transaction. An error causes a retry, so that from the second attempt on it must
   * first check whether the item arrived.
   */
  readonly send?: (item: QueueItem, talk: Talk, at: { readonly config: Config; readonly sql: Sql }) => Promise<SentItem>
}

/** What waits to be sent. */
export interface QueueItem {
  readonly id: number
  readonly uuid: string
  readonly integration: IntegrationKey
  readonly name: string
  /** What makes it the one it is: good as the other house's idempotency key. */
  readonly key: string
  readonly client_id: number | null
  readonly empresa_id: number | null
  /** As they were enqueued. */
  readonly payload: unknown
  readonly payload_extras: unknown
  /** Counts from 1, and a retry by hand does not reset it. From 2 on the other side may already have the item. */
  readonly attempt: number
}

/** Calls an external service and records method, host, path, status and duration. Throws `Unanswered`. */
export type Talk = (url: URL, asking?: OutsideQuestion) => Promise<OutsideAnswer>

/** How it went. A refusal is for good: whatever may go well later is thrown. */
export type SentItem = SentWell | Refused
interface Settles {
  /** Writes down what came of it, in the transaction that marks the item: both are there after a kill, or neither. Its user sees every company's rows, and holds no permission. */
  readonly settle?: (ctx: Ctx) => Promise<void>
}
interface SentWell extends Settles {
  readonly state: 'enviado'
  /** What came of it, in one sentence: 'NFS-e 2024/118 autorizada.' */
  readonly note: string
}
interface Refused extends Settles {
  readonly state: 'falhou'
  /** Why, and what somebody should do. */
  readonly why: string
}
