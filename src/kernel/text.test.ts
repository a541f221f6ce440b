import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from '#kernel/field.ts'
import { draftSchema } from '#kernel/schema.ts'
import { tidy } from '#kernel/text.ts'

test.each([
  ['\u200b Rede\u00a0Sul \ufeff', 'Rede Sul'],
  ['Re\u00adde\u202e', 'Rede'],
  ['Açaí'.normalize('NFD'), 'Açaí'],
  ['Equipe 👩🏽\u200d🔧', 'Equipe 👩🏽\u200d🔧'],
  ['Re\u200dde', 'Rede'],
])('%j is read as %j', (given, seen) => expect(tidy(given)).toBe(seen))

test('names that look alike are alike at every door', () => {
  const schema = draftSchema({ name: text('Nome', { required: true }), phone: text('Telefone', { format: 'phone' }) })
  const invisible = fc.constantFrom('', '\u200b', '\u00ad', '\u2060', '\ufeff', '\u200e')
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'ç', 'Z', '7'), invisible), { minLength: 1 }), signs => {
      const name = signs.map(([seen, hidden]) => hidden + seen + hidden).join('')
      expect(schema.parse({ name }).name).toBe(signs.map(([seen]) => seen).join(''))
    }),
  )
  expect(schema.safeParse({ name: '\u200b' }).success).toBe(false)
  expect(schema.safeParse({ name: 'Rede', phone: '+47 22 34 56 78' }).error?.issues[0]?.message).toBe(
    'O código é de outro país, e aqui só entram telefones do Brasil. Anote-o em uma observação.',
  )
})
