// `Authentication-Results` by the grammar of RFC 8601 (2.2), read from its first character to its last. What a sender may write (the
// address of the envelope, a comment, a quoted text) is never taken for the result of a method, and a header that breaks the grammar
// says nothing.

interface MethodResult {
  /** 'dkim', 'spf', 'dmarc', in lower case, as the result is. */
  readonly method: string
  readonly result: string
  /** 'header.from' to its value: a text whole, as it is in the header. */
  readonly properties: ReadonlyMap<string, string>
}
interface AuthenticationResults {
  readonly server: string
  readonly results: readonly MethodResult[]
}

/** Characters of a header; a longer one is not read. */
const longestHeader = 4_000
/** Comments in comments. */
const deepest = 20

/** Reads a header piece by piece; every reading moves on, so that the time is that of its length. */
class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  /** Blanks and comments, which may nest. Whether there were any; null where one never ends. */
  skip(): boolean | null {
    const from = this.#at
    let depth = 0
    while (!this.isAtEnd) {
      const char = this.#text.charAt(this.#at)
      if (char === '(') depth++
      else if (char === ')' && depth) depth--
      else if (char === '\\' && depth) this.#at++
      else if (!depth && !/\s/.test(char)) break
      if (depth > deepest) return null
      this.#at++
    }
    return depth ? null : this.#at > from
  }

  /** One character, where it is the next. */
  eat(char: string): boolean {
    const found = this.#text.charAt(this.#at) === char
    if (found) this.#at++
    return found
  }

  /** A keyword (RFC 5321), in lower case; '' where there is none. */
  keyword(): string {
    return this.#take(/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?/iy).toLowerCase()
  }

  /** The name of a property, which may have underscores: 'smtp.remote-ip', 'policy.ptr_name'. */
  propertyName(): string {
    return this.#take(/[a-z0-9][a-z0-9_-]*/iy).toLowerCase()
  }

  /** A token, a quoted text, or an address, whose local part may be quoted; null where there is none, or its quotes never end. */
  value(): string | null {
    let value = ''
    while (!this.isAtEnd && !/[\s;()]/.test(this.#text.charAt(this.#at))) {
      if (this.#text.charAt(this.#at) !== '"') {
        value += this.#take(/[^\s;()"]+/y)
        continue
      }
      const quoted = this.#take(/"(?:[^"\\]|\\.)*"/sy)
      if (!quoted) return null
      value += quoted.slice(1, -1).replace(/\\(.)/gs, '$1')
    }
    return value || null
  }
}

/**
 * The results of an `Authentication-Results` header.
 * @param header its value, in one line
 * @returns null where it does not follow the grammar
 */
export function readAuthenticationResults(header: string): AuthenticationResults | null {
  if (header.length > longestHeader) return null
  const scanner = new Scanner(header)
  scanner.skip()
  const server = scanner.value()?.toLowerCase()
  if (!server) return null
  // The version of the grammar may follow.
  if (scanner.skip() === null || (scanner.keyword() && scanner.skip() === null)) return null
  const results: MethodResult[] = []
  while (!scanner.isAtEnd) {
    if (!scanner.eat(';') || scanner.skip() === null) return null
    // A header may end in a semicolon, and 'none' is the result of no method.
    if (scanner.isAtEnd) break
    const found = readResult(scanner)
    if (!found) return null
    if (found !== 'none') results.push(found)
  }
  return { server, results }
}

function readResult(scanner: Scanner): MethodResult | 'none' | null {
  const method = scanner.keyword()
  if (!method || scanner.skip() === null) return null
  if (scanner.eat('/') && (scanner.skip() === null || !scanner.keyword() || scanner.skip() === null)) return null
  if (!scanner.eat('=')) return method === 'none' ? 'none' : null
  if (scanner.skip() === null) return null
  const result = scanner.keyword()
  if (!result) return null
  const properties = new Map<string, string>()
  for (;;) {
    const isApart = scanner.skip()
    if (isApart === null) return null
    if (scanner.isAtEnd || !isApart) break
    const property = readProperty(scanner)
    if (property === 'end') break
    if (!property || properties.has(property[0])) return null
    properties.set(...property)
  }
  return { method, result, properties }
}

/** 'header.from' and its value, or 'reason' and its; 'end' before the next method, null where it is neither. */
function readProperty(scanner: Scanner): readonly [name: string, value: string] | 'end' | null {
  const type = scanner.propertyName()
  if (!type) return 'end'
  if (scanner.skip() === null) return null
  let name = type
  if (scanner.eat('.')) {
    if (scanner.skip() === null) return null
    const property = scanner.propertyName()
    if (!property || scanner.skip() === null) return null
    name = `${type}.${property}`
  }
  if (!scanner.eat('=') || scanner.skip() === null) return null
  const value = scanner.value()
  return value === null ? null : [name, value]
}

/** The domain of an address or of a bare domain, in lower case: what follows its last @. */
const domainOf = (value: string | undefined) => value?.slice(value.lastIndexOf('@') + 1).toLowerCase()

/**
 * Whether a server confirms that a mail is of the domain it names as its sender.
 * @param headers every `Authentication-Results` of the mail, the nearest server's first: each server puts its own above
 * @param trusted the server that is believed, in lower case
 * @param domain of the mail's `From`, in lower case
 */
export function isConfirmed(headers: readonly string[], trusted: string, domain: string): boolean {
  const own = headers.find(each => serverOf(each) === trusted)
  const read = own === undefined ? null : readAuthenticationResults(own)
  if (!read || !domain) return false
  const of = (method: string) => read.results.filter(each => each.method === method)
  const isPass = ({ result }: MethodResult) => result === 'pass'
  const isOwn = ({ properties }: MethodResult, ...names: readonly string[]) =>
    domainOf(names.map(name => properties.get(name)).find(value => value !== undefined)) === domain
  const dmarc = of('dmarc')
  // DMARC speaks of the domain of `From`, and its word is the last: nothing else confirms what it does not.
  if (dmarc.length) return dmarc.every(each => isPass(each) && isOwn(each, 'header.from'))
  return (
    of('dkim').some(each => isPass(each) && isOwn(each, 'header.d', 'header.i')) ||
    of('spf').some(each => isPass(each) && isOwn(each, 'smtp.mailfrom'))
  )
}

/** The server whose header it is; null where its name cannot be read. */
function serverOf(header: string): string | null {
  const scanner = new Scanner(header.slice(0, longestHeader))
  scanner.skip()
  return scanner.value()?.toLowerCase() ?? null
}
