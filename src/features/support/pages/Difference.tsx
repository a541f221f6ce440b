import { useMemo } from 'react'
import { differencesOf, lookChanges, type FormattedRun, type TextPiece } from '#features/support/pages/compare.ts'
import styles from '#features/support/pages/pages.module.css'

interface Props {
  readonly before: string
  readonly after: string
}

/** What changes from one text to another: what comes is underlined after a +, what goes is struck out after a −. */
export function Difference({ before, after }: Props) {
  const pieces = useMemo(() => differencesOf(linesIn(before), linesIn(after)), [before, after])
  const looks = useMemo(() => lookChanges(runsIn(before), runsIn(after)), [before, after])
  const sameWords = pieces.every(({ is }) => is === 'same')
  if (before === after) return <p>Os textos são iguais.</p>
  return (
    <>
      {sameWords ? <p>As palavras são as mesmas; só a formatação mudou.</p> : <Pieces pieces={pieces} />}
      {looks.length > 0 && (
        <section aria-label="Mudanças de formatação">
          <h3>Formatação</h3>
          <ul className={styles.lookChanges}>
            {looks.map(({ is, look, words }, i) => (
              <li key={i}>
                {is === 'added' ? 'Passa a ser' : 'Deixa de ser'} <strong>{look}</strong>: “{words}”
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  return (
    <div className={styles.difference}>
      {pieces.map(({ is, value }, i) =>
        is === 'same' ? (
          <span key={i}>{value}</span>
        ) : is === 'added' ? (
          <ins key={i}>
            <span aria-hidden>+</span>
            <span className="sr-only"> acrescentado: </span>
            {value}
          </ins>
        ) : (
          <del key={i}>
            <span aria-hidden>−</span>
            <span className="sr-only"> retirado: </span>
            {value}
          </del>
        ),
      )}
    </div>
  )
}

const marks: Readonly<Record<string, string>> = {
  h2: 'Título: ',
  h3: 'Subtítulo: ',
  pre: 'Código: ',
  li: '• ',
  blockquote: '> ',
}
const blocks = new Set('p h2 h3 li blockquote pre hr'.split(' '))

const kindWords: Readonly<Record<string, string>> = {
  strong: 'negrito',
  b: 'negrito',
  em: 'itálico',
  i: 'itálico',
  u: 'sublinhado',
  s: 'riscado',
  code: 'código',
}
/** Characters of a run that identify it. */
const runKeyLength = 80

/** Finds the formatted words of a text, in order; titles, lists and links are left out, since the lines show them. */
function runsIn(html: string): readonly FormattedRun[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll(Object.keys(kindWords).join(','))].flatMap(each => {
    const all = (each instanceof HTMLElement ? each.textContent : '').trim().replaceAll(/\s+/g, ' ')
    const words = all.length > runKeyLength ? `${all.slice(0, runKeyLength).trimEnd()}…` : all
    const look = kindWords[each.localName]
    return words && look ? [{ look, words }] : []
  })
}

/** Converts a formatted text to lines for comparison: the text, its formats, and the targets of its links. */
function linesIn(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof HTMLElement)) return ''
    const name = node.localName
    const inner = [...node.childNodes].map(read).join('')
    if (name === 'br') return '\n'
    if (name === 'a') return `${inner} (${node.getAttribute('href') ?? ''})`
    if (!blocks.has(name)) return inner
    const at = node.parentElement?.localName === 'ol' ? [...node.parentElement.children].indexOf(node) : -1
    return `${at < 0 ? (marks[name] ?? '') : `${at + 1}. `}${inner.trimEnd()}\n`
  }
  return read(body).trim()
}
