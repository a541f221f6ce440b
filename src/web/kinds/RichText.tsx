import { createElement, Fragment, type ReactNode } from 'react'

/** What the editor writes. Anything else is read through: its words stay, its element does not. */
const knownElements: ReadonlySet<string> = new Set(
  'p br strong em u s ul ol li h2 h3 blockquote code pre hr'.split(' '),
)
/** Whose words are not for reading. */
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
])
const address = /^(https?:|mailto:|tel:)/i

/** In a document of its own nothing runs and nothing is fetched. */
const parseHtml = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** Formatted text, built anew of known elements without attributes: nothing of the markup itself reaches the page. */
export const RichText = ({ html }: { readonly html: string }) => (
  <div className="prose">{childrenOf(parseHtml(html))}</div>
)

const childrenOf = (node: Node): ReactNode[] =>
  [...node.childNodes].map((child, i) => <Fragment key={i}>{drawn(child)}</Fragment>)

function drawn(node: Node): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (silent.has(name)) return null
  const href = name === 'a' ? (node.getAttribute('href') ?? '') : ''
  if (address.test(href))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {childrenOf(node)}
      </a>
    )
  if (!knownElements.has(name)) return childrenOf(node)
  return name === 'br' || name === 'hr' ? createElement(name) : createElement(name, null, ...childrenOf(node))
}

/** The words alone, blocks apart. */
export const plainText = (html: string) =>
  [...parseHtml(html).querySelectorAll('p, li, h2, h3, pre')]
    .filter(each => !each.querySelector('p, li'))
    .map(each => each.textContent.trim())
    .filter(Boolean)
    .join(' ') || parseHtml(html).textContent
