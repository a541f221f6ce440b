import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** What is worth it: text, and long enough that a packet less is won. Fonts are compressed as they are; the page the server writes. */
const worthIt = /\.(m?js|css|svg|json)$/
const least = 1_024

const ways = {
  br: (plain: Buffer) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gz: (plain: Buffer) => promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
}

/** Leaves each file of a build beside itself in brotli and gzip, as well as they can: the server then only sends what is there. */
export const compressed = (): Plugin => ({
  name: 'outorga-compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(name => worthIt.test(name))
    await Promise.all(
      files.flatMap(name => {
        const plain = readFileSync(join(dir, name))
        if (plain.length < least) return []
        return Object.entries(ways).map(async ([ending, squeeze]) => {
          const less = await squeeze(plain)
          if (less.length < plain.length) writeFileSync(join(dir, `${name}.${ending}`), less)
        })
      }),
    )
  },
})
