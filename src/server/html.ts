import type Sanitize from 'sanitize-html'
import type { Fields } from '#kernel/field.ts'
import { later } from '#server/later.ts'

const sanitize = later<typeof Sanitize>('sanitize-html')

/** What people may write with the editor, and nothing that runs, loads or styles. */
const allowed = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'em',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'a',
    'h2',
    'h3',
    'blockquote',
    'code',
    'pre',
    'hr',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
} satisfies Sanitize.IOptions
const safely = { rel: 'noopener noreferrer', target: '_blank' }

/** The `richtext` of a draft, cleaned before it is stored. */
export function cleaned<T extends object>(fields: Fields, values: T): T {
  const found = Object.entries(values).flatMap(([name, value]) =>
    fields[name]?.kind === 'richtext' && typeof value === 'string' ? [[name, clean(value)]] : [],
  )
  return found.length ? { ...values, ...Object.fromEntries(found) } : values
}

function clean(html: string): string {
  const { simpleTransform } = sanitize()
  return sanitize()(html, { ...allowed, transformTags: { a: simpleTransform('a', safely) } })
}
