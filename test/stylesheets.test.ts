import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { child, ofType, readSources, source, type Source } from './support/sources.ts'

interface Sheet {
  readonly path: string
  readonly text: string
}
const root = fileURLToPath(new URL('../src', import.meta.url))
const files = readSources(root)
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.css'))
  .map((path): Sheet => ({ path, text: readFileSync(join(root, path), 'utf8') }))

// Each check is run on the whole product, where it finds nothing, and on a planted sheet, where it finds something.

/** Widths have names in `web/constants.ts`: a number here would be a third. */
const writeWidths = (found: readonly Sheet[]) =>
  found.flatMap(({ path, text }) => (text.match(/@media[^{]*width[^{]*/g) ?? []).map(rule => `${path}: ${rule.trim()}`))

/** What rules are of, without what they say. */
const selectorsOf = (text: string) =>
  [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim())

/** Who says something of tables beside the sheet of the table, and why. */
const ownTables: Readonly<Record<string, string>> = {
  'parts/reading/reading.module.css': 'tables inside a text that is read',
  'features/regulatory/obligations/obligations.module.css': 'a month of days, not rows of values',
  'features/clients/clients/tags.module.css': 'a column is as wide as the words in it',
}
const ofTable = /(^|[\s,(>+~])(table|thead|tbody|tfoot|tr|td|th)(?=[\s.,:)[>+~]|$)/
const drawTables = (found: readonly Sheet[]) =>
  found
    .filter(
      ({ path, text }) => !/^web\/(table|theme)\//.test(path) && selectorsOf(text).some(each => ofTable.test(each)),
    )
    .map(({ path }) => path)

const classesIn = ({ text }: Sheet) =>
  new Set(
    selectorsOf(text)
      .map(selector => selector.replace(/:global\((?:[^()]|\([^()]*\))*\)|'[^']*'/g, ''))
      .flatMap(selector => [...selector.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name)),
  )

/** The classes a file takes of each sheet it imports; '*' where it looks one up. */
const takenIn = (file: Source) =>
  ofType(file, 'ImportDeclaration').flatMap(node => {
    const sheet = String(child(node, 'source').value)
    const [first] = Array.isArray(node.specifiers) ? node.specifiers : []
    if (!sheet.endsWith('.module.css') || !first) return []
    const { name } = child(first, 'local')
    return ofType(file, 'MemberExpression')
      .filter(each => child(each, 'object').name === name)
      .map(each => ({ sheet: sheet.slice(1), name: each.computed ? '*' : String(child(each, 'property').name) }))
  })

const missEachOther = (found: readonly Sheet[], sources: readonly Source[]) => {
  const taken = sources.flatMap(file => takenIn(file).map(each => ({ ...each, path: file.path })))
  return found
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(sheet => {
      const classes = classesIn(sheet)
      const names = taken.filter(each => each.sheet === sheet.path)
      // A name with a dash can only be looked up.
      const worn = (name: string) => names.some(each => each.name === (name.includes('-') ? '*' : name))
      return [
        ...[...classes].filter(name => !worn(name)).map(name => `nobody wears .${name} of ${sheet.path}`),
        ...names
          .filter(({ name }) => name !== '*' && !classes.has(name))
          .map(({ name, path }) => `${path} wears .${name}, which ${sheet.path} has not`),
      ]
    })
}

test('style sheets name the widths at which the interface takes another shape', () => {
  expect(writeWidths([{ path: 'x.css', text: '@media (max-width: 767px) { .a { top: 0 } }' }])).toHaveLength(1)
  expect(sheets.some(({ text }) => text.includes('@media (--phone)'))).toBe(true)
  expect(writeWidths(sheets)).toEqual([])
})

test('one sheet draws tables, but for those the list names', () => {
  expect(drawTables([{ path: 'features/x/x.module.css', text: '.a > th { top: 0 }' }])).toHaveLength(1)
  expect(drawTables(sheets).toSorted()).toEqual(Object.keys(ownTables).toSorted())
})

test('every class of a style sheet is worn, and every class worn is in one', () => {
  const planted = source('x.tsx', `import styles from '#x.module.css'; const a = [styles.worn, styles.missing]`)
  const sheet = { path: 'x.module.css', text: '.worn { top: 0 } .unworn { top: 0 }' }
  expect(missEachOther([sheet], [planted])).toHaveLength(2)
  expect(sheets.length).toBeGreaterThan(40)
  expect(missEachOther(sheets, files)).toEqual([])
})
