import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, AnySendable, CallInput, CallQuery } from '#kernel/call.ts'
import { api, type CallOptions } from '#web/api.ts'

type SendOptions = Omit<CallOptions, 'query'>
interface SentInput {
  readonly [name: string]: unknown
  readonly query?: CallQuery
  readonly body?: unknown
}
const sectionOf = ({ id, of, lists }: AnySendable) =>
  lists?.path ?? (typeof of === 'object' ? of.path : (id.split('.')[0] ?? id))

/** '/tickets/12/dizer': the path with its keys. */
export const callPath = <C extends AnySendable>(call: C, input: CallInput<C>) => filledPath(call, { ...input })
function filledPath({ path }: AnySendable, input: SentInput): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
}

/** Where the answer of a call is cached: under the section it reads, so that a write to that section renews it. */
export const queryKeyOf = <C extends AnySendable>(call: C, input?: CallInput<C>): QueryKey =>
  input === undefined ? [sectionOf(call), call.id] : [sectionOf(call), call.id, input]

/** Sends a call. Throws ApiError when it is refused or does not arrive. */
export async function sendCall<C extends AnySendable>(
  call: C,
  input: CallInput<C>,
  options: SendOptions = {},
): Promise<AnswerOf<C>> {
  const { query, body }: SentInput = { ...input }
  const path = filledPath(call, { ...input })
  const sent = { ...options, ...(query && { query }) }
  switch (call.method) {
    case 'GET':
      return api.get<AnswerOf<C>>(path, sent)
    case 'DELETE':
      return api.delete<AnswerOf<C>>(path, sent)
    default:
      return api[call.method === 'POST' ? 'post' : 'put']<AnswerOf<C>>(path, body, sent)
  }
}

interface AnswerOptions extends SendOptions {
  /** False: no request is sent yet. */
  readonly enabled?: boolean
  /** While another input is requested, the previous answer remains. */
  readonly keepsPrevious?: boolean
  /** Milliseconds. */
  readonly staleTime?: number
  readonly gcTime?: number
  readonly refetchInterval?: number | false
  /** False: the first failure is shown, with no second try. */
  readonly retry?: false
  /** Of the record the answer is about: the answer of another version is another answer, never shown in its place. */
  readonly rowVersion?: string | number | null
}

/** What a query of TanStack takes to read a call: for useQueries, ensureQueryData and prefetchQuery. */
export function answerOptions<C extends AnySendable>(
  call: C,
  input: CallInput<C>,
  {
    enabled = true,
    keepsPrevious = false,
    staleTime,
    gcTime,
    refetchInterval,
    retry,
    rowVersion,
    ...options
  }: AnswerOptions = {},
) {
  return queryOptions({
    queryKey: rowVersion === undefined ? queryKeyOf(call, input) : [...queryKeyOf(call, input), rowVersion],
    queryFn: ({ signal }) => sendCall(call, input, { quiet: true, ...options, signal }),
    enabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData<AnswerOf<C>> }),
    ...(staleTime !== undefined && { staleTime }),
    ...(gcTime !== undefined && { gcTime }),
    ...(refetchInterval !== undefined && { refetchInterval }),
    ...(retry !== undefined && { retry }),
  })
}

/**
 * The answer of a reading call, cached and renewed. Without `quiet: false` the caller shows its errors.
 * @example
 * const { data } = useAnswer(orderPlan, { id: client, body: draft }, { enabled: client !== null })
 */
export const useAnswer = <C extends AnySendable>(
  call: C,
  input: CallInput<C>,
  options?: AnswerOptions,
): UseQueryResult<AnswerOf<C>> => useQuery(answerOptions(call, input, options))

/** Reads the answers of a call again: of one input, or of all. */
export const renewAnswers = <C extends AnySendable>(
  queries: QueryClient,
  call: C,
  input?: CallInput<C>,
): Promise<void> => queries.invalidateQueries({ queryKey: queryKeyOf(call, input) })

/** Reads again what a success of this call changed. */
export async function renewAfter(queries: QueryClient, call: AnySendable): Promise<void> {
  const sections = new Set([sectionOf(call), ...(call.writes ?? []).map(({ path }) => path)])
  await Promise.all([...sections].map(section => queries.invalidateQueries({ queryKey: [section] })))
}

/** The same of one call, in a component. */
export function useRenewal(call: AnySendable): () => Promise<void> {
  const queries = useQueryClient()
  return () => renewAfter(queries, call)
}

interface SentCall<C extends AnySendable> {
  /** Sends it, and reads again what it changed. Throws ApiError. */
  readonly send: (input: CallInput<C>, options?: SendOptions) => Promise<AnswerOf<C>>
  readonly sending: boolean
}
/**
 * A writing call, after which everything it changed is read again.
 * @example
 * const { send, sending } = useCall(cancelOrder)
 */
export function useCall<C extends AnySendable>(call: C): SentCall<C> {
  const renew = useRenewal(call)
  const [open, setOpen] = useState(0)
  async function send(input: CallInput<C>, options?: SendOptions) {
    setOpen(count => count + 1)
    try {
      const answer = await sendCall(call, input, options)
      await renew()
      return answer
    } finally {
      setOpen(count => count - 1)
    }
  }
  return { send, sending: open > 0 }
}
