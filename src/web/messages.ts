import type { ProblemBody } from '#kernel/problem.ts'
import { createStore } from '#web/store.ts'

/** The body of the last refused call, shown on top of the page until the next navigation. */
export const messageData = createStore<ProblemBody | null>(null)
export const clearMessages = () => messageData.set(null)
