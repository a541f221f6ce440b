import sanitize from 'sanitize-html'
import type { Fields } from '#kernel/field.ts'

/** What people may write with the editor, and nothing that runs, loads or styles. */
const allowed: sanitize.IOptions = {
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
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
}

/** The `richtext` of a draft, cleaned before it is stored. */
export function cleaned<T extends object>(fields: Fields, values: T): T {
  const clean = Object.entries(values).flatMap(([name, value]) =>
    fields[name]?.kind === 'richtext' && typeof value === 'string' ? [[name, sanitize(value, allowed)]] : [],
  )
  return clean.length ? { ...values, ...Object.fromEntries(clean) } : values
}
