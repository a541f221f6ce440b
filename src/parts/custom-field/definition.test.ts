import { expect, test } from 'vitest'
import { fileOfMeta, metaTypeId, type Extras, type Meta, type MetaType } from '#kernel/meta.ts'
import { emptyMetas, wrongMetas } from '#parts/custom-field/custom-field.ts'
import { consequencesOf, definitionOf, definedAnew, storedValuesIn } from '#parts/custom-field/definition.ts'

const field = (
  id: number | undefined,
  key: string,
  type: MetaType,
  value: string | null,
  extras: Partial<Extras> = {},
): Meta => ({
  // prettier-ignore
  ...(id !== undefined && { id }),
  key,
  meta_type_id: metaTypeId(type),
  value,
  extras: { label: key, ...extras },
})
const group = (id: number | undefined, key: string, fields: readonly Meta[], extras: Partial<Extras> = {}): Meta => ({
  ...field(id, key, 'group', null, extras),
  fields,
})

test('what a definition is does not depend on what it holds, nor on what it leaves unsaid', () => {
  expect(definitionOf(field(1, 'a', 'text', 'x'))).toBe(
    definitionOf(field(undefined, 'a', 'text', null, { class: 'col-12', hidden: false, options: [] })),
  )
  expect(definitionOf(field(1, 'a', 'text', 'x'))).not.toBe(definitionOf(field(1, 'a', 'number', 'x')))
})

test('a change tells what leaves, what is hidden and what no longer fits, at any depth, and nothing of what was empty', () => {
  const before = [
    group(1, 'torre', [group(2, 'vistoria', [field(3, 'dia', 'text', 'ontem'), field(4, 'vazio', 'text', null)])]),
    field(5, 'meio', 'select', 'Cobre', { options: ['Cobre', 'Fibra'] }),
    field(6, 'nota', 'text', 'guardada'),
  ]
  const after = [
    group(1, 'torre', [group(2, 'vistoria', [field(3, 'dia', 'date', 'ontem')], { hidden: true })]),
    field(5, 'meio', 'select', 'Cobre', { options: ['Fibra'] }),
  ]
  expect(consequencesOf(before, after)).toEqual([
    { label: 'dia', fate: 'hidden', example: 'ontem' },
    { label: 'meio', fate: 'strange', example: 'Cobre' },
    { label: 'nota', fate: 'leaves', example: 'guardada' },
  ])
  expect(consequencesOf(before, before)).toEqual([])
})

test('what stood may stay where its definition takes it no more; what is typed anew may not', () => {
  const meta = field(7, 'dia', 'date', 'ontem')
  expect(wrongMetas([meta], 'm', storedValuesIn([field(7, 'dia', 'text', 'ontem')]))).toEqual({})
  expect(wrongMetas([meta], 'm', storedValuesIn([field(7, 'dia', 'text', 'hoje')]))).toEqual({
    'm.0.value': 'Informe uma data que exista.',
  })
})

test('a record follows a definition by its keys, keeps what it holds, and what has no place stays after', () => {
  const held = [
    field(1, 'proprio', 'text', 'meu'),
    group(2, 'torre', [field(3, 'altura', 'text', '42 m'), field(4, 'velho', 'text', 'guardado'), field(5, 'nada', 'text', null)]), // prettier-ignore
  ]
  const given = [
    group(20, 'torre', [field(21, 'tipo', 'text', null), field(22, 'altura', 'number', null)]),
    field(23, 'novo', 'file', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}/de-outro.pdf`),
  ]
  const next = definedAnew(held, given)
  expect(next.map(({ key }) => key)).toEqual(['proprio', 'torre', 'novo'])
  expect(next[1]?.fields?.map(({ id, key, value }) => [id, key, value])).toEqual([
    [undefined, 'tipo', null],
    [3, 'altura', '42 m'],
    [4, 'velho', 'guardado'],
  ])
  expect(next[2]).toMatchObject({ value: null })
  expect(definedAnew(next, given).map(definitionOf)).toEqual(next.map(definitionOf))
  // What is a group does not become a text, nor the other way.
  expect(definedAnew([field(1, 'torre', 'text', 'alta')], given)[0]).toMatchObject({ value: 'alta', id: 1 })
})

test('what is required is asked for in groups too, not where it is hidden, and a no is an answer', () => {
  const must = { required: true }
  expect(
    emptyMetas(
      [
        group(1, 'g', [field(2, 'a', 'date', null, must)]),
        field(3, 'b', 'boolean', null, must),
        field(4, 'c', 'text', null, { ...must, hidden: true }),
        field(5, 'd', 'text', 'x', must),
      ],
      'm',
    ),
  ).toEqual({ 'm.0.fields.0.value': 'Preencha este campo.' })
})

test('a file is known by where it is and what it is called', () => {
  const uuid = '0b0e7a52-64a1-4f0e-9d9c-0a4a3f0f6a11'
  expect(fileOfMeta(`${uuid}/Laudo da torre.pdf`)).toEqual({ uuid, name: 'Laudo da torre.pdf' })
  expect([fileOfMeta('laudo.pdf'), fileOfMeta(uuid), fileOfMeta(null)]).toEqual([null, null, null])
})
