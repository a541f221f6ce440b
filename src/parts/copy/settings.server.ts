import { createHash } from 'node:crypto'
import * as z from 'zod'
import { readKeyBytes } from '#parts/secret/settings.server.ts'
import { featureSetting, optional, wholeNumber, yesNo } from '#server/config.ts'

export const copyKey = featureSetting(
  'COPY_KEY',
  z
    .string()
    .trim()
    .refine(text => readKeyBytes(text).length === 32, 'deve ter 32 bytes, em base64 ou hexadecimal')
    .transform(readKeyBytes)
    .optional(),
  'Key that seals copies (AES-256-GCM): 32 bytes in base64, best in a file named by `COPY_KEY_FILE`; unset: copies are not sealed',
)
export const copyDaily = featureSetting(
  'COPY_DAILY',
  yesNo.optional(),
  '`1` takes a copy a day and proves it by opening it apart, `0` never; unset: only with the packaged PostgreSQL',
)
export const copyHour = featureSetting(
  'COPY_HOUR',
  wholeNumber.min(0, 'deve estar entre 0 e 23').max(23, 'deve estar entre 0 e 23').default(3),
  'Hour of Brasília from which the copy of the day is taken',
)
export const copyFolder = featureSetting(
  'COPY_DIR',
  optional,
  'Folder of the copies, best on another disk; unset: `copias` in the data folder',
)
export const copiesKept = featureSetting(
  'COPY_KEEP',
  z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, 'deve ter três números: dias, semanas e meses, como 7,4,6')
    .refine(text => Number(text.split(',')[0]) > 0, 'deve ficar com ao menos um dia')
    .default('7,4,6'),
  'Copies that stay: the last of so many days, weeks and months',
)

export const copySettings = [copyDaily, copyHour, copyFolder, copiesKept, copyKey] as const

/** Recognises a key in a copy, and says nothing of it: the key is 32 random bytes. */
export const markOfKey = (key: Buffer | undefined): string | null =>
  key ? createHash('sha256').update('outorga key of secrets').update(key).digest('hex').slice(0, 16) : null
