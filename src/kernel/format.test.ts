import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { text as field, type Format } from '#kernel/field.ts'
import { formats, whyNot } from '#kernel/format.ts'
import { draftSchema } from '#kernel/schema.ts'

const kept: readonly (readonly [Format, string, string | null])[] = [
  ['email', ' Ana@Provedor.com.br ', 'ana@provedor.com.br'],
  ['email', 'ana@provedor', null],
  ['email', 'ana.maria.s@provedor.com.br', 'ana.maria.s@provedor.com.br'],
  ['email', 'ana.@provedor.com.br', null],
  ['email', '.ana@provedor.com.br', null],
  ['email', 'ana..maria@provedor.com.br', null],
  ['email', '.@provedor.com.br', null],
  ['email', `${'a'.repeat(64)}@provedor.com.br`, `${'a'.repeat(64)}@provedor.com.br`],
  ['email', `${'a'.repeat(65)}@provedor.com.br`, null],
  ['email', 'ana silva@provedor.com.br', null],
  ['url', 'https://www.provedor.com.br/planos?a=1', 'https://www.provedor.com.br/planos?a=1'],
  ['url', 'www.provedor.com.br', 'https://www.provedor.com.br'],
  ['url', 'javascript:alert(1)', null],
  ['url', 'ftp://provedor.com.br', null],
  ['url', 'https://banco.com.br@golpe.com.br', null],
  ['url', 'https://a b.com', null],
  ['document', '529.982.247-25', '52998224725'],
  ['document', '12.abc.345/01de-35', '12ABC34501DE35'],
  ['cnpj', '529.982.247-25', null],
  ['zipcode', '12020-000', '12020000'],
  ['fistel', '529.982.247-25', '52998224725'],
  ['station_number', '1.004.203.714,00', '1004203714'],
  ['station_number', '1,004,203,714.00', '1004203714'],
  ['station_number', '1.004.203.000', '1004203000'],
  ['station_number', '1004203714.000', '1004203714'],
  ['station_number', '203.000', null],
  ['station_number', '1.004.0', null],
  ['station_number', '1.00.420', null],
  ['station_number', '-1004203714', null],
  ['station_number', '1'.repeat(21), null],
  ['uf', 'sp', 'SP'],
  ['tag', 'cabo_metalico', 'cabo_metalico'],
  ['tag', 'Wi-Fi', 'Wi-Fi'],
  ['tag', 'cabo metálico', null],
  ['tag', 'a;b', null],
  ['tag', '"fibra"', null],
  ['tag', 'x'.repeat(31), null],
  ['password', 'cavalo certo bateria', 'cavalo certo bateria'],
  ['password', 'curta', null],
  ['password', 'Senha123456!', null],
  ['password', 'admin-admin-2026', null],
  ['password', 'aaaaaaaaaaaaaaaa', null],
  ['password', 'qwertyuiop123456', null],
  ['password', 'x9'.repeat(101), null],
]

test.each(kept)('as %s, %j is kept as %j', (format, typed, stored) => {
  expect(formats[format].parse(typed)).toBe(stored)
})

const names = Object.entries(formats)

test.each(names)(
  '%s takes any text without throwing, and reads again what it stored and what it shows',
  (name, format) => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\d./-]{0,20}$/)), typed => {
        const stored = format.parse(typed)
        format.show(typed)
        format.mask?.(typed)
        if (stored === null) return
        expect(format.parse(stored)).toBe(stored)
        expect(name === 'password' ? stored : format.parse(format.show(stored))).toBe(stored)
      }),
    )
  },
)

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

test.each(names.filter(([, { mask }]) => mask))(
  'typing %s never loses a letter or a digit, and masking twice changes nothing',
  (_, { mask }) => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\dA-Za-z./-]{0,20}$/)), typed => {
        const masked = mask?.(typed) ?? ''
        expect(letters(masked)).toBe(letters(typed))
        expect(mask?.(masked)).toBe(masked)
      }),
    )
  },
)

test.each([
  ['cnpj', '11.222.333/0001-8', 'O número tem 14 caracteres sem a pontuação, e este tem 13. Confira o número.'],
  ['cnpj', '11.222.333/0001-80', formats.cnpj.message],
  ['cnpj', 'CNPJ: 11.222.333/0001-811', 'O número tem 14 caracteres sem a pontuação, e este tem 15. Confira o número.'],
  ['cnpj', '11.222.333#0001-81', 'Há um “#” que não é do número. Apague-o.'],
  ['document', '529.982.247-2', 'O número tem 11 ou 14 caracteres sem a pontuação, e este tem 10. Confira o número.'],
  ['document', '529.982.247-26', formats.document.message],
  ['fistel', '5041234567', 'O número tem 11 caracteres sem a pontuação, e este tem 10. Confira o número.'],
  ['zipcode', '12020-0000', 'O número tem 8 caracteres sem a pontuação, e este tem 9. Confira o número.'],
  ['phone', '190', formats.phone.message],
  [
    'fistel',
    '5,04123E+10',
    'A planilha trocou o número por notação científica. Formate a coluna como texto e cole de novo.',
  ],
] as const)('the reason %s refuses %j is what is wrong with it', (format, text, reason) => {
  expect(formats[format].parse(text)).toBeNull()
  expect(whyNot(format, text)).toBe(reason)
  const { error } = draftSchema({ number: field('Número', { format }) }).safeParse({ number: text })
  expect(error?.issues.map(({ message }) => message)).toEqual([reason])
})
