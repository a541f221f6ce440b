import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** A page as `/content/pages.json` answers it. */
export interface PublishedPage {
  readonly uuid: string
  readonly name: string
  readonly slug: string
  readonly content: string | null
  readonly parent: string | null
  readonly position: number | null
  readonly published_at: string
}

/** All that the reader may read, in the order of its tree. */
export const useContent = () =>
  useQuery({
    queryKey: ['pages', 'content'],
    // The one address beside the API's own; it is known again by its tag, and sent once.
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ readonly data: readonly PublishedPage[] }>('/../../content/pages.json', {
        signal,
        quiet: true,
      })
      // They come by name.
      return data.toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || 0)
    },
  })
