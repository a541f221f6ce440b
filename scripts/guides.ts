import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked } from 'marked'
import sanitize from 'sanitize-html'
import type { Plugin } from 'vite'
import type { GuideBook, GuidePage, NewsDay } from '../src/features/platform/help/guides.ts'

const folder = fileURLToPath(new URL('../docs/guia', import.meta.url))
const pictures = fileURLToPath(new URL('../docs/images', import.meta.url))

/** What a guide is made of, and nothing that runs. A link to another guide opens it in the product; a picture goes by its name. */
const html = (markdown: string) =>
  sanitize(marked.parse(markdown, { async: false }), {
    allowedTags: 'h2 h3 p ul ol li strong em code pre a img table thead tbody tr th td blockquote hr br'.split(' '),
    allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
    transformTags: {
      a: (tag, { href = '' }) => ({ tagName: tag, attribs: { href: href.replace(/^([\w-]+)\.md/, '/ajuda/$1') } }),
      img: (tag, { src = '', alt = '' }) => ({
        tagName: tag,
        attribs: { src: src.replace('../images/', ''), alt },
      }),
    },
  }).trim()

const read = (slug: string) => readFileSync(join(folder, `${slug}.md`), 'utf8')

/** '<!-- para: todos -->' in its first line lets people of clients read it too; the others are the team's. */
function pageOf(slug: string, about: string): GuidePage {
  const text = read(slug)
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  const forAll = text.startsWith('<!-- para: todos -->')
  return { slug, title, about, forAll, html: html(text.replace(/^# .+$/m, '')) }
}

/** '## 25/11/2026: Ajuda', and points under it; '<!-- todos -->' ends what concerns people of clients too. */
export function newsIn(markdown: string): readonly NewsDay[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map(part => {
      const [, day, month, year, title] = /^(\d\d)\/(\d\d)\/(\d{4}): (.+)$/m.exec(part) ?? []
      if (!title) throw new Error(`news without a day and a title: ${part.slice(0, 40)}`)
      const points = part.split(/^- /m).slice(1)
      return {
        date: `${year}-${month}-${day}`,
        title,
        points: points.map(point => ({ forAll: point.includes('<!-- todos -->'), html: html(point) })),
      }
    })
}

/** The guide as README.md orders it: groups of pages. */
export function readGuides(): GuideBook {
  const [, ...parts] = read('README').split(/^## /m)
  const groups = parts.map(part => ({
    title: part.split('\n')[0] ?? '',
    pages: [...part.matchAll(/^- \[[^\]]+\]\(([\w-]+)\.md\): (.+)$/gm)].map(([, slug = '', about = '']) =>
      pageOf(slug, about),
    ),
  }))
  return { groups, news: newsIn(read('novidades')) }
}

/** Every guide there is a file of. */
export const guideFiles = () =>
  readdirSync(folder).flatMap(name => (name.endsWith('.md') && name !== 'README.md' ? [name.slice(0, -3)] : []))
export const hasPicture = (name: string) => existsSync(join(pictures, name))

/** The guide, `virtual:guides`, with its pictures as files of the build; and the days of its newest news alone, `virtual:newest`. */
export function guides(): Plugin {
  const ids = ['virtual:guides', 'virtual:newest']
  return {
    name: 'outorga-guides',
    resolveId: source => (ids.includes(source) ? `\0${source}` : null),
    load(loaded) {
      if (loaded === '\0virtual:newest') {
        this.addWatchFile(join(folder, 'novidades.md'))
        const days = newsIn(read('novidades'))
        const forAll = days.find(({ points }) => points.some(point => point.forAll))
        return `export default ${JSON.stringify({ team: days[0]?.date ?? '', all: forAll?.date ?? '' })}`
      }
      if (loaded !== '\0virtual:guides') return null
      const book = readGuides()
      const named = new Set(JSON.stringify(book).match(/(?<=src=\\")[\w-]+\.png/g))
      const imports = [...named].map((name, i) => `import p${i} from ${JSON.stringify(join(pictures, name))}`)
      const places = [...named].map((name, i) => `${JSON.stringify(name)}: p${i}`)
      return [
        ...imports,
        `export default JSON.parse(${JSON.stringify(JSON.stringify(book))})`,
        `export const pictures = { ${places.join(', ')} }`,
      ].join('\n')
    },
  }
}
