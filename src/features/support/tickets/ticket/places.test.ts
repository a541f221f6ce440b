import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillText, longestFilling, mostMarks, readPlaces } from '#features/support/tickets/ticket/places.ts'
import { openingPlaces, placeExamples, ticketPlaces } from '#features/support/tickets/ticket/text.ts'

const faultsOf = (text: string, known = ticketPlaces) => readPlaces(text, known).faults
const filled = (text: string, more: Readonly<Record<string, string>> = {}) =>
  fillText(text, { ...placeExamples, ...more })

/** Texts that are nearly ones: marks, names, filters and what breaks them, in any order. */
const bits = [
  '{{ }} {% %} { } | : " . {{{ {{- (1..3000) é 😀 ß cliente.nome competencia if else endif for assign'.split(' '),
  ['constructor', '__proto__', 'toString', ' ', '\n', "'", '| default: "x"', '| upcase'],
  ['{{ cliente.nome }}', '{% if competencia %}', '{% else %}', '{% endif %}'],
].flat()
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.array(fc.constantFrom(...bits), { maxLength: 300 }).map(all => all.join('')),
)
/** Texts whose marks are in their places. */
const wellFormed = fc.letrec<{ text: string; part: string }>(tie => ({
  text: fc.array(tie('part'), { maxLength: 6 }).map(all => all.join('')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string().map(words => words.replaceAll('{', '')),
    fc.constantFrom(...ticketPlaces).map(name => `{{ ${name} }}`),
    fc.constantFrom(...ticketPlaces).map(name => `{{${name} | upcase|default: 'não há'}}`),
    fc
      .tuple(fc.constantFrom(...ticketPlaces), tie('text'), tie('text'))
      .map(([name, yes, no]) => `{% if ${name} %}${yes}{% else %}${no}{% endif %}`),
  ),
})).text

describe('a text with places', () => {
  test('shows what is known, and what is between if and endif only where it is known', () => {
    expect(filled('{{ saudacao }}, {{pessoa.primeiro_nome}}: {{ cliente.nome | upcase }}').content).toBe(
      'Bom dia, Helena: VALE DAS ÁGUAS FIBRA',
    )
    const text = 'Coleta{% if competencia %} de {{ competencia }}{% else %} do mês{% endif %}.'
    expect(filled(text)).toEqual({ content: 'Coleta de nov/2026.', empty: [], faults: [] })
    expect(filled(text, { competencia: '' })).toEqual({ content: 'Coleta do mês.', empty: [], faults: [] })
    expect(
      filled('{{ enlace }} {{ estacao | default: "a estação" | capitalize }}', { estacao: '', enlace: '' }),
    ).toEqual({ content: 'A estação', empty: ['enlace'], faults: [] })
    expect(filled('Um { só, e }} sem começo').content).toBe('Um { só, e }} sem começo')
    // What a value holds is words, never a place.
    expect(filled('{{ cliente.nome }}', { 'cliente.nome': '{{ eu.nome }}' }).content).toBe('{{ eu.nome }}')
  })

  test.each([
    ['{{ segredo }}', 'Não há “segredo” para preencher. Há cliente.nome, '],
    ['{{ cliente }}', 'Não há “cliente” para preencher'],
    ['{{ cliente.constructor }}', 'Não há “cliente.constructor”'],
    ['{{ __proto__ }}', 'Não há “__proto__”'],
    ['{{ }}', 'para preencher'],
    ['{{ "x" }}', 'para preencher'],
    ['{{ cliente.nome | where_exp: "x", "x" }}', 'Não há o filtro “where_exp: "x", "x"”. Há upcase, downcase, '],
    ['{{ cliente.nome | constructor }}', 'Não há o filtro “constructor”'],
    ['{{ cliente.nome | default: competencia }}', 'Não há o filtro'],
    ['{{ cliente.nome', 'não termina em }}'],
    ['{% if competencia', 'não termina em %}'],
    ["{% include '/etc/passwd' %}", 'Não há “include” entre {% e %}. Há if, else e endif.'],
    ['{% assign r = (1..3000) %}', 'Não há “assign”'],
    ['{% for i in (1..1000000) %}a{% endfor %}', 'Não há “for”'],
    ['{% %}', 'entre {% e %}'],
    ['{% if segredo %}a{% endif %}', 'Não há “segredo” para preencher'],
    ['{% if competencia == "nov/2026" %}a{% endif %}', 'só o nome de um campo'],
    ['{% if competencia %}a', 'Falta {% endif %}'],
    ['a{% endif %}', 'Há {% endif %} sem'],
    ['a{% else %}b', 'Há {% else %} sem'],
    ['{% if competencia %}a{% else %}b{% else %}c{% endif %}', 'Há {% else %} sem'],
  ])('is refused with %s, and says why', (text, why) => {
    expect(faultsOf(text).join(' ')).toContain(why)
    // What cannot be filled in stays as it was written.
    expect(() => filled(text)).not.toThrow()
    expect(filled(text).faults).toEqual(faultsOf(text))
  })

  test('has as many places as it may be filled in with, and no more', () => {
    expect(faultsOf('{{ hoje }}'.repeat(mostMarks))).toEqual([])
    expect(faultsOf('{{ hoje }}'.repeat(mostMarks + 1)).join()).toContain(`mais de ${mostMarks} campos`)
  })

  test('may not name a ticket before there is one', () => {
    expect(faultsOf('{{ chamado.numero }}')).toEqual([])
    expect(faultsOf('{{ chamado.numero }}', openingPlaces).join()).toContain('Não há “chamado.numero”')
  })

  test('is read and filled in whatever it is, in bounds', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('', 'x', '{{ hoje }}', 'ß'.repeat(200)), (text, value) => {
        const { content, faults } = filled(text, { 'cliente.nome': value, competencia: value })
        expect(content.length).toBeLessThanOrEqual(longestFilling)
        expect(faults.length).toBeLessThanOrEqual(mostMarks * 2 + 2)
        expect(/\{[{%]/.test(text) || content === text.trim()).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is filled in once it was accepted, with the longest of values', () => {
    const longest = Object.fromEntries(ticketPlaces.map(name => [name, 'ß'.repeat(200)]))
    fc.assert(
      fc.property(fc.oneof(anyText, wellFormed), text => {
        if (text.length > 5_000 || faultsOf(text).length) return
        expect(fillText(text, longest).faults).toEqual([])
        expect(filled(text).faults).toEqual([])
      }),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(wellFormed, text => {
        fc.pre((text.match(/\{[{%]/g) ?? []).length <= mostMarks)
        expect(faultsOf(text)).toEqual([])
      }),
    )
  })

  test('takes as many steps as it has characters', () => {
    for (const bit of ['{', '{{', '{%', '{{ hoje }}', '{% if hoje %}', '{% else %}', '{{{', '{ {', '|', '{{|']) {
      const text = bit.repeat(1_000_000 / bit.length)
      // Twice as long takes twice as long; a square of this would not end.
      expect(filled(text).content.length).toBeLessThanOrEqual(longestFilling)
    }
    expect(filled(`{{ hoje ${'| upcase '.repeat(100_000)} }}`).content).toBe('25/11/2026')
  })
})
