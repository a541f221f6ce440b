import type { ProblemBody } from '#kernel/problem.ts'
import { createStore } from '#web/store.ts'

/** What an answer refused, or why none came: `status` is 0 then, and `request_id` empty. */
export type ShownRefusal = Pick<ProblemBody, 'status' | 'message' | 'errors' | 'holder' | 'request_id'>

/** The last refusal, shown on top of the page until something succeeds, its reader closes it, or another page is opened. */
export const messageData = createStore<ShownRefusal | null>(null)
export const clearMessages = () => messageData.set(null)
