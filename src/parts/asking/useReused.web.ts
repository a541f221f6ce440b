import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { textParameter, useAddress } from '#web/route/search.ts'

interface ReusedWords {
  readonly words: string | null
  readonly waiting: boolean
}

/**
 * The words of the answer that an address names ('?de-resposta='), without what is one client's; null where it names none, or
 * none that may be read.
 */
export function useReused(para: 'texto' | 'informativo'): ReusedWords {
  const [{ 'de-resposta': message }] = useAddress({ 'de-resposta': textParameter })
  const { data, isPending } = useQuery({
    queryKey: ['ticket-messages', 'aproveitar', message, para],
    enabled: message !== '',
    retry: false,
    select: ({ content }) => content,
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: { readonly content: string } }>(`/ticket-messages/${message}/aproveitar`, {
          query: { para },
          signal,
        })
      ).data,
  })
  return { words: data ?? null, waiting: message !== '' && isPending }
}
