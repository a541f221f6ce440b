import type { FieldErrors, ProblemBody } from '#kernel/problem.ts'
import { isRecord } from '#web/storage.ts'

const errorWords = {
  unreachable: 'Sem conexão com o servidor. Verifique a rede e tente de novo.',
  late: 'O servidor demorou demais para responder. Tente de novo.',
  unreadable: 'O servidor respondeu algo que não entendemos. Tente de novo.',
} as const

/** A call that did not succeed. `status` is 0 when no answer came; `body` is the server's own, when it sent one. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ProblemBody | null
  constructor(status: number, message: string, body: ProblemBody | null = null, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.body = body
  }
}

export const unreachable = (cause: unknown) => new ApiError(0, errorWords.unreachable, null, cause)
export const late = (cause: unknown) => new ApiError(0, errorWords.late, null, cause)
export const unreadable = (status: number, cause?: unknown) => new ApiError(status, errorWords.unreadable, null, cause)

const isProblem = (value: unknown): value is ProblemBody => isRecord(value) && typeof value.message === 'string'

/** Reads the error of a failed response, whose body is JSON even where a file was requested. */
export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const body: unknown = await response.json()
    if (isProblem(body)) return new ApiError(response.status, body.message, body)
  } catch {
    // Not ours: a proxy's page, say.
  }
  return unreadable(response.status)
}

/** The messages grouped by field, as one list. */
export const flatten = (errors: FieldErrors): readonly string[] => Object.values(errors).flat()

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The errors of a 422, by field; none for anything else. */
export const fieldErrorsOf = (error: unknown): FieldErrors =>
  (error instanceof ApiError && error.status === 422 && error.body?.errors) || {}

/** Answers why something was not done: the refusals of its fields or, without them, the message of the whole. */
export function reasonsOf(error: unknown): readonly string[] {
  const refused = flatten(fieldErrorsOf(error))
  return refused.length ? refused : [messageOf(error)]
}
export const reasonOf = (error: unknown) => reasonsOf(error).join(' ')
