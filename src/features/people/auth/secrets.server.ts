import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, in 43 letters that fit a URL. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The database stores this hash of a token: 256 random bits need no salt. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()
