import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { capital } from '#kernel/text.ts'
import { newsGuide } from '#features/platform/help/guides.ts'
import styles from '#features/platform/help/help.module.css'
import { News } from '#features/platform/help/News.tsx'
import { readingOf, useGuides } from '#features/platform/help/useGuides.web.ts'
import { Prose } from '#parts/reading/Prose.tsx'
import { ReadingScreen } from '#parts/reading/ReadingScreen.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'

/** The product's own guide, whole: what each page answers, and each page. */
export default function HelpScreen() {
  const { guia } = useParams({ strict: false })
  const { groups, pages, news, pictures } = useGuides()
  const names = pages.map(({ slug }) => slug).join()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- they are the same for as long as their names are
  const reading = useMemo(() => readingOf(groups), [names])
  const guide = pages.find(({ slug }) => slug === guia)
  return (
    <Page title={guide?.title ?? 'Ajuda'} {...(guia && { crumbs: [{ label: 'Ajuda', to: '/ajuda' }] })}>
      <ReadingScreen
        label="Ajuda"
        pages={reading}
        current={guide?.slug ?? null}
        html={(guide?.slug !== newsGuide && guide?.html) || ''}
      >
        {guide?.slug === newsGuide ? (
          <News days={news} />
        ) : guide ? (
          <Prose html={guide.html} pictures={pictures} />
        ) : guia ? (
          <EmptyState title="Esta página de ajuda não existe" text="Procure pelo assunto, na busca." />
        ) : (
          groups.map(({ title, pages: inside }) => (
            <section key={title} className={styles.group} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {inside.map(({ slug, title: name, about }) => (
                  <li key={slug}>
                    <Link to={`/ajuda/${slug}`}>{name}</Link>
                    <span>{capital(about)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
      </ReadingScreen>
    </Page>
  )
}
