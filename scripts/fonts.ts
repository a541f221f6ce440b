import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subset from 'subset-font'
import type { Plugin } from 'vite'

/** The files of `@fontsource-variable/inter`, and where the style sheet finds what is left of them. */
const from = 'node_modules/@fontsource-variable/inter'
const to = 'dist/fonts'

/** Inter as the interface draws it: kerning and accents, digits of one width, the zero with a stroke, and what context changes. */
const keepFeatures = ['calt', 'ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum', 'zero']
const variationAxes = { wght: { min: 400, max: 700 } }

/** The characters of a CSS `unicode-range`: `U+0000-00FF,U+0131`. */
const charactersOf = (range: string) =>
  [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const [begin, end] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      return Array.from({ length: end - begin + 1 }, (_, index) => String.fromCodePoint(begin + index))
    })
    .join('')

/**
 * Writes Inter with the weights and the OpenType features the interface has. The published files have nine weights and each
 * stylistic set: 48 kB before the first letter is drawn, 28 after this. Both are under the SIL Open Font License 1.1.
 */
export const fonts = (): Plugin => ({
  name: 'outorga-fonts',
  async buildStart() {
    const ranges: Readonly<Record<string, string>> = JSON.parse(readFileSync(`${from}/unicode.json`, 'utf8'))
    mkdirSync(to, { recursive: true })
    for (const set of ['latin', 'latin-ext']) {
      const name = `inter-${set}-wght-normal.woff2`
      const published = readFileSync(`${from}/files/${name}`)
      const range = ranges[set]
      if (!range) throw new Error(`the package of the font has no range of ${set}`)
      const options = { targetFormat: 'woff2', keepFeatures, variationAxes } as const
      writeFileSync(`${to}/${name}`, await subset(published, charactersOf(range), options))
    }
  },
})
