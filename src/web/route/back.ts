import { defaultParseSearch } from '@tanstack/react-router'
import { sessionStore } from '#web/session/store.ts'
import { isRecord, keep, keys, recall } from '#web/storage.ts'

type Searches = Readonly<Record<string, string>>
const isSearches = (value: unknown): value is Searches =>
  isRecord(value) && Object.values(value).every(search => typeof search === 'string')
const isSearchesOfUsers = (value: unknown): value is Readonly<Record<string, Searches>> =>
  isRecord(value) && Object.values(value).every(isSearches)

/** Paths of which a tab remembers the search, the last ones seen. */
const rememberedPaths = 50

const searchesOfUsers = () => recall(keys.searches, isSearchesOfUsers) ?? {}

/** Remembers, in this tab and for its user, with which search a page was last seen. */
export function rememberSearch(path: string, search: string) {
  const { user } = sessionStore.get()
  // The trash of a list is not the list: what leads back to that leads to its rows.
  if (!user || new URLSearchParams(search).has('trashed')) return
  const all = searchesOfUsers()
  const { [path]: before = '', ...others } = all[user.uuid] ?? {}
  if (!search && !before) return
  const paths = Object.entries(others).slice(1 - rememberedPaths)
  keep(keys.searches, { ...all, [user.uuid]: Object.fromEntries(search ? [...paths, [path, search]] : paths) })
}

/** Where a way back to a page leads: to it as it was last seen, with its search, filters, order and page. */
export function backTo(to: string) {
  const search = searchesOfUsers()[sessionStore.get().user?.uuid ?? '']?.[to]
  return search ? { to, search: defaultParseSearch(search) } : { to }
}
