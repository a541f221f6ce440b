// Which words of a mail are read where it says them twice: as text and as HTML.

/** A part of a mail as `mailparser` takes it apart, which its types leave out. */
export interface MailPart {
  readonly contentType?: string | false
  readonly isAttachment?: boolean
  readonly textContent?: string
  readonly children: readonly MailPart[]
}
export interface MailWords {
  readonly text: string
  /** What one of two versions says and the other does not, where the other is read. */
  readonly besides: string
  /** Some of it is HTML that cannot become words. */
  readonly unsaid: boolean
}
/** Words of HTML; null where it is too long or too deep. */
type HtmlReader = (html: string) => Promise<string | null>

const noWords: MailWords = { text: '', besides: '', unsaid: false }
const typeOf = ({ contentType }: MailPart) => (contentType || 'text/plain').toLowerCase()
const hasHtml = (part: MailPart): boolean =>
  !part.isAttachment && (typeOf(part) === 'text/html' || part.children.some(hasHtml))

const isBlank = (text: string) => text.trim() === ''
const joined = (all: readonly MailWords[]): MailWords => {
  const of = (pick: (each: MailWords) => string) =>
    all
      .map(pick)
      .filter(each => !isBlank(each))
      .join('\n')
  return { text: of(each => each.text), besides: of(each => each.besides), unsaid: all.some(each => each.unsaid) }
}

/** Words as they are compared: addresses and the marks of pictures are in one of the versions only. */
const wordsIn = (text: string) =>
  text
    .replace(/\[(?:cid:|imagem: |image: )[^\]]{0,400}\]/gi, ' ')
    .replace(/\b(?:https?|mailto):[^\s\]>]+/gi, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{2,}/gu) ?? []

/** Does one version say more than a few words that the other does not? */
function saysMore(one: string, other: string): boolean {
  const counts = new Map<string, number>()
  for (const word of wordsIn(other)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = wordsIn(one)
  let missing = 0
  for (const word of words) {
    const left = counts.get(word) ?? 0
    if (left) counts.set(word, left - 1)
    else missing++
  }
  return missing > Math.min(2 + words.length / 20, words.length / 2)
}

/** Of two versions the text, which is as somebody wrote it, unless the HTML says more. */
function chooseWords(plain: MailWords, rich: MailWords): MailWords {
  if (isBlank(rich.text)) return { ...plain, unsaid: rich.unsaid && isBlank(plain.text) }
  if (isBlank(plain.text)) return rich
  if (!saysMore(rich.text, plain.text)) return plain
  if (!saysMore(plain.text, rich.text)) return rich
  return { ...rich, besides: [rich.besides, plain.text, plain.besides].filter(each => !isBlank(each)).join('\n') }
}

/** The words of a part and of those in it, each once. */
export async function mailWordsOf(part: MailPart, readHtml: HtmlReader): Promise<MailWords> {
  if (part.isAttachment) return noWords
  const { textContent: content = '', children } = part
  if (typeOf(part) === 'text/html') {
    const text = isBlank(content) ? '' : await readHtml(content)
    return { ...noWords, text: text ?? '', unsaid: text === null }
  }
  if (!children.length) return { ...noWords, text: content }
  const all: { readonly isRich: boolean; readonly words: MailWords }[] = []
  for (const child of children) all.push({ isRich: hasHtml(child), words: await mailWordsOf(child, readHtml) })
  const of = (isRich: boolean) => joined(all.filter(each => each.isRich === isRich).map(({ words }) => words))
  return typeOf(part) === 'multipart/alternative'
    ? chooseWords(of(false), of(true))
    : joined(all.map(({ words }) => words))
}
