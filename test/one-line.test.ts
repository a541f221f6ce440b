import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { text, type Fields } from '#kernel/field.ts'
import { draftSchema } from '#kernel/schema.ts'

// A text of one line goes into subjects, titles, names of files and lines of tables: it has no way to begin another.

const hostile = [
  'a\r\nBcc: x@y.example',
  'a\nb',
  'a\rb',
  'a\tb',
  'a\u0000b',
  'a\u001bb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  'a\u2029b',
]

/** What a draft with this text in each of its fields of one line is refused for, by the names of those that are not. */
function taken(fields: Fields, value: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'many') return taken(field.options.shape ?? {}, value).map(inner => `${name}.${inner}`)
    const isLine = field.kind === 'text' || field.kind === 'words'
    if (!isLine || !field.writable || field.options.format === 'password') return []
    const { success, error } = draftSchema({ [name]: field }, { partial: true }).safeParse({
      [name]: field.kind === 'words' ? [value] : value,
    })
    return success || !error.issues.some(({ path }) => path[0] === name) ? [name] : []
  })
}
const named = (value: string) =>
  features.flatMap(({ path, fields }) => taken(fields, value).map(name => `${path}.${name}`))

test.each(hostile)('no text of one line takes %j', value => {
  expect(taken({ there: text('There') }, 'a b')).toEqual(['there'])
  expect(named('a b').length).toBeGreaterThan(50)
  expect(named(value)).toEqual([])
})

test('what surrounds a text is taken off, and texts of several lines have theirs', () => {
  const schema = draftSchema({ name: text('Name'), note: { ...text('Note'), kind: 'longtext' } }, { partial: true })
  expect(schema.parse({ name: ' a\r\n', note: 'a\nb\tc' })).toEqual({ name: 'a', note: 'a\nb\tc' })
})
