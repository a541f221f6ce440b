import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'

const pagesFolder = resolve('docs/api')
export const readApiPage = (page: string) => readFileSync(join(pagesFolder, `${page}.md`), 'utf8')
/** Every page of docs/api, without its ending. */
export const apiPages = () =>
  readdirSync(pagesFolder)
    .filter(name => name.endsWith('.md'))
    .map(name => name.slice(0, -'.md'.length))

/** The blocks of a page in this language, in order. */
export const blocksIn = (page: string, language: string) =>
  [...readApiPage(page).matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, code = '']) => code)

const isCallable = (given: unknown): given is (...args: readonly unknown[]) => unknown => typeof given === 'function'

/** What the pages of docs/api print, to be run as it is printed: the blocks of a page, one after another, are a module. */
export function openExamples() {
  // Beside the packages that an example imports.
  const folder = mkdtempSync(resolve('node_modules/.outorga-examples-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const printed = apiPages().filter(page => blocksIn(page, 'js').length)
  for (const page of printed) writeFileSync(join(folder, `${page}.mjs`), blocksIn(page, 'js').join('\n'))
  const exportsOf = async (page: string) => {
    const exported: Readonly<Record<string, unknown>> = await import(join(folder, `${page}.mjs`))
    return exported
  }
  const called = new Set<string>()
  return {
    printed,
    /** Calls a function that a page exports. */
    run: async (page: string, name: string, ...given: readonly unknown[]): Promise<unknown> => {
      const example = (await exportsOf(page))[name]
      if (!isCallable(example)) throw new Error(`${page} exports no function ${name}`)
      called.add(`${page} ${name}`)
      return example(...given)
    },
    /** What these pages export and nothing called. */
    uncalled: async (pages: readonly string[]) => {
      const names = pages.map(async page => Object.keys(await exportsOf(page)).map(name => `${page} ${name}`))
      return (await Promise.all(names)).flat().filter(name => !called.has(name))
    },
  }
}
