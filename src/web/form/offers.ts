import { same } from '#kernel/changes.ts'
import type { Fields } from '#kernel/field.ts'
import { sentOf, type Values } from '#web/form/draft.ts'
import type { FormWork, ServerDraft } from '#web/form/draftStore.ts'
import type { LocalDraft } from '#web/form/localDraft.ts'

/** Unsaved work that waits to be taken up or thrown away. */
export interface DraftOffer extends FormWork {
  /** When it was typed, ISO 8601. */
  readonly at: string
  readonly from: 'here' | 'tab' | 'device'
  /** The draft on the server that it is, or continues; null where only this browser has it. */
  readonly revision: number | null
  /** This browser has a copy. */
  readonly local: boolean
}

/** The work alone, with its parts in one order. */
export const workIn = ({ before, changed, version }: FormWork): FormWork => ({ before, changed, version })
const fromHere = (local: LocalDraft, revision: number | null): DraftOffer => ({
  ...workIn(local),
  at: local.at,
  from: 'here',
  revision,
  local: true,
})
const fromServer = (draft: ServerDraft, from: DraftOffer['from'], local: boolean): DraftOffer => ({
  ...workIn(draft),
  at: draft.at,
  from,
  revision: draft.revision,
  local,
})

/**
 * What a form that was just opened offers, the newest first. The server's copy shows what became of this browser's: with the
 * same revision, this one is the same or newer; with another, somebody typed elsewhere since; where there is none any more,
 * the work was saved or thrown away. What was typed here and never reached the server is always offered.
 */
export function offersOf(local: LocalDraft | null, server: ServerDraft | null, device: string): readonly DraftOffer[] {
  const unsent = local && !local.sent ? local : null
  if (!server) return unsent ? [fromHere(unsent, unsent.revision ?? null)] : []
  const isOurs = server.device === device
  if (!unsent) return [fromServer(server, isOurs ? 'here' : 'device', local !== null)]
  if (unsent.revision === server.revision || same(workIn(unsent), workIn(server)))
    return [fromHere(unsent, server.revision)]
  const both = [fromHere(unsent, null), fromServer(server, isOurs ? 'tab' : 'device', false)]
  return both.toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** The draft that another tab or device wrote while this form was open. */
export const offerMeanwhile = (draft: ServerDraft, device: string): DraftOffer =>
  fromServer(draft, draft.device === device ? 'tab' : 'device', false)

/** Whether the row already says all that the draft says: it was saved, and only forgetting it failed. */
export function isSavedAlready(fields: Fields, row: Values, { changed }: FormWork): boolean {
  const now = sentOf(fields, row)
  return Object.entries(changed).every(([key, value]) => same(value, now[key]))
}
