import { hashKey, useQuery } from '@tanstack/react-query'
import type { Field } from '#kernel/field.ts'
import type { Page } from '#kernel/page.ts'
import { api } from '#web/api.ts'
import { isRecord } from '#web/storage.ts'
import { isSearched, titleColumn, titleIn } from '#web/kinds/targets.ts'

/** An option of a reference: its id as text, and what people call it. */
export interface RefOption {
  readonly value: string
  readonly label: string
}

type Query = Readonly<Record<string, string>>

/** Rows a reference may point to, as a search finds them. A list the server does not search comes whole. */
export function useRefOptions(path: string, { search = '', ...query }: Query, enabled: boolean, among: Query = {}) {
  const key = [path, 'options', query, among]
  return useQuery<readonly RefOption[]>({
    queryKey: [...key, search],
    enabled,
    // These match fewer letters: a user about to press one finds it there.
    placeholderData: (found, of) => (of && hashKey(of.queryKey.slice(0, -1)) === hashKey(key) ? found : undefined),
    queryFn: async ({ signal }) => {
      const only = Object.fromEntries(Object.entries(among).map(([name, value]) => [`filter[${name}]`, value]))
      const asked = isSearched(path)
        ? { per_page: 25, active: 'true', columns: titleColumn(path), ...only, ...query, ...(search && { search }) }
        : among
      const { data } = await api.get<Page<unknown>>(`/${path}`, { query: asked, signal, quiet: true })
      return data.filter(isRecord).map(row => ({ value: String(row.id), label: titleIn(path, row) }))
    },
  })
}

/** What a reference's id is called; its number until that is known. */
export function useRefName(field: Field, id: number): string {
  const path = field.options.to ?? ''
  const { data } = useRefOptions(path, { active: 'all', 'filter[id]': String(id) }, field.kind === 'ref' && id > 0)
  return data?.find(({ value }) => value === String(id))?.label ?? String(id)
}
