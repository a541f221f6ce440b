import { useQuery } from '@tanstack/react-query'
import type { AnySendable, CallInput } from '#kernel/call.ts'
import { api } from '#web/api.ts'
import { callPath, queryKeyOf } from '#web/call.ts'

interface PictureOptions {
  readonly type: string | undefined
  /** What this picture is known by, where another may take its place under the same address. */
  readonly mark?: string | null
  /** False: no request is sent yet. */
  readonly enabled?: boolean
  /** Milliseconds: how long it is cached after nobody shows it, and how long it may take to arrive. */
  readonly gcTime?: number
  readonly timeout?: number
}

/** The bytes of a picture that a call answers, read once with the user's own rights. */
export const usePicture = <C extends AnySendable>(
  call: C,
  input: CallInput<C>,
  { type, mark = null, enabled = true, gcTime, ...options }: PictureOptions,
) =>
  useQuery({
    queryKey: [...queryKeyOf(call, input), mark],
    enabled,
    queryFn: ({ signal }) => api.blob(callPath(call, input), type, { ...options, signal, quiet: true }),
    staleTime: Infinity,
    retry: false,
    ...(gcTime !== undefined && { gcTime }),
  })
