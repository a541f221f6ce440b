import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from '#settings.server.ts'

/** The settings as the README's table writes them. */
function table(): string {
  const rows = settings.map(({ name, check, about }) => {
    const read = check.safeParse(undefined)
    const fallback =
      read.success && read.data !== undefined ? `\`${JSON.stringify(read.data).replaceAll('"', '')}\`` : ''
    return `| \`${name}\` | ${fallback} | ${about} |`
  })
  return ['| setting | default | |', '|---|---|---|', ...rows].join('\n')
}

test('the README has every setting, with its default and what it is for', () => {
  const readme = readFileSync('README.md', 'utf8')
  const written = /<!-- settings -->\n([^]*?)\n?<!-- \/settings -->/.exec(readme)?.[1]
  expect(written?.trim()).toBe(table())
})
