import * as z from 'zod'
import { featureSetting } from '#server/config.ts'

/** Base64 or hexadecimal of 32 bytes. */
export const readKeyBytes = (text: string) =>
  /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')

export const secretsKey = featureSetting(
  'SECRETS_KEY',
  z
    .string()
    .trim()
    .refine(text => readKeyBytes(text).length === 32, 'deve ter 32 bytes, em base64 ou hexadecimal')
    .transform(readKeyBytes)
    .optional(),
  'Key under which certificates, provider tokens and secrets of second factors are kept (AES-256-GCM): 32 bytes in base64; without it none is taken',
)

export const secretSettings = [secretsKey] as const
