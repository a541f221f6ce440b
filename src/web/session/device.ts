import { keep, keys, recall } from '#web/storage.ts'

const isWord = (value: unknown): value is string => typeof value === 'string' && value.length >= 32

/** A word this browser made up once, by which the server knows it again when somebody signs in. It opens nothing by itself. */
export function browserWord(): string {
  const known = recall(keys.device, isWord)
  if (known) return known
  const word = Array.from(crypto.getRandomValues(new Uint8Array(24)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  keep(keys.device, word)
  return word
}
