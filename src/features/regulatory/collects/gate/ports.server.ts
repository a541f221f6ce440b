import type { OpenQuestions, ReceiptState } from '#features/regulatory/collects/gate/gate.ts'
import { papersOf } from '#features/regulatory/collects/gate/papers.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What is known of some coletas, by their ids; one that is not named has none. One statement for all of them. */
type KnownOfColetas<T> = (ctx: Ctx, ids: readonly number[]) => Promise<ReadonlyMap<number, T>>

/** The gate reads these from features above. */
export interface GatePorts {
  /** Questions to the client that nobody closed. */
  questions: KnownOfColetas<OpenQuestions>
  /** What the newest receipt of the version that went last says. */
  receipts: KnownOfColetas<ReceiptState>
}
const noFacts = async () => new Map<number, never>()

/** Each room fills its own place when the program starts; an empty one has nothing to say. */
export const gatePorts: GatePorts = { questions: noFacts, receipts: papersOf }
