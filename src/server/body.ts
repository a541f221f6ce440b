import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { problem } from '#kernel/problem.ts'
import { showBytes } from '#kernel/show.ts'

/**
 * What a JSON body may hold. A coleta of 16,000 lines has some 18,000 objects and lists and 150,000 values; no form has
 * more than a hundred fields.
 */
export const bodyLimits = { depth: 32, keys: 500, containers: 50_000, values: 200_000 } as const
const code = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  bracket: 0x5b,
  escape: 0x5c,
  bracketEnd: 0x5d,
  brace: 0x7b,
  braceEnd: 0x7d,
} as const

/**
 * JSON of more characters is answered one body after the other, and so many may wait: the last of them is answered before a browser
 * or a proxy gives up. Twelve coletas of 12,000 lines that came at once took every connection to the database for seconds, in which
 * all other requests were refused.
 */
export const longBodies = { characters: 262_144, waiting: 32 } as const
/** A long body that is not parsed yet. */
class LongJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
const oneAtATime = pLimit(1)

/** Parses JSON, but for a long body: `inTurn` does that. */
export const receiveJson = (text: string) =>
  text.length > longBodies.characters ? new LongJson(text) : parseJson(text)

/** Answers a request, one with a long body in its turn; throws a 503 where too many of those wait. */
export async function inTurn<T>(request: { body: unknown }, answer: () => Promise<T>): Promise<T> {
  const { body } = request
  if (!(body instanceof LongJson)) return answer()
  if (oneAtATime.pendingCount >= longBodies.waiting) throw problem('unavailable', { retryAfter: 5 })
  return oneAtATime(async () => {
    // The answer before is written out first, and other requests are heard.
    await setImmediate()
    request.body = parseJson(body.text)
    return answer()
  })
}

/** Parses a JSON body within its limits: no `__proto__`, an empty body is none. Throws a 400, or a 413 where it holds too much. */
export function parseJson(text: string): unknown {
  if (!text) return undefined
  refuseExcess(text)
  try {
    const parsed: unknown = JSON.parse(text)
    // Only a body that may hide the name is looked through.
    if (/__proto__|\\u00/.test(text)) refusePrototype(parsed)
    return parsed
  } catch (cause) {
    throw problem('malformed', { cause })
  }
}

function refusePrototype(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) throw problem('malformed')
  for (const each of Object.values(value)) refusePrototype(each)
}

/** Counts before anything is made of it: what is refused has cost one reading of its characters. */
function refuseExcess(text: string): void {
  const keys = new Uint32Array(bodyLimits.depth + 1)
  let depth = 0
  let containers = 0
  let values = 1
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const at = text.charCodeAt(i)
    if (isQuoted) {
      if (at === code.escape) i++
      else if (at === code.quote) isQuoted = false
    } else if (at === code.quote) isQuoted = true
    else if (at === code.comma) {
      if (++values > bodyLimits.values) throw tooMuch(`${bodyLimits.values.toLocaleString('pt-BR')} valores`)
    } else if (at === code.colon) {
      const found = (keys[depth] ?? 0) + 1
      if (found > bodyLimits.keys) throw tooMuch(`${bodyLimits.keys} campos em um mesmo objeto`)
      keys[depth] = found
    } else if (at === code.brace || at === code.bracket) {
      if (++depth > bodyLimits.depth)
        throw problem('malformed', `O conteúdo enviado tem mais de ${bodyLimits.depth} níveis.`)
      if (++containers > bodyLimits.containers)
        throw tooMuch(`${bodyLimits.containers.toLocaleString('pt-BR')} objetos e listas`)
      keys[depth] = 0
      values++
    } else if ((at === code.braceEnd || at === code.bracketEnd) && --depth < 0) throw problem('malformed')
  }
}

const tooMuch = (what: string) => problem('large', `O conteúdo enviado tem mais de ${what}.`)
/** What refuses a body or a file of more bytes than fit. */
export const tooLarge = (limit: number) =>
  problem('large', `O conteúdo enviado passa de ${showBytes(limit)}, o limite aqui.`)
