import { expect, test } from 'vitest'
import { plainWords, wordedHtml } from '#features/support/incoming-mail/html.ts'
import { mailWordsOf, type MailPart } from '#features/support/incoming-mail/words.ts'

const pictures = new Map([['tela@x', 'tela 43.png']])
const nameOf = (id: string) => pictures.get(id)

test.each([
  ['an attached picture', '<p>Veja <img src="cid:tela@x"> aqui</p>', '<p>Veja [imagem: tela 43.png] aqui</p>'],
  ['its words', '<img alt="A torre" src=cid:tela@x>', '[imagem: tela 43.png, A torre]'],
  ['its own name as words', '<img alt="tela 43.png" src="cid:tela@x">', '[imagem: tela 43.png]'],
  ['a picture that did not come', '<img src="cid:outra@x" alt="Logo">.', 'Logo.'],
  ['a pixel', 'a<img width=1 src="http://rastro.example/p.gif?u=1>2"/>b', 'ab'],
  ['an apostrophe without a value', "<img alt=O'Brien src=x> e <b>d'água</b>", "O'Brien e <b>d'água</b>"],
  ['a sign in the words', `<img alt='a < b'>`, 'a &lt; b'],
  ['other attributes', '<img data-alt="x" srcset="cid:tela@x">', ''],
  ['what needs no scripts', 'a<NOSCRIPT><img src="http://x/p.gif">ligue</noscript >b', 'a b'],
  ['one that never ends', 'a<noscript>b', 'a<noscript>b'],
  ['a comment', '<!-- <img alt="x"> -->a', '<!-- <img alt="x"> -->a'],
  ['a comment that never ends', 'a<!-- <img alt="x">', 'a<!-- <img alt="x">'],
  ['a tag that never ends', 'a<img alt="x', 'a<img alt="x'],
  ['no tag', '1 < 2 <img alt=x>', '1 < 2 x'],
])('of %s the words stay', (_what, html, worded) => expect(wordedHtml(html, nameOf)).toBe(worded))

test('an address that repeats its text is written once, and a picture in plain text by its name', () => {
  expect(plainWords('ana@x.example [ana@x.example] www.x.example\n[http://www.x.example/]', nameOf)).toBe(
    'ana@x.example www.x.example',
  )
  expect(plainWords('clique [http://golpe.example]', nameOf)).toBe('clique [http://golpe.example]')
  expect(plainWords('a [cid:tela@x] b [cid:outra@y]', nameOf)).toBe('a [imagem: tela 43.png] b ')
})

test('long HTML is read in the time of its length', () => {
  for (const piece of ['<img ', '<img alt="', '<noscript>', '<!--', '<', '<img alt=x>', '<a b="', "='"]) {
    const begun = performance.now()
    wordedHtml(piece.repeat(2_000_000 / piece.length), nameOf)
    expect({ piece, isSlow: performance.now() - begun > 2_000 }).toEqual({ piece, isSlow: false })
  }
})

const leaf = (contentType: string, textContent: string): MailPart => ({ contentType, textContent, children: [] })
const both = (plain: string, html: string, contentType = 'multipart/alternative'): MailPart => ({
  contentType,
  children: [leaf('text/plain', plain), leaf('text/html', html)],
})
const read = (part: MailPart) => mailWordsOf(part, async html => (html === 'deep' ? null : html))

test('of two versions the text is read, unless the HTML says more', async () => {
  const html = 'A torre do centro caiu e precisamos de gente hoje'
  const is = async (plain: string, rich: string) => (await read(both(plain, rich))).text
  expect(await is('A torre do centro caiu\ne precisamos de *gente* hoje', html)).toContain('*gente*')
  expect(await is('', html)).toBe(html)
  expect(await is('Olá', 'deep')).toBe('Olá')
  const stub = 'Este e-mail precisa de um programa que mostre HTML.'
  expect(await read(both(stub, html))).toEqual({ text: html, besides: stub, unsaid: false })
  expect(await is('A torre do centro caiu', `${html}. Podem mandar alguém amanhã cedo?`)).toContain('amanhã cedo')
  expect(await read(both('Olá', 'deep', 'multipart/mixed'))).toEqual({ text: 'Olá', besides: '', unsaid: true })
})

test('what stands beside two versions is read too, though it is of one kind', async () => {
  const foot = leaf('text/plain', 'Lista mailing')
  const mixed: MailPart = {
    contentType: 'multipart/mixed',
    children: [{ contentType: 'multipart/alternative', children: [leaf('text/html', 'Caiu')] }, foot],
  }
  expect((await read(mixed)).text).toBe('Caiu\nLista mailing')
})

test('a long text is looked through in the time of its length', () => {
  for (const piece of ['<a', 'a', '(a [', 'a [a', '[cid:', 'a ']) {
    const begun = performance.now()
    plainWords(piece.repeat(2_000_000 / piece.length), nameOf)
    expect({ piece, isSlow: performance.now() - begun > 4_000 }).toEqual({ piece, isSlow: false })
  }
})
