import { expect, test } from 'vitest'
import { isConfirmed } from '#features/support/incoming-mail/authentication.ts'
import { seeded } from '#test/support/random.ts'

// The reader of `Authentication-Results` against another one, written apart from it and as simply as can be: comments are taken out,
// quoted texts become signs that mean nothing, and what is left is cut at semicolons and blanks.

const server = 'mx.casa.example'
const domain = 'cliente.example'

/** A header without comments, its quoted texts as signs of no meaning; null where one of them never ends. */
function bare(header: string): string | null {
  let [out, depth, isQuoted] = ['', 0, false]
  for (let at = 0; at < header.length; at++) {
    const char = header.charAt(at)
    const isEscape = char === '\\' && (depth > 0 || isQuoted)
    if (isEscape) at++
    if (isQuoted) {
      if (char === '"') isQuoted = false
      else out += String.fromCodePoint(0xe000 + (header.charCodeAt(at) % 0x1000))
    } else if (depth) depth += isEscape ? 0 : char === '(' ? 1 : char === ')' ? -1 : 0
    else if (char === '"') isQuoted = true
    else if (char === ')') return null
    else if (char === '(') [out, depth] = [`${out} `, 1]
    else out += char
  }
  return isQuoted || depth ? null : out
}
const meant = (text: string) =>
  text.replace(/[\ue000-\uefff]/g, char => String.fromCodePoint(char.charCodeAt(0) - 0xe000)).toLowerCase()
const domainOf = (text: string) => meant(text).split('@').at(-1)

/** What the other reader makes of the headers of a mail: is its sender's domain confirmed by the trusted server? */
function confirms(headers: readonly string[]): boolean {
  const serverOf = (header: string) =>
    meant(
      bare(header.split(';')[0] ?? '')
        ?.trim()
        .split(/\s+/)[0] ?? '',
    )
  const own = headers.find(each => serverOf(each) === server)
  const text = own === undefined || own.length > 4_000 ? null : bare(own)
  if (text === null) return false
  const passes = { dmarc: [] as boolean[], other: false }
  for (const [n, segment] of text.split(';').entries()) {
    if (!n) {
      if (segment.trim().split(/\s+/).length > 2) return false
      continue
    }
    const isLast = n === text.split(';').length - 1
    if ((isLast && segment.trim() === '') || /^\s*none\s*$/i.test(segment)) continue
    const words = segment
      .trim()
      .replaceAll(/\s*([=./])\s*/g, '$1')
      .split(/\s+/)
    const [, method = '', result] = /^([a-z0-9-]+)(?:\/[a-z0-9]+)?=([a-z0-9-]+)$/i.exec(words[0] ?? '') ?? []
    if (!method) return false
    const told = new Map<string, string>()
    for (const word of words.slice(1)) {
      const [, name, value = ''] = /^([a-z0-9][a-z0-9_.-]*)=(.+)$/is.exec(word) ?? []
      if (name === undefined || told.has(name.toLowerCase())) return false
      told.set(name.toLowerCase(), value)
    }
    const isPass = result?.toLowerCase() === 'pass'
    const is = (...names: string[]) =>
      domainOf(names.map(name => told.get(name)).find(each => each !== undefined) ?? '') === domain
    if (method.toLowerCase() === 'dmarc') passes.dmarc.push(isPass && is('header.from'))
    if (method.toLowerCase() === 'dkim') passes.other ||= isPass && is('header.d', 'header.i')
    if (method.toLowerCase() === 'spf') passes.other ||= isPass && is('smtp.mailfrom')
  }
  return passes.dmarc.length ? passes.dmarc.every(Boolean) : passes.other
}

/** What real servers write, of the domain and of others, and what others put before or after it. */
const honest = [
  `${server}; dkim=pass header.i=@DOMAIN header.s=s1 header.b=Ab/c+d=; spf=pass (${server}: domain of a@DOMAIN designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@DOMAIN; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=DOMAIN`,
  `${server} 1; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=DOMAIN; dkim=pass (signature was verified) header.d=DOMAIN;dmarc=bestguesspass action=none header.from=DOMAIN;compauth=pass reason=109`,
  `${server}; dkim=pass (2048-bit key; unprotected) header.d=DOMAIN header.i=@DOMAIN header.a=rsa-sha256 header.s=default header.b=x1; dkim-atps=neutral`,
  `${server}; dmarc=fail (p=quarantine dis=none) header.from=DOMAIN; spf=softfail smtp.mailfrom="x y"@DOMAIN; arc=none`,
  `${server}; iprev=pass policy.iprev=192.0.2.1; spf=pass smtp.mailfrom=DOMAIN smtp.helo=mail.DOMAIN`,
  `${server}; none`,
  `${server}; dkim=fail reason="signature verification failed" header.d=DOMAIN; dkim=pass header.d=DOMAIN`,
] as const
const poison = [
  'dmarc=pass', `dmarc=pass header.from=${domain}`, `; dmarc=pass header.from=${domain}`, `;dkim=pass header.d=${domain};`, `spf=pass smtp.mailfrom=${domain}`,
  `@${domain}`, `"x@${domain}"`, '(', ')', '"', '\\', '=', ';', '.', '/', ' ', '\t', '\u0000', '\u00e9', `header.from=${domain}`, server, `${server};`, '((((', '""', ' 1 ', `(${domain})`, `"; dmarc=pass header.from=${domain}; x="`,
] as const // prettier-ignore

test('10,000 mutilated headers confirm where another reader of them does, and nowhere else', () => {
  const random = seeded(8_602)
  const upTo = (most: number) => Math.floor(random() * most)
  const pick = <T>(some: readonly T[]): T => some[upTo(some.length)] as T
  const cut = (text: string) => {
    const at = upTo(text.length + 1)
    return [text.slice(0, at), text.slice(at)] as const
  }
  const changes: readonly ((header: string) => string)[] = [
    header => cut(header).join(pick(poison)),
    header => cut(header)[0] + cut(header)[1],
    header => header.slice(0, upTo(header.length)),
    header => {
      const [head, rest] = cut(header)
      return head + rest.slice(1)
    },
    header => header.replace(pick([';', '=', ' ', '(', ')', '"', '@']), () => pick(poison)),
    header => header.replace(pick(['pass', 'fail', 'none']), () => pick(['pass', 'fail', 'passed', 'PASS'])),
    header => {
      const segments = header.split(';')
      segments.splice(upTo(segments.length + 1), 0, pick(segments))
      return segments.join(';')
    },
    header =>
      header.replace(domain, () => pick(['golpe.example', `${domain}.golpe.example`, `golpe${domain}`, `"${domain}"`])),
    header => header.toUpperCase().replace(server.toUpperCase(), server),
  ]
  const counts = { confirmed: 0, forged: 0 }
  const [looser, stricter]: [string[], string[]] = [[], []]
  for (let n = 0; n < 10_000; n++) {
    let header = pick(honest).replaceAll('DOMAIN', () => (random() < 0.7 ? domain : 'golpe.example'))
    for (let many = upTo(4); many > 0; many--) header = pick(changes)(header)
    // What a sender wrote stands below what the server did, and what another server says is nothing.
    const above = random() < 0.2 ? [`mx.outro.example; dmarc=pass header.from=${domain}`] : []
    const below = random() < 0.3 ? [`${server}; dmarc=pass header.from=${domain}`] : []
    counts.forged += below.length
    const headers = [...above, header, ...below]
    const [found, other] = [isConfirmed(headers, server, domain), confirms(headers)]
    counts.confirmed += Number(found)
    if (found && !other) looser.push(headers.join('\n'))
    if (other && !found) stricter.push(headers.join('\n'))
  }
  expect(looser.slice(0, 5)).toEqual([])
  // A property whose name breaks the grammar ('header.=x', 'a..b=x') is passed over by the other reader, and ends the header here.
  expect(stricter.length).toBeLessThan(50)
  expect(counts.confirmed).toBeGreaterThan(2_000)
  expect(counts.forged).toBeGreaterThan(2_000)
})
