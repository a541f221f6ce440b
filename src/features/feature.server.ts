import type { AnyResource } from '#kernel/resource.ts'
import type { DraftForm } from '#parts/draft/forms.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import type { OfficeDuty } from '#parts/person/burden.server.ts'
import type { DigestPart } from '#parts/notice/digest.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import type { MailKind } from '#parts/outbox/outbox.ts'
import type { Database } from '#server/database/database.ts'
import type { AnyExtension } from '#server/extend.ts'
import type { HealthCheck } from '#server/health.ts'
import type { AnyWork } from '#server/jobs/work.ts'
import type { ProductMetric, Chore } from '#server/house.ts'
import type { AnyOperation, Sql } from '#server/operation.ts'

/** All that a feature hands in to the server, besides its declarations. */
export interface ServerFeature {
  readonly extensions?: readonly AnyExtension[]
  /** Routes that belong to no section; the server reads them once every section is known. */
  readonly operations?: () => readonly AnyOperation[]
  readonly works?: readonly AnyWork[]
  readonly chores?: readonly Chore[]
  readonly metrics?: readonly ProductMetric[]
  /** What it has for *Sistema*: the figures of its metrics, in a sentence. */
  readonly health?: readonly HealthCheck[]
  /** What its mails need right before they go. */
  readonly mails?: Partial<Readonly<Record<MailKind, Prepare>>>
  readonly files?: readonly FileSection[]
  /** Forms whose unsaved work is stored, where they are not made by the declaration of their section. */
  readonly drafts?: readonly DraftForm[]
  /** Other houses it talks to. */
  readonly integrations?: readonly Integration[]
  /** Work that people answer for, in the order of display and handover: work that follows another's person comes after it. */
  readonly burdens?: readonly OfficeDuty[]
  /** Kinds of notices, in the order in which users choose them. */
  readonly notices?: readonly NoticeKind[]
  /** Parts of the daily summary besides notices. */
  readonly digests?: readonly DigestPart[]
  /** Rows an installation begins with, brought up to date at every start. */
  readonly seed?: (sql: Sql) => Promise<void>
  readonly sample?: Sample
}

/** What an installation nobody has used yet may be filled with, to be seen before it is believed. */
export interface Sample {
  /** Fills it where that is wanted; answers lines to print, none when nothing was loaded. */
  readonly load: (database: Database) => Promise<readonly string[]>
  /** Who may enter with the sample's password, for the sign-in page. */
  readonly accounts: (sql: Sql) => Promise<readonly SampleAccount[]>
}
export interface SampleAccount {
  readonly email: string
  readonly password: string
  readonly role: string
}

/** A section whose rows name a file in the store. */
export interface FileSection {
  readonly of: AnyResource
  /** Somebody sent it: it is opened by its uuid alone. */
  readonly sent?: true
  /** Its deleted rows have a term: what was filed with Anatel has none. */
  readonly passing?: true
}
