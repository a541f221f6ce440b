import { describe, expect, test } from 'vitest'
import {
  forClients,
  generalGuide,
  guideFor,
  guideOf,
  newsGuide,
  shownGuides,
  shownNews,
} from '#features/platform/help/guides.ts'
import { menu } from '#features/menu.ts'
import { slugOf } from '#kernel/text.ts'
import { guideFiles, hasPicture, newsIn, readGuides } from '../scripts/guides.ts'

describe('the guide', () => {
  const book = readGuides()
  const pages = book.groups.flatMap(group => group.pages)
  const slugs = pages.map(({ slug }) => slug)
  const entries = menu.flatMap(({ items }) => items.map(({ id }): string => id))

  test('lists each of its files once, with a title and what it answers', () => {
    expect(guideFiles().length).toBeGreaterThan(15)
    expect(slugs.toSorted()).toEqual(guideFiles().toSorted())
    expect(pages.filter(({ title, about, html }) => !title || !about || html.length < 200)).toEqual([])
  })

  test('has a page for every entry of the menu, and names none that is not there', () => {
    expect(
      Object.entries(guideOf).filter(([entry, slug]) => !entries.includes(entry) || !slugs.includes(slug)),
    ).toEqual([])
    expect([generalGuide, forClients, newsGuide].filter(slug => !slugs.includes(slug))).toEqual([])
    expect(entries.length).toBeGreaterThan(40)
    for (const staff of [true, false]) {
      const shown = shownGuides(book, staff).flatMap(group => group.pages)
      expect(entries.filter(entry => guideFor(entry, shown) === null)).toEqual([])
    }
  })

  test('shows people of a client what is for them, and nothing of the team’s', () => {
    const shown = shownGuides(book, false).flatMap(group => group.pages)
    expect(shown.every(({ forAll }) => forAll)).toBe(true)
    expect(shown.length).toBeLessThan(pages.length)
    expect(guideFor('collects-quadro', shown)?.slug).toBe(forClients)
    expect(guideFor('collects-quadro', pages)?.slug).toBe('mes')
    expect(shownNews(book, false).flatMap(day => day.points).length).toBeLessThan(
      shownNews(book, true).flatMap(day => day.points).length,
    )
  })

  test('leads where there is something: other guides, pictures, and addresses outside', () => {
    const links = pages.flatMap(({ slug, html }) => {
      const places = [...html.matchAll(/<h[23]>(.*?)<\/h[23]>/g)].map(([, words = '']) => `#${slugOf(words)}`)
      const known = [...places, ...slugs.map(each => `/ajuda/${each}`)]
      return [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => ({ slug, to, leads: known.includes(to) }))
    })
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter(({ to, leads }) => !leads && !/^https?:/.test(to))).toEqual([])
    const pictures = pages.flatMap(({ html }) => [...html.matchAll(/src="([^"]*)"/g)].map(([, name = '']) => name))
    expect(pictures.length).toBeGreaterThan(5)
    expect(pictures.filter(name => !hasPicture(name))).toEqual([])
  })

  test('lets nothing through that runs', () => {
    const planted = newsIn(
      '## 01/02/2026: Um\n- <script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">a</a>',
    )
    expect(planted).toEqual([{ date: '2026-02-01', title: 'Um', points: [{ forAll: false, html: '<a>a</a>' }] }])
    expect(pages.filter(({ html }) => /<script|javascript:|\son\w+=|style=/i.test(html))).toEqual([])
  })

  test('tells news from the newest day to the oldest, each day once', () => {
    const days = book.news.map(({ date }) => date)
    expect(days.length).toBeGreaterThan(1)
    expect(days).toEqual([...new Set(days)].toSorted().toReversed())
  })
})
