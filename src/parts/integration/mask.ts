import { cpf } from '#kernel/brasil.ts'

/** It replaces a secret. */
export const hidden = '•••'

/** Names that hold what opens a door, wherever in the name the word is. */
const secretName =
  /authoriz|ap[ip][-_]?key|token|secret|passw|senha|passphrase|pfx|p12|certific|private[-_]?key|chave[-_]?privada|cookie|signaturevalue|credential/i
export const isSecretName = (name: string) => secretName.test(name)

// Each pattern is linear in what it reads: it begins where a name does, and tries no long run twice. The text is another house's.
const names = String.raw`[\w.:-]*?(?:${secretName.source})[\w.:-]{0,100}`
const anyCase = (pattern: string) => new RegExp(pattern, 'gi')
/** What is looked for, in this order, and what is written in its place. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [\s\S]*?(?:-----END [^-]*-----|$)/g, hidden],
  // An element that is not closed is hidden to the end: the text may have been cut.
  [anyCase(String.raw`(<(${names})(?:\s[^<>]*)?>)[\s\S]*?(</\2>|$)`), `$1${hidden}$3`],
  // JSON, and JSON within a text of JSON.
  [anyCase(String.raw`("${names}"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[\d.]+)`), `$1"${hidden}"`],
  [anyCase(String.raw`(\\"${names}\\"\s*:\s*\\")[^"\\]*`), `$1${hidden}`],
  [/((?:proxy-)?authorization\s*[:=]\s*)[^\r\n,;"'}&]+/gi, `$1${hidden}`],
  [anyCase(String.raw`((?<![\w.:-])${names}\s*[=:]\s*)[^\s&;,"'<>}]+`), `$1${hidden}`],
  [/(\b(?:bearer|basic)\s+)[\w.~+/=-]{6,}/gi, `$1${hidden}`],
  [/(\/\/)[^\s/@:]*:[^\s/@]+(@)/g, `$1${hidden}$2`],
  [/(?<![\w-])eyJ[\w-]{6,}\.[\w-]+\.[\w-]*/g, hidden],
  // A file in base64, or a key: nobody reads it, and it may be a certificate.
  [/(?<![\w+/=-])[\w+/-]{200,}={0,2}/g, hidden],
]

const elevenDigits = /(?<![\d.])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g

/**
 * The beginning of a text without what opens doors and without the CPF of a person: nothing else may be written down of a
 * conversation. It is cut before it is read, and what the cut goes through is left out: it may be half of a secret.
 */
export function masked(text: string, length = 50_000): string {
  const begun = beginningOf(text, length + 500)
  return secrets
    .reduce((rest, [secret, instead]) => rest.replace(secret, instead), begun)
    .replace(elevenDigits, found =>
      cpf(found) === null ? found : found.replace(/^\d{3}/, '***').replace(/\d{2}$/, '**'),
    )
    .slice(0, length)
}

function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text
  let end = length
  while (end > 0 && /[\w+/=.~-]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The same of anything JSON says, by the names of its keys too. */
export function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map(each => maskedValue(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isSecretName(name) && each !== null && typeof each !== 'boolean' ? hidden : maskedValue(each),
    ]),
  )
}

/** Finds a key that names a secret, at any depth of what is to be stored; null when there is none. */
export function secretNameIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [name, each] of Object.entries(value)) {
    if (isSecretName(name) && typeof each === 'string' && each) return name
    const within = secretNameIn(each)
    if (within !== null) return within
  }
  return null
}
