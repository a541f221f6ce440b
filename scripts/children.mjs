// What the server starts beside itself, each bundled to a file of its own.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { madeAt, newest } from './stale.mjs'

const root = join(import.meta.dirname, '..')

/** Where each begins, by the name of its bundle. */
export const children = {
  'intake-child': 'src/features/regulatory/collects/intake/intake-child.server.ts',
  'files-child': 'src/features/regulatory/collects/files/files-child.server.ts',
  'paper-child': 'src/parts/paper/paper-child.server.ts',
  'slip-child': 'src/features/billing/bills/slip/slip-child.server.ts',
  'slips-helper': 'src/features/billing/bills/slip/slips-helper.server.ts',
  'table-child': 'src/parts/table/table-child.server.ts',
  'compare-child': 'src/features/regulatory/infrastructure/compare-child.server.ts',
  'kml-child': 'src/features/network/stations/kml/kml-child.server.ts',
  'receipts-child': 'src/parts/receipt/receipts-child.server.ts',
  'pfx-child': 'src/features/billing/invoices/pfx-child.server.ts',
  'prove-child': 'src/parts/copy/prove-child.server.ts',
  'incoming-child': 'src/features/support/incoming-mail/incoming-child.server.ts',
}

/** @type {import('esbuild').BuildOptions} */
export const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Half of what a source weighs while it is held is how it is laid out.
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'none',
  // What a start loads is in the bundle, where hundreds of files need not be looked for. The others have files of their own beside
  // them, or are loaded when first needed.
  external: [
    '@aws-sdk/client-s3',
    '@fastify/swagger-ui',
    '@node-rs/argon2',
    '@zxcvbn-ts/*',
    'hucre',
    'imapflow',
    'mailparser',
    'node-forge',
    'nodemailer',
    'pdfkit',
    'sanitize-html',
    'unpdf',
  ],
  // As Node 21 and later have it. Where there is none, `pg` makes a Response to find out where it runs, which loads all of `fetch`: 50 ms.
  define: { navigator: '{"userAgent":"Node.js"}' },
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
  },
  sourcemap: true,
  logLevel: 'warning',
}

/** The address of its bundle, made now if the sources are newer: for who runs from them, whose loader is not inherited. */
export async function bundleOf(name) {
  const outdir = join(root, 'dist/children')
  const made = join(outdir, `${name}.js`)
  if (madeAt(made) < newest(['src', 'scripts/children.mjs', 'package-lock.json'].map(path => join(root, path)))) {
    const { build } = await import('esbuild')
    await build({ ...options, entryPoints: children, outdir })
  }
  return pathToFileURL(made).href
}
