import { forgetFormDraft, listDrafts, readFormDraft, writeFormDraft, type FormLook } from '#parts/draft/api.ts'
import { sendCall } from '#web/call.ts'
import type { DraftLook, DraftStore, FormPlace } from '#web/form/draftStore.ts'

const quiet = true
/** A version as the server numbers it, and as `If-Match` names it. */
const tagOf = (version: number | null) => (version === null ? null : `"${version}"`)
const numberOf = (tag: string | null) => (tag === null ? null : Number(/\d+/.exec(tag)?.[0]) || null)

const lookOf = ({ draft, editors, version }: FormLook): DraftLook => ({
  draft: draft && { ...draft, version: tagOf(draft.version) },
  editors,
  version: tagOf(version),
})

/** Which form it is, as the calls take it. */
const placeIn = ({ resource, row, address }: FormPlace) => ({ resource, address, ...(row !== undefined && { row }) })

/** Unsaved work of forms, stored on the server. */
export const draftStore: DraftStore = {
  read: async (place, signal) =>
    lookOf((await sendCall(readFormDraft, { query: placeIn(place) }, { quiet, signal })).data),
  write: async ({ user, resource, row = null, address }, { version, ...draft }, leaving) => {
    const body = { user, resource, row, address, version: numberOf(version), ...draft }
    const { data } = await sendCall(writeFormDraft, { body }, { quiet, keepalive: leaving })
    return { ...lookOf(data), revision: data.revision }
  },
  // A form is often left as it is saved: the request goes on.
  forget: async place => {
    await sendCall(forgetFormDraft, { query: placeIn(place) }, { quiet, keepalive: true })
  },
}

export const countDrafts = async () => (await sendCall(listDrafts, {}, { quiet })).data.length
