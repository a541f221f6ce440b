/** Field names, nested as `finances.0.icms_percent`, with what is wrong with each. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

const kinds = {
  malformed: [400, 'Não entendemos o pedido: o conteúdo enviado está malformado.'],
  unauthenticated: [401, 'Sua sessão expirou, por favor faça login novamente'],
  forbidden: [403, 'Não foi possível acessar a página solicitada.'],
  unproven: [403, 'Confirme que é você para continuar.'],
  missing: [404, 'Registro não encontrado.'],
  method: [405, 'Este endereço não aceita esse tipo de pedido.'],
  conflict: [409, 'O registro está em um estado que não permite esta ação.'],
  stale: [412, 'Outra pessoa alterou este registro depois que você o abriu.'],
  large: [413, 'O conteúdo enviado é grande demais.'],
  media: [415, 'O tipo do conteúdo enviado não é aceito aqui.'],
  invalid: [422, 'Há campos que precisam de atenção.'],
  outside: [424, 'Um serviço de fora não respondeu. Tente mais tarde.'],
  throttled: [429, 'Muitas tentativas em pouco tempo. Aguarde um instante e tente de novo.'],
  internal: [500, 'Algo falhou do nosso lado. Tente de novo; se continuar, informe o código do pedido.'],
  unavailable: [503, 'O sistema está ocupado ou reiniciando. Tente de novo em instantes.'],
  full: [507, 'Não há espaço em disco para gravar. Avise o responsável pelo sistema.'],
} as const satisfies Record<string, readonly [number, string]>

export type ProblemKind = keyof typeof kinds

/** An undeleted row already has the value; the refused user may open it. */
export interface ValueHolder {
  readonly path: string
  readonly uuid: string
  readonly name: string
}

interface Detail {
  readonly message?: string
  readonly errors?: FieldErrors
  /** Where the interface should go next. */
  readonly route?: string
  /** What the answer carries besides the message: the current row of a stale save, say. */
  readonly data?: object
  readonly holder?: ValueHolder | undefined
  /** Seconds, for `Retry-After`. */
  readonly retryAfter?: number
  /** Members RFC 6749 §5.2 asks of token errors. */
  readonly oauth?: { readonly error: string; readonly error_description?: string }
  /** What a proof of possession lacks (RFC 9449 §7.1): the `error` of the challenge, and a nonce to prove with. */
  readonly proof?: { readonly error: string; readonly nonce?: string }
  readonly cause?: unknown
}

/** How much of what is wrong one answer names. Names and sentences may repeat what was sent. */
const problemLimits = { problems: 100, name: 200, sentence: 1_000 } as const
export const mostProblems = problemLimits.problems

/**
 * At most a hundred problems, of which the last then counts the others, under no field: how long an answer is does not follow
 * from what was sent. Every refusal passes here, whichever door it is from: bodies, queries, lines, references.
 * @param uncounted problems found besides those given.
 */
export function boundedErrors(errors: FieldErrors, uncounted = 0): FieldErrors {
  const all = Object.entries(errors).flatMap(([field, said]) => said.map(each => [field, each] as const))
  const beyond =
    all.length + Math.min(uncounted, 1) > problemLimits.problems
      ? all.length - problemLimits.problems + 1 + uncounted
      : 0
  const found = new Map<string, string[]>()
  for (const [field, said] of beyond ? all.slice(0, problemLimits.problems - 1) : all) {
    const name = cut(field, problemLimits.name)
    found.set(name, [...(found.get(name) ?? []), cut(said, problemLimits.sentence)])
  }
  if (beyond) found.set('', [...(found.get('') ?? []), `E mais ${beyond.toLocaleString('pt-BR')}.`])
  return Object.fromEntries(found)
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text)

/** Thrown anywhere, answered in the one shape of errors by `#server/app.ts`. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly status: number
  readonly detail: Detail
  constructor(kind: ProblemKind, detail: Detail = {}) {
    super(detail.message ?? kinds[kind][1], { cause: detail.cause })
    this.kind = kind
    this.status = kinds[kind][0]
    this.detail = detail.errors ? { ...detail, errors: boundedErrors(detail.errors) } : detail
  }
}

/**
 * An error to throw where a request is refused; the server answers all of them in one shape.
 * @example
 * if (row.closed) throw problem('conflict', 'A conta está baixada: reabra antes de alterar.')
 */
export const problem = (kind: ProblemKind, detail?: Detail | string) =>
  new Problem(kind, typeof detail === 'string' ? { message: detail } : detail)

/** One field refused: the common case of `problem('invalid', …)`. */
export const invalid = (errors: Readonly<Record<string, string | readonly string[]>>) =>
  new Problem('invalid', {
    errors: Object.fromEntries(
      Object.entries(errors).map(([field, said]) => [field, typeof said === 'string' ? [said] : said]),
    ),
  })

/** What a refusal says, in sentences; what is no refusal is thrown again. */
export function refusalIn(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Problem) || thrown.status >= 500) throw thrown
  const said = Object.values(thrown.detail.errors ?? {}).flat()
  return said.length ? said : [thrown.message]
}

/** The body of every answer that is not a success. */
export interface ProblemBody {
  readonly type: 'error' | 'validation'
  readonly status: number
  readonly route: string | null
  readonly message: string
  readonly data: { readonly message: string } & Readonly<Record<string, unknown>>
  readonly errors?: FieldErrors
  /** Of a value that may be there once: the row that has it. */
  readonly holder?: ValueHolder
  readonly code: string
  readonly request_id: string
}

export function problemBody(thrown: Problem, request_id: string, method: string): ProblemBody {
  const message = wordsOf(thrown, method)
  return {
    type: thrown.kind === 'invalid' ? 'validation' : 'error',
    status: thrown.status,
    route: thrown.detail.route ?? null,
    message,
    data: { message, ...thrown.detail.data },
    ...(thrown.detail.errors && { errors: thrown.detail.errors }),
    ...(thrown.detail.holder && { holder: thrown.detail.holder }),
    code: thrown.kind,
    request_id,
  }
}

/** The specification's sentence for a 403 speaks of entering a page, which does not fit a refused action. */
const wordsOf = ({ kind, detail, message }: Problem, method: string) =>
  kind === 'forbidden' && detail.message === undefined && method !== 'GET' ? 'Você não pode fazer isto.' : message
