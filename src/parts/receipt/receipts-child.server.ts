import { readFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import type { TextFound, TextsRequest } from '#parts/receipt/texts.server.ts'
import { errand } from '#parts/child/child.server.ts'
import { watched } from '#parts/child/watched.server.ts'

/** What one file may take. */
const room = { ms: 6_000, rss: 400 } as const
/** Only this much is read, as the first pages name who files, and when. */
const readLimits = { pages: 30, characters: 200_000 } as const

async function textOf(path: string): Promise<TextFound> {
  const data = await readFile(path).catch(() => null)
  if (!data) return { text: null, why: 'quebrado' }
  const pdf = await getDocumentProxy(new Uint8Array(data), { verbosity: 0, stopAtErrors: false }).catch(
    (error: unknown) => (error instanceof Error && error.name === 'PasswordException' ? 'senha' : 'quebrado'),
  )
  if (typeof pdf === 'string') return { text: null, why: pdf }
  try {
    if (pdf.numPages < 1) return { text: null, why: 'sem-paginas' }
    let text = ''
    for (
      let page = 1;
      page <= Math.min(pdf.numPages, readLimits.pages) && text.length < readLimits.characters;
      page++
    ) {
      const { items } = await (await pdf.getPage(page)).getTextContent()
      text += `${items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')}\n`
    }
    return text.trim() ? { text: text.slice(0, readLimits.characters), why: null } : { text: null, why: 'sem-texto' }
  } catch {
    return { text: null, why: 'quebrado' }
  } finally {
    await pdf.destroy()
  }
}

await watched(room, async next => {
  const { given, tell } = await errand<TextsRequest>()
  for (const path of given.paths) {
    next()
    tell(await textOf(path))
  }
})
