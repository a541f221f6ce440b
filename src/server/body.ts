import { problem } from '#kernel/problem.ts'

const deepest = 32

/** Parses a JSON body: at most 32 levels deep, no `__proto__`, an empty body is none. Throws a 400. */
export function parseJson(text: string): unknown {
  if (!text) return undefined
  if (depthOf(text) > deepest) throw problem('malformed', `O conteúdo enviado tem mais de ${deepest} níveis.`)
  try {
    // To look at each value takes several times what reading them does: only a body that may hide the name is looked at.
    if (!/__proto__|\\u00/.test(text)) return JSON.parse(text)
    return JSON.parse(text, (name, value) => {
      if (name === '__proto__') throw problem('malformed')
      return value
    })
  } catch (cause) {
    throw problem('malformed', { cause })
  }
}

/** How many brackets are open at once, outside strings: counted before parsing, so that depth costs nothing. */
function depthOf(text: string): number {
  let depth = 0
  let max = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted) {
      if (code === 0x5c) i++
      else if (code === 0x22) quoted = false
    } else if (code === 0x22) quoted = true
    else if (code === 0x7b || code === 0x5b) max = Math.max(max, ++depth)
    else if (code === 0x7d || code === 0x5d) depth--
  }
  return max
}
