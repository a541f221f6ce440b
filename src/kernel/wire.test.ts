import { expect, test } from 'vitest'
import * as z from 'zod'
import { text } from '#kernel/field.ts'
import { boolean, doneJson, integer, list, maybe, pageJson, rowJson, shape, string } from '#kernel/json.ts'
import { resource } from '#kernel/resource.ts'
import {
  dataShape,
  doneShape,
  listedRowShape,
  listShape,
  pageShape,
  rowShape,
  shapeJson,
  valueShape,
} from '#kernel/wire.ts'

const towns = resource({
  path: 'towns',
  text: { one: 'cidade', many: 'cidades', gender: 'f' },
  fields: { name: text('Nome', { required: true }), note: text('Nota') },
  list: { columns: ['name'], sort: 'name', search: ['name'] },
  form: [{ fields: ['name', 'note'] }],
  scope: 'everyone',
})

test.each([
  [dataShape(z.object({ ends: z.boolean() })), shape({ data: shape({ ends: boolean }) })],
  [dataShape(z.object({ at: z.string().nullable() })), shape({ data: shape({ at: maybe(string) }) })],
  [
    doneShape(z.object({ kind: z.enum(['a', 'b']).nullable() })),
    doneJson(shape({ kind: maybe({ type: 'string', enum: ['a', 'b'] }) })),
  ],
  [listShape(z.object({ n: z.int(), more: z.string().optional() })), list(shape({ n: integer, more: string }, ['n']))],
  [doneShape(rowShape(towns)), doneJson(rowJson(towns))],
  [
    pageShape(listedRowShape(towns)).extend({ rest: z.int() }),
    pageJson(rowJson(towns, { withLines: false }), { rest: integer }),
  ],
  [valueShape<object>({ type: 'object', additionalProperties: true }), { type: 'object', additionalProperties: true }],
  [z.record(z.string(), listShape(z.string())), { type: 'object', additionalProperties: list(string) }],
])('an answer is written as the serializer and the document expect it: %#', (answer, json) => {
  expect(shapeJson(answer)).toEqual(json)
})
