import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf, AnySendable, CallInput } from '#kernel/call.ts'
import { queryKeyOf, sendCall } from '#web/call.ts'

/**
 * The answers of a reading call, one page after another. `next` gives the page after the last one read, the `count`th, or null
 * where that was the end; `inputOf` gives what is sent for a page, undefined being the first.
 * @example
 * const history = useAnswerPages(searchHistory, page => ({ query: { page } }), ({ more }, count) => (more ? count + 1 : null))
 */
export const useAnswerPages = <C extends AnySendable>(
  call: C,
  inputOf: (page: number | undefined) => CallInput<C>,
  next: (last: AnswerOf<C>, count: number) => number | null,
  enabled = true,
) =>
  useInfiniteQuery({
    queryKey: [...queryKeyOf(call, inputOf(undefined)), 'page by page'],
    enabled,
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { readonly pageParam: number | undefined; readonly signal: AbortSignal }) =>
      sendCall(call, inputOf(pageParam), { quiet: true, signal }),
    getNextPageParam: (last, pages): number | null => next(last, pages.length),
  })
