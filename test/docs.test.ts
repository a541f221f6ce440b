import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const readPage = (path: string) => readFileSync(join(root, path), 'utf8')
const pagesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md'))
    .map(path => join(folder, path))
const decisions = readdirSync(join(root, 'docs/decisions')).filter(name => /^\d{4}-/.test(name))
const numbers = new Set(decisions.map(name => Number(name.slice(0, 4))))
const pages = [...readdirSync(root).filter(name => name.endsWith('.md')), ...pagesIn('docs')]
const sources = ['src', 'test', 'scripts'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(?:tsx?|mjs)$/.test(path))
    .map(path => join(folder, path)),
)

/** Links of a page that lead to no file of the project; code is left out. */
const brokenLinks = (path: string, text: string) =>
  [...text.replaceAll(/```[^]*?```|`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:|^#/.test(target))
    .filter(target => !existsSync(join(root, dirname(path), target.replace(/#.*/, ''))))

/** Decisions that a text names by their number, as 'decision 8' or 'decisions 8 and 9', and that are not there. */
const missingDecisions = (text: string) =>
  [...text.matchAll(/\bdecisions? (\d+)(?: and (\d+))?/gi)]
    .flatMap(([, first, second]) => [first, second])
    .filter(number => number !== undefined && !numbers.has(Number(number)))

test('every decision is in one line of its topic, and newcomers have at most fifteen to read', () => {
  const [, newcomers = '', ...topics] = readPage('docs/decisions/README.md').split(/^## /m)
  const listed = [...topics.join('').matchAll(/^- \[(\d+)\]\((\d{4}-[\w-]+\.md)\) \S/gm)]
  expect(listed.map(([, , name]) => name).toSorted()).toEqual(decisions)
  expect(listed.map(([, number, name]) => [Number(number), name])).toEqual(
    listed.map(([, , name = '']) => [Number(name.slice(0, 4)), name]),
  )
  const first = newcomers.match(/^\d+\. \[/gm) ?? []
  expect(first.length).toBeGreaterThan(5)
  expect(first.length).toBeLessThanOrEqual(15)
})

test('a decision has the number of its file, and no two have the same', () => {
  expect(numbers.size).toBe(decisions.length)
  const misnumbered = decisions.filter(
    name => !readPage(`docs/decisions/${name}`).startsWith(`# ${Number(name.slice(0, 4))}. `),
  )
  expect(misnumbered).toEqual([])
})

test('no link of a page is broken', () => {
  expect(
    brokenLinks('docs/planted.md', 'see [it](decisions/0000-nowhere.md#there)'),
    'a planted one is found',
  ).toHaveLength(1)
  expect(pages.length).toBeGreaterThan(70)
  expect(pages.flatMap(path => brokenLinks(path, readPage(path)).map(target => `${path}: ${target}`))).toEqual([])
})

test('a decision that is named by its number is there', () => {
  expect(missingDecisions('see decisions 8 and 9999'), 'a planted one is found').toEqual(['9999'])
  expect(sources.length).toBeGreaterThan(1000)
  const texts = [...pages, ...sources].filter(path => !path.endsWith('docs.test.ts'))
  expect(texts.flatMap(path => missingDecisions(readPage(path)).map(number => `${path}: ${number}`))).toEqual([])
})
