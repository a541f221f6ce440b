import { Problem } from '#kernel/problem.ts'

const messages = {
  silent: 'O armazenamento de documentos não respondeu. Tente de novo em instantes.',
  refused: 'O armazenamento de documentos recusou o acesso. Avise o responsável pelo sistema.',
  full: undefined,
} as const

/**
 * Why a store of documents did not do what it was to do: it did not answer in time or answered with an error of its own, it refused the
 * installation (its key, its bucket), or it is full. Requests answer it with a 503 and `Retry-After`, or a 507.
 */
export class StoreFault extends Problem {
  readonly why: keyof typeof messages
  /** The name that the service gives its error, or the system: 'NoSuchBucket', 'ECONNREFUSED'. */
  readonly code: string

  constructor(why: keyof typeof messages, code: string, cause: unknown) {
    const message = messages[why]
    super(why === 'full' ? 'full' : 'unavailable', {
      ...(message && { message }),
      retryAfter: why === 'silent' ? 5 : 60,
      cause,
    })
    this.why = why
    this.code = code
  }
}
