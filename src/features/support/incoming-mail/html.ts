// The HTML of a mail before it becomes words: a picture is what it is called, never its address, and what is meant for programs that run
// no scripts is left out. The result is never shown as HTML.

interface Tag {
  readonly name: string
  readonly text: string
  /** Where what follows it begins. */
  readonly end: number
}

/** The tag that begins at this '<'; null where it is text, 'open' where it never ends. A quote counts only where a value begins. */
function tagAt(html: string, at: number): Tag | 'open' | null {
  const named = /<(\/?[a-z][a-z0-9]*)/iy
  named.lastIndex = at
  const name = named.exec(html)?.[1]?.toLowerCase()
  if (name === undefined) return null
  let isValue = false
  for (let i = named.lastIndex; i < html.length; i++) {
    const char = html.charAt(i)
    if (char === '>') return { name, text: html.slice(at, i + 1), end: i + 1 }
    if (isValue && (char === '"' || char === "'")) {
      i = html.indexOf(char, i + 1)
      if (i < 0) return 'open'
    }
    isValue = char === '=' || (isValue && /\s/.test(char))
  }
  return 'open'
}

const attributeIn = (tag: string, name: string) => {
  const found = new RegExp(`(?<![\\w-])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"'][^\\s>]*))`, 'i').exec(tag)
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim()
}

/** A file a picture is shown from, by its Content-ID; undefined where the mail brings none. */
type PictureName = (id: string) => string | undefined

/** How a picture is called in the words of a mail: an attached one by its file, and any by what is written for who does not see it. */
function pictureWords(tag: string, nameOf: PictureName): string {
  const alt = attributeIn(tag, 'alt')
  const id = /^cid:(.+)$/i.exec(attributeIn(tag, 'src'))?.[1]
  const name = id === undefined ? undefined : nameOf(id)
  const words = name === undefined ? alt : `[imagem: ${name}${alt && alt !== name ? `, ${alt}` : ''}]`
  return words.replaceAll('<', '&lt;')
}

/** HTML whose pictures are words, without what only programs without scripts show. */
export function wordedHtml(html: string, nameOf: PictureName): string {
  const pieces: string[] = []
  let [from, at] = [0, html.indexOf('<')]
  const leave = (until: number, words: string, next: number) => {
    pieces.push(html.slice(from, until), words)
    from = next
    return next
  }
  while (at >= 0) {
    let next = at + 1
    if (html.startsWith('<!--', at)) {
      next = html.indexOf('-->', at + 4)
      if (next < 0) break
    } else {
      const tag = tagAt(html, at)
      if (tag === 'open') break
      if (tag) next = tag.end
      if (tag?.name === 'img') leave(at, pictureWords(tag.text, nameOf), next)
      else if (tag?.name === 'noscript') {
        const closing = /<\/noscript\s*>/gi
        closing.lastIndex = next
        // Without its end tag everything after it would be dropped.
        if (!closing.exec(html)) break
        next = leave(at, ' ', closing.lastIndex)
      }
    }
    at = html.indexOf('<', next)
  }
  pieces.push(html.slice(from))
  return pieces.join('')
}

/** An address that follows the same address as its text, and pictures that programs name by their Content-ID in plain text. */
export function plainWords(text: string, nameOf: PictureName): string {
  return text
    .replace(/(?<![^\s<("'])([^\s<("'[]\S{3,300})\s\[(?:https?:\/\/|mailto:)?\1\/?\]/g, '$1')
    .replace(/\[cid:([^\]\s]{1,256})\]/gi, (_all, id: string) => {
      const name = nameOf(id)
      return name === undefined ? '' : `[imagem: ${name}]`
    })
}
