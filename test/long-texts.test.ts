import { afterAll, expect, test } from 'vitest'
import * as brasil from '#kernel/brasil.ts'
import * as addresses from '#kernel/place/address.ts'
import * as places from '#kernel/place/place.ts'
import { formats } from '#kernel/format.ts'
import { richtext, text as textField } from '#kernel/field.ts'
import { draftSchema, fieldErrors } from '#kernel/schema.ts'
import * as text from '#kernel/text.ts'
import * as typed from '#kernel/typed.ts'
import * as network from '#server/network.ts'
import { searchedWords } from '#server/search.ts'
import * as cells from '#features/regulatory/anatel/cells.ts'
import * as speed from '#features/regulatory/anatel/speed.ts'
import { optionFor } from '#features/regulatory/collects/grid/paste.ts'
import { sayValue } from '#kernel/say.ts'
import { isConfirmed } from '#features/support/incoming-mail/authentication.ts'
import * as fold from '#features/support/incoming-mail/fold.ts'
import { readXml } from '#parts/xml/xml.ts'
import * as receipts from '#parts/receipt/read.ts'
import { cleanAnswer } from '#features/support/tickets/ticket/reuse.ts'

import { placesOf } from '#parts/address/places.ts'
import { masked } from '#parts/integration/mask.ts'
import { openClock } from './support/thread-clock.ts'

// Every reader of a text somebody sent reads a long one in a moment, whatever it consists of.

/** Milliseconds, generous to a busy machine: what tries each beginning anew takes seconds at this length. */
const most = 250
const length = 50_000
const tries = 3
const pieces = [
  ...'a1 .-@<ç=(+,0&"\n\t:/',
  'a.',
  '1.',
  '1,',
  'a@',
  'a@b.c ',
  '<a ',
  '<a a="',
  '<p>a</p>',
  '( ',
  '- ',
  'R$ ',
  'a b ',
  '1 1 ',
  '{{',
  '//',
  'http://',
  '\u00a0',
  '\u200b',
  'dkim=pass ',
  '::',
  'De: ',
  '> ',
  '__',
  '00,',
  '-1',
]

const clock = openClock()
afterAll(() => clock.close())

type Reader = readonly [name: string, read: (text: string) => unknown]
/** Every function of these that takes a text. */
const functionsOf = (module: object): Reader[] =>
  Object.entries(module).flatMap(([name, read]): Reader[] =>
    typeof read === 'function' ? [[name, given => Reflect.apply(read, undefined, [given, 'lat'])]] : [],
  )
const town = new Map([[3_550_308, { name: 'São Paulo', uf: 'SP' }]])
const readers: readonly Reader[] = [
  ...[brasil, addresses, places, typed, network, cells, speed, fold, receipts].flatMap(functionsOf),
  ...functionsOf({ plain: text.foldText, bare: text.comparableText, slugOf: text.slugOf, isFormula: text.isFormula }),
  ...Object.entries(formats).flatMap(([name, { parse, show, mask }]): Reader[] => [
    [`${name}.parse`, parse],
    [`${name}.show`, show],
    ...(mask ? [[`${name}.mask`, mask] as const] : []),
  ]),
  ['searchedWords', given => searchedWords(given.slice(0, 200))],
  ['optionFor', given => optionFor([], given)],
  ['sayValue', given => sayValue(richtext('Texto'), given, () => '')],
  ['isConfirmed', given => isConfirmed([`mx ${given}`], 'mx', 'a.b')],
  ['readXml', given => readXml(`<a ${given}>`)],
  ['cleanAnswer', given => cleanAnswer(given, [{ what: 'nome', said: 'a', place: null }], 'texto')],
  ['placesOf', placesOf(town)],
  ['masked', given => masked(given)],
]

test.each(readers)('%s reads a long text in a moment', (_name, read) => {
  const slow = pieces.flatMap(piece =>
    ['', '!'].flatMap(end => {
      const given = piece.repeat(length / piece.length) + end
      let least = Infinity
      for (let n = 0; n < tries && least > most; n++) {
        const begun = clock.now()
        try {
          read(given)
        } catch {
          // It is no such text: what took how long counts.
        }
        least = Math.min(least, clock.now() - begun)
      }
      return least > most ? [`${JSON.stringify(piece)}${end}: ${least.toFixed(0)} ms`] : []
    }),
  )
  expect(slow).toEqual([])
})

test('nothing else is looked at in a text that is too long', () => {
  for (const format of ['email', 'document', 'phone', 'zipcode', 'uf', 'tag', 'password'] as const) {
    const { error } = draftSchema({ x: textField('X', { format, max: 60 }) }).safeParse({ x: '! ,;'.repeat(50) })
    expect(error && fieldErrors(error)).toEqual({ x: ['Use no máximo 60 caracteres.'] })
  }
})
