import type { IntegrationKey } from '#parts/integration/integration.ts'
import type { Config } from '#server/config.ts'
import type { TalkRecord } from '#parts/integration/talk.server.ts'
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
  /** A field may go to it under any name that `isMappedName` takes: who receives it decides what it is called. Instead of `fields`. */
  readonly takesAnyName?: true
  /** Paths of the sections whose fields may be mapped to it; any section where this is absent. */
  readonly sections?: readonly string[]
  /**
   * Sends an enqueued item, outside any transaction. An error causes a retry, so that from the second attempt on it must
   * first check whether the item arrived.
   */
  readonly send?: (item: QueueItem, talk: Talk, at: SendPlace) => Promise<SentItem>
  /** Seconds between its tries; those of the queue where this is absent. After the last it is given up. */
  readonly pauses?: readonly number[]
  /** Puts into the queue what waits elsewhere, before each look at the queue. True while there is more of it. */
  readonly plan?: () => Promise<boolean>
}

/** What an integration is given besides the item. */
export interface SendPlace {
  readonly config: Config
  readonly sql: Sql
  /** Adds a line to the record of the item: of a request that was not sent by `talk`. */
  readonly note: (said: TalkRecord) => Promise<void>
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
export type SentItem = SentWell | Refused | Postponed | Withdrawn
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
/** It may go well later. */
interface Postponed extends Settles {
  readonly state: 'adiado'
  readonly why: string
  /** Seconds that the other side asks for, if it does. */
  readonly wait?: number | undefined
  /** As `settle`, knowing in how many seconds it is tried next; null: it is given up. */
  readonly settleLater?: (ctx: Ctx, next: number | null) => Promise<void>
}
/** It is no longer to be sent, and nobody failed. */
interface Withdrawn extends Settles {
  readonly state: 'cancelado'
  readonly why: string
}
