import { useMemo } from 'react'
import { differencesOf } from '#features/pages/compare.ts'
import styles from '#features/pages/pages.module.css'

interface Props {
  readonly before: string
  readonly after: string
}

/** What changes from one text to another: what comes is underlined after a +, what goes is struck out after a −. */
export function Difference({ before, after }: Props) {
  const pieces = useMemo(() => differencesOf(linesIn(before), linesIn(after)), [before, after])
  if (pieces.every(({ is }) => is === 'same'))
    return <p>{before === after ? 'Os textos são iguais.' : 'As palavras são as mesmas; só a formatação mudou.'}</p>
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

const marks: Readonly<Record<string, string>> = { h2: 'Título: ', h3: 'Subtítulo: ', li: '• ', blockquote: '> ' }
const blocks = new Set('p h2 h3 li blockquote pre hr'.split(' '))

/** A formatted text as lines that people compare: what it says, what stands out as what, and where its links lead. */
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
    return `${marks[name] ?? ''}${inner.trimEnd()}\n`
  }
  return read(body).trim()
}
