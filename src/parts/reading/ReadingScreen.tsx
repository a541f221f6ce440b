import { TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft, IconArrowRight, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react'
import { goToHeading, headingsIn } from '#parts/reading/Prose.tsx'
import { inReadingOrder, searchIn, treeOf, type ReadingNode, type ReadingPage } from '#parts/reading/reading.ts'
import styles from '#parts/reading/reading.module.css'
import { widths } from '#web/constants.ts'
import { useLetterKeys } from '#web/ui/letterKeys.ts'

interface Props {
  /** What the tree is of: 'Páginas'. */
  readonly label: string
  readonly pages: readonly ReadingPage[]
  readonly current: string | null
  /** The text that is shown, for what is in it. */
  readonly html: string
  readonly children: ReactNode
}

/** Something read page by page: its tree with a search, the text, what is in it, and what comes before and after. */
export function ReadingScreen({ label, pages, current, html, children }: Props) {
  const tree = useMemo(() => treeOf(pages), [pages])
  const narrow = useMediaQuery(widths.narrow, false, { getInitialValueInEffect: false })
  const order = inReadingOrder(tree)
  const at = order.findIndex(({ key }) => key === current)
  const headings = useMemo(() => headingsIn(html), [html])
  const side = <Side label={label} pages={order} tree={tree} current={current} />
  return (
    <div className={styles.screen}>
      {narrow ? (
        <Fragment key={current}>
          <details className={styles.folded}>
            <summary>{label}: índice e busca</summary>
            {side}
          </details>
          {headings.length > 1 && (
            <details className={styles.folded}>
              <summary>{within}</summary>
              <nav className={styles.heads} aria-label={within}>
                <Headings headings={headings} />
              </nav>
            </details>
          )}
        </Fragment>
      ) : (
        <div className={styles.side}>{side}</div>
      )}
      <article className={styles.text}>
        {children}
        {at >= 0 && <Turn before={order[at - 1]} after={order[at + 1]} />}
      </article>
      {!narrow && headings.length > 1 && (
        <nav className={styles.contents} aria-label={within}>
          <h2>{within}</h2>
          <Headings headings={headings} />
        </nav>
      )}
    </div>
  )
}

const within = 'Nesta página'

const Headings = ({ headings }: { readonly headings: ReturnType<typeof headingsIn> }) => (
  <ul>
    {headings.map(({ id, title, deep }) => (
      <li key={id} data-deep={deep || undefined}>
        <a href={`#${id}`} onClick={event => goToHeading(event, id)}>
          {title}
        </a>
      </li>
    ))}
  </ul>
)

function Side({
  label,
  pages,
  tree,
  current,
}: {
  readonly label: string
  readonly pages: readonly ReadingPage[]
  readonly tree: readonly ReadingNode[]
  readonly current: string | null
}) {
  const [words, setWords] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useLetterKeys([['/', () => box.current?.focus()]])
  const hits = searchIn(pages, words)
  return (
    <>
      <TextInput
        ref={box}
        type="search"
        aria-label={`Buscar em ${label}`}
        aria-keyshortcuts="/"
        placeholder="Buscar"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        maxLength={100}
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
      />
      <div role="status" className={words.trim() ? `meta ${styles.found}` : 'sr-only'}>
        {words.trim() &&
          (hits.length ? `${hits.length} ${hits.length === 1 ? 'encontrada' : 'encontradas'}` : 'Nada encontrado')}
      </div>
      {words.trim() ? (
        <ul className={styles.hits}>
          {hits.map(({ page, around }) => (
            <li key={page.key}>
              <Link to={page.to} aria-current={page.key === current ? 'page' : undefined}>
                <strong>{page.title}</strong>
                {around && <span>{around}</span>}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <nav aria-label={label}>
          <Branch nodes={tree} current={current} />
        </nav>
      )}
    </>
  )
}

const Branch = ({ nodes, current }: { readonly nodes: readonly ReadingNode[]; readonly current: string | null }) => (
  <ul className={styles.branch}>
    {nodes.map(({ page, below }, i) => (
      <li key={page.key}>
        {page.group && page.group !== nodes[i - 1]?.page.group && <h2>{page.group}</h2>}
        <Link to={page.to} aria-current={page.key === current ? 'page' : undefined}>
          {page.title}
        </Link>
        {below.length > 0 && <Branch nodes={below} current={current} />}
      </li>
    ))}
  </ul>
)

const Turn = ({
  before,
  after,
}: {
  readonly before: ReadingPage | undefined
  readonly after: ReadingPage | undefined
}) => (
  <nav className={styles.turn} aria-label="Outras páginas">
    {before && (
      <Link to={before.to}>
        <span className="meta">
          <IconArrowLeft size={14} stroke={1.75} aria-hidden /> Anterior
        </span>
        {before.title}
      </Link>
    )}
    {after && (
      <Link to={after.to} data-after>
        <span className="meta">
          Seguinte <IconArrowRight size={14} stroke={1.75} aria-hidden />
        </span>
        {after.title}
      </Link>
    )}
  </nav>
)
