import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, in 43 letters that fit a URL. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of a token: 256 random bits need no salt. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Compares in a time that tells nothing of either, their lengths included. */
export const sameSecret = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other))
