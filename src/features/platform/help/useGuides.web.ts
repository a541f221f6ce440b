import book, { pictures } from 'virtual:guides'
import { isStaff } from '#kernel/access.ts'
import { shownGuides, shownNews } from '#features/platform/help/guides.ts'
import type { ReadingPage } from '#parts/reading/reading.ts'
import { useUser } from '#web/session/store.ts'

/** The guide as its reader is shown it. Only what is loaded on demand imports this: it brings the whole of it. */
export function useGuides() {
  const staff = isStaff(useUser())
  const groups = shownGuides(book, staff)
  return { groups, pages: groups.flatMap(({ pages }) => pages), news: shownNews(book, staff), pictures }
}

const wordsIn = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent

/** The guide as something that is read page by page. */
export const readingOf = (groups: ReturnType<typeof useGuides>['groups']): readonly ReadingPage[] =>
  groups.flatMap(({ title: group, pages }) =>
    pages.map(({ slug, title, about, html }) => ({
      key: slug,
      title,
      to: `/ajuda/${slug}`,
      parent: null,
      group,
      text: `${about} ${wordsIn(html)}`,
    })),
  )
