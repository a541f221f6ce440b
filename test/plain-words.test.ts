import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { child, ofType, readSources, source, type Source } from './support/sources.ts'

/**
 * Words that say nothing by themselves, or mean several things in this code. Each count only falls: whoever renames or
 * rewrites one lowers it here.
 */
const files = readSources(fileURLToPath(new URL('../src', import.meta.url)))

/** A name of one such word tells neither what a value is nor what a function does. */
const bareWords = new Set(
  `told said asked kept held given found seen shown named known chosen wanted taken sent made done left looked counted
  read written typed marked open own other others most few some many common alike both all each every any one two none
  nobody whoever most least long short plain bare sure unsure`.split(/\s+/),
)
const bareNames = (sources: readonly Source[]) =>
  sources.flatMap(({ path, nodes }) => {
    const [program] = nodes
    const body = Array.isArray(program?.body) ? program.body : []
    return body
      .map(node => (node.type === 'ExportNamedDeclaration' ? child(node, 'declaration') : node))
      .flatMap(node => (node.type === 'VariableDeclaration' ? node.declarations : [node]))
      .map(node => String(child(node, 'id').name))
      .filter(name => bareWords.has(name))
      .map(name => `${path}: ${name}`)
  })

const privateWords = /\b(?:told|tells?|said|asked|kept|held|stands?(?!-)|whoever|the house|burdens?|porch|sight)\b/gi
/** Comments with a word that is private to this code. */
const privateComments = (sources: readonly Source[]) =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/g)]
      .map(([comment]) => comment)
      .filter(comment => comment.search(privateWords) >= 0)
      .map(comment => `${path}: ${comment.slice(0, 60)}`),
  )

/** Words of pages that are private to this code; examples in code and the settings, which come from the sources, are left out. */
const privateWordsIn = (page: string) =>
  page.replaceAll(/```[^]*?```|`[^`\n]*`|<!-- settings -->[^]*<!-- \/settings -->/g, '').match(privateWords) ?? []

/** Parts of the import graph whose files reach each other: the files of each, where it has more than one. */
function circlesIn(sources: readonly Source[]) {
  const next = new Map(
    sources.map(file => [
      file.path,
      ofType(file, 'ImportDeclaration', 'ExportNamedDeclaration', 'ImportExpression').flatMap(node => {
        const from = String(child(node, 'source').value)
        return from.startsWith('#') ? [from.slice(1)] : []
      }),
    ]),
  )
  const reach = (from: string) => {
    const seen = new Set<string>()
    const open = [...(next.get(from) ?? [])]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue
      seen.add(at)
      open.push(...(next.get(at) ?? []))
    }
    return seen
  }
  const reached = new Map([...next.keys()].map(path => [path, reach(path)]))
  const inCircle = [...reached].filter(([path, seen]) => seen.has(path)).map(([path]) => path)
  const circles = inCircle.map(path =>
    inCircle.filter(each => reached.get(path)?.has(each) && reached.get(each)?.has(path)),
  )
  return [...new Set(circles.map(circle => circle.toSorted().join(' ')))]
}

test.each([
  ['names of one bare word', bareNames, 'const told = 1'],
  ['comments of private words', privateComments, '/** What is told to whoever asked. */\nconst x = 1'],
] as const)('%s', (_name, find, planted) => {
  expect(find([source('features/x/x.ts', planted)]), 'a planted one is found').toHaveLength(1)
  expect(find(files)).toEqual([])
})

test('pages have no private words', () => {
  expect(privateWordsIn('It is `told` to whoever asked.'), 'planted ones are found').toEqual(['whoever', 'asked'])
  const root = fileURLToPath(new URL('..', import.meta.url))
  const pages = ['.', 'docs', 'docs/decisions'].flatMap(folder =>
    readdirSync(join(root, folder)).flatMap(name => (name.endsWith('.md') ? [join(folder, name)] : [])),
  )
  expect(pages.length).toBeGreaterThan(60)
  expect(
    pages.flatMap(path => privateWordsIn(readFileSync(join(root, path), 'utf8')).map(word => `${path}: ${word}`)),
  ).toEqual([])
})

test('circles of files', () => {
  const planted = [source('a.ts', "import '#b.ts'"), source('b.ts', "import type { A } from '#a.ts'")]
  expect(circlesIn(planted), 'a planted circle is found').toEqual(['a.ts b.ts'])
  expect(circlesIn(files)).toEqual([])
})
