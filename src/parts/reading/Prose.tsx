import { Link } from '@tanstack/react-router'
import { createElement, Fragment, type ReactNode } from 'react'
import { slugOf } from '#kernel/text.ts'
import styles from '#parts/reading/reading.module.css'

const proseElements: ReadonlySet<string> = new Set(
  'p br strong em u s ul ol li h2 h3 blockquote code pre hr thead tbody tr th td'.split(' '),
)
const outside = /^(https?:|mailto:|tel:)/i
/** Where what is written under a heading begins. */
const anchorOf = (words: string) => `s-${slugOf(words)}`

interface Props {
  readonly html: string
  /** Addresses of pictures by the names the text has for them; others are left out. */
  readonly pictures?: Readonly<Record<string, string>>
}

/** A text to be read through: built anew of known elements, with places to go to and links that stay in the product. */
export const Prose = ({ html, pictures = {} }: Props) => (
  <div className={`prose ${styles.prose}`}>{childrenOf(bodyOf(html), pictures)}</div>
)

const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** The headings of a text, in their order. */
export const headingsIn = (html: string) =>
  [...bodyOf(html).querySelectorAll('h2, h3')].map(({ localName, textContent }) => ({
    id: anchorOf(textContent),
    title: textContent,
    deep: localName === 'h3',
  }))

/** There without a step in the browser's history. */
export function goToHeading(event: React.MouseEvent, id: string) {
  event.preventDefault()
  const found = document.getElementById(id)
  found?.scrollIntoView({ block: 'start' })
  found?.focus({ preventScroll: true })
}

type Pictures = NonNullable<Props['pictures']>
const childrenOf = (node: Node, pictures: Pictures): ReactNode[] =>
  [...node.childNodes].map((child, i) => <Fragment key={i}>{drawn(child, pictures)}</Fragment>)

function drawn(node: Node, pictures: Pictures): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof HTMLElement)) return null
  const { localName: name } = node
  const inner = () => childrenOf(node, pictures)
  if (name === 'a') return linkOf(node.getAttribute('href') ?? '', inner())
  if (name === 'img') {
    const src = pictures[node.getAttribute('src') ?? '']
    return src ? <img src={src} alt={node.getAttribute('alt') ?? ''} loading="lazy" /> : null
  }
  if (name === 'table')
    return (
      <div className={styles.table} tabIndex={0} role="region" aria-label="Tabela">
        <table>{inner()}</table>
      </div>
    )
  if (['script', 'style', 'template', 'iframe', 'object'].includes(name)) return null
  if (!proseElements.has(name)) return inner()
  if (name === 'br' || name === 'hr') return createElement(name)
  return createElement(name, /^h[23]$/.test(name) ? { id: anchorOf(node.textContent), tabIndex: -1 } : null, ...inner())
}

/** As it is, where it is not written as addresses are. */
function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

function linkOf(href: string, words: ReactNode) {
  if (outside.test(href))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    )
  if (href.startsWith('#'))
    return (
      <a href={href} onClick={event => goToHeading(event, anchorOf(decoded(href)))}>
        {words}
      </a>
    )
  return /^\/[\w-]/.test(href) ? <Link to={href}>{words}</Link> : words
}
