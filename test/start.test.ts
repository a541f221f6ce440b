import { build, type Metafile } from 'esbuild'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { options } from '../scripts/children.mjs'

/** What few requests need, and a start must not load: half of it and of its memory once was this. */
const later = [
  '@aws-sdk/client-s3',
  'src/parts/file/storage/bucket.server.ts',
  'imapflow',
  'mailparser',
  'pdfkit',
  'fontkit',
  'qrcode',
  'node-forge',
  'sanitize-html',
  'file-type',
  'hucre',
  'unpdf',
  '@zxcvbn-ts/core',
  'src/features/platform/demo/fill.server.ts',
  'src/features/billing/invoices/danfse.server.ts',
  'src/parts/address/outlines.json',
]
let made: Metafile
let texts: readonly (readonly [path: string, text: string])[]

beforeAll(async () => {
  const { metafile, outputFiles } = await build({
    ...options,
    splitting: true,
    entryPoints: { main: 'src/main.server.ts' },
    outdir: 'dist/server',
    write: false,
    metafile: true,
    sourcemap: false,
  })
  made = metafile
  texts = outputFiles.map(({ path, text }) => [path, text])
})

/** The parts of the bundle that are loaded with this one. */
function loadedWith(part: string, all = new Set<string>()): ReadonlySet<string> {
  if (all.has(part)) return all
  all.add(part)
  for (const { path, kind } of made.outputs[part]?.imports ?? [])
    if (kind !== 'dynamic-import' && made.outputs[path]) loadedWith(path, all)
  return all
}

test('a start loads nothing that few requests need', () => {
  const parts = [...loadedWith('dist/server/main.js')].flatMap(part => made.outputs[part] ?? [])
  const within = parts.flatMap(({ inputs }) => Object.keys(inputs))
  const named = parts.flatMap(({ imports }) => imports.filter(({ kind }) => kind !== 'dynamic-import'))
  const loaded = [...within, ...named.map(({ path }) => `node_modules/${path}`)]
  expect(loaded).toContain('src/main.server.ts')
  expect(later.filter(name => loaded.some(path => `/${path}/`.includes(`/${name}/`)))).toEqual([])
})

test('the bundle is held in one byte a character', () => {
  const wide = texts.flatMap(([path, text]) => {
    const found = path.endsWith('/main.js') && /[\u0100-\uffff]/.exec(text)
    return found ? [text.slice(found.index - 60, found.index + 20)] : []
  })
  expect(wide).toEqual([])
  expect(texts.map(([path]) => path)).toContain(join(import.meta.dirname, '..', 'dist/server/main.js'))
})
