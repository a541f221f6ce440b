import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in a time that reveals nothing of either, their lengths included. */
export const sameSecret = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
