import { expect, test } from 'vitest'
import { metaTypeId, type MetaType } from '#kernel/meta.ts'
import { fieldOfMeta, textOfMeta, valueOf } from '#web/kinds/metas.ts'

const meta = (type: MetaType, value: string | null) => ({
  key: 'a',
  meta_type_id: metaTypeId(type),
  value,
  extras: { label: 'Campo', options: ['Fibra', 'Rádio'], model: 'plans' },
})

test.each([
  ['text', 'Água', 'text', 'Água'],
  ['textarea', 'Água', 'longtext', 'Água'],
  ['number', '12.5', 'decimal', 12.5],
  ['money', '1234.56', 'money', 1234.56],
  ['date', '2026-12-01', 'date', '2026-12-01'],
  ['boolean', 'sim', 'flag', true],
  ['boolean', 'não', 'flag', false],
  ['select', 'Fibra', 'choice', 'Fibra'],
  ['multiselect', 'Fibra\nRádio', 'words', ['Fibra', 'Rádio']],
  ['model', '7', 'ref', 7],
] as const)('a field of type %s holding %j is drawn as a %s, and kept as it was', (type, text, kind, value) => {
  expect(fieldOfMeta(meta(type, text))).toMatchObject({ kind, label: 'Campo' })
  expect(valueOf(meta(type, text))).toEqual(value)
  expect(textOfMeta(valueOf(meta(type, text)))).toBe(text)
})

test('a number written with a comma before is read, and what is none stays for the check to name', () => {
  expect(valueOf(meta('money', '12,5'))).toBe(12.5)
  expect(valueOf(meta('number', 'doze'))).toBe('doze')
  expect([textOfMeta(''), textOfMeta(null), textOfMeta([])]).toEqual([null, null, null])
})
