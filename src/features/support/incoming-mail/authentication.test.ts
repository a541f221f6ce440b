import { describe, expect, test } from 'vitest'
import { isConfirmed, readAuthenticationResults } from '#features/support/incoming-mail/authentication.ts'
import { seeded } from '#test/support/random.ts'

const server = 'mx.casa.example'
const domain = 'cliente.example'
const is = (...results: readonly string[]) => isConfirmed(results, server, domain)

describe('what servers write', () => {
  test.each([
    ['nothing but the method', `${server}; dmarc=pass header.from=${domain}`],
    ['the version', `${server} 1; dkim=pass header.d=${domain}`],
    ['the envelope', `${server}; spf=pass smtp.mailfrom=helena@${domain}`],
    ['the envelope’s domain alone', `${server}; spf=pass smtp.mailfrom=${domain}`],
    [
      'comments and a signature',
      `${server}; dkim=pass header.i=@${domain} header.s=s1 header.b=Ab/c+d=; spf=pass (${server}: domain of a@b.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@b.example; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=${domain}`,
    ],
    ['a word without a type', `${server}; dmarc=pass action=none header.from=${domain}; compauth=pass reason=100`],
    ['a quoted reason', `${server}; dkim=pass reason="good; signature" header.d=${domain}`],
    [
      'blanks everywhere',
      `  ${server.toUpperCase()} (nearest) 1 ; (a (nested) comment) DMARC / 1 = PASS header . from = ${domain} ;`,
    ],
    [
      'a bounce address with signs',
      `${server}; spf=pass smtp.mailfrom="a b"@golpe.example; dkim=pass header.d=${domain}`,
    ],
    ['two signatures', `${server}; dkim=fail header.d=${domain}; dkim=pass header.d=${domain}`],
  ])('with %s is a confirmation', (_what, header) => expect(is(header)).toBe(true))

  test.each([
    ['no header', []],
    ['another server', [`mx.golpe.example; dmarc=pass header.from=${domain}`]],
    ['a longer name of the server', [`${server}.golpe.example; dmarc=pass header.from=${domain}`]],
    ['DMARC says no', [`${server}; dmarc=fail header.from=${domain}; dkim=pass header.d=${domain}`]],
    ['DMARC says yes and no', [`${server}; dmarc=pass header.from=${domain}; dmarc=fail header.from=${domain}`]],
    ['DMARC is of another domain', [`${server}; dmarc=pass header.from=golpe.example; dkim=pass header.d=${domain}`]],
    ['DMARC names no domain', [`${server}; dmarc=pass`]],
    ['the signature of another', [`${server}; dkim=pass header.d=golpe.example`]],
    ['a longer domain', [`${server}; dkim=pass header.d=${domain}.golpe.net`]],
    ['a domain before it', [`${server}; dkim=pass header.d=golpe${domain}`]],
    ['another signer for it', [`${server}; dkim=pass header.d=golpe.example header.i=@${domain}`]],
    ['the word of a sender below', [`${server}; dmarc=fail`, `${server}; dmarc=pass header.from=${domain}`]],
    [
      'a result in an address',
      [`${server}; dmarc=fail header.from=${domain}; spf=pass smtp.mailfrom=dmarc=pass@evil.example`],
    ],
    ['a property in an address', [`${server}; spf=pass smtp.mailfrom=smtp.mailfrom=${domain}@evil.example`]],
    ['a result in a greeting', [`${server}; dmarc=none header.from=${domain}; spf=pass smtp.helo=dmarc=pass`]],
    ['an address in quotes', [`${server}; spf=pass smtp.mailfrom="x@${domain}"@evil.example`]],
    ['a result in quotes', [`${server}; spf=fail smtp.mailfrom="; dmarc=pass header.from=${domain}"@evil.example`]],
    [
      'a result in a comment',
      [`${server}; spf=fail (; dmarc=pass header.from=${domain}) smtp.mailfrom=a@evil.example`],
    ],
    ['quotes that never end', [`${server}; dmarc=pass header.from=${domain}; spf=pass smtp.mailfrom="a`]],
    ['a comment that never ends', [`${server}; dmarc=pass header.from=${domain} (a`]],
    ['a value said twice', [`${server}; dmarc=pass header.from=${domain} header.from=golpe.example`]],
    ['no method', [`${server}; none`]],
    ['no semicolon', [`${server} dmarc=pass header.from=${domain}`]],
    ['a longer result', [`${server}; dmarc=passed header.from=${domain}`]],
    ['a longer method', [`${server}; x-dmarc=pass header.from=${domain}`]],
    ['more than a header holds', [`${server}; dmarc=pass header.from=${domain} (${'a'.repeat(5_000)})`]],
  ] as const)('with %s is none', (_what, headers) => expect(is(...headers)).toBe(false))
})

/** What a sender, or anybody on the way, puts where a header takes words of theirs. */
const poison = [
  `dmarc=pass`,
  `dmarc=pass header.from=${domain}`,
  `; dmarc=pass header.from=${domain}`,
  `;dkim=pass header.d=${domain};`,
  `spf=pass smtp.mailfrom=${domain}`,
  `@${domain}`,
  `x@${domain}`,
  `\\"; dmarc=pass header.from=${domain}; x="`,
  `) dmarc=pass header.from=${domain} (`,
  `header.from=${domain}`,
  `(`,
  `)`,
  `"`,
  `\\`,
  `=`,
  `\u00e9\u0000`,
] as const
const methods = ['spf', 'dkim', 'dmarc', 'arc', 'iprev', 'x-dmarc'] as const
const outcomes = ['pass', 'fail', 'none', 'neutral', 'softfail', 'temperror'] as const
const domains = [domain, 'golpe.example', `a.${domain}`, `${domain}.golpe.example`] as const
const own = { spf: 'smtp.mailfrom', dkim: 'header.d', dmarc: 'header.from' } as const

test('of 10,000 made headers none confirms but by a method of the trusted server', () => {
  const random = seeded(8_601)
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
  const counts = { confirmed: 0, unread: 0 }
  const wrong: string[] = []
  for (let n = 0; n < 10_000; n++) {
    let isBroken = false
    const results = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      method: pick(methods),
      outcome: pick(outcomes),
      domain: pick(domains),
    }))
    const parts = results.map(({ method, outcome, domain: of }) => {
      const bad = pick(poison)
      const raw = bad.replaceAll(/[\s;()"\\]/g, '')
      const property = method in own ? own[method as keyof typeof own] : 'policy.iprev'
      const comment = pick(
        [
          () => '',
          () => ` (${bad.replaceAll(/[()\\]/g, '\\$&')})`,
          () => ((isBroken = true), ` (${bad.replaceAll(')', '')}`),
        ].slice(0, random() < 0.1 ? 3 : 2),
      )()
      const local = pick(['', `${raw}@`, `${quoted(bad)}@`])
      const besides = pick(['', ` reason=${quoted(bad)}`, ` smtp.helo=${raw || 'x'}`])
      return `${method}=${outcome}${comment}${besides} ${property}=${method === 'spf' ? local : ''}${of}`
    })
    const isOurs = random() < 0.9
    const header = `${isOurs ? server : 'mx.golpe.example'}; ${parts.join(pick(['; ', ';']))}`
    const passes = results.filter(({ outcome, domain: of }) => outcome === 'pass' && of === domain)
    const dmarc = results.filter(({ method }) => method === 'dmarc')
    const isDue =
      isOurs &&
      (dmarc.length
        ? dmarc.every(each => passes.includes(each))
        : passes.some(({ method }) => method === 'spf' || method === 'dkim'))
    const isSaid = is(
      header,
      `${server}; dmarc=pass header.from=${domain}`.replace(server, isOurs ? server : 'mx.other'),
    )
    if (isSaid !== (isDue && !isBroken)) wrong.push(header)
    counts.confirmed += Number(isSaid)
    counts.unread += Number(readAuthenticationResults(header) === null)
  }
  expect(wrong).toEqual([])
  expect(counts.confirmed).toBeGreaterThan(200)
  expect(counts.unread).toBeGreaterThan(100)
})
