import { invalid, problem, Problem, type ProblemKind } from '#kernel/problem.ts'

/** The driver reports a failure so; see https://www.postgresql.org/docs/15/errcodes-appendix.html for the codes. */
interface DriverFailure {
  readonly code?: unknown
  readonly message?: unknown
  readonly detail?: unknown
  readonly column?: unknown
  /** The function of the server that refused. */
  readonly routine?: unknown
  readonly syscall?: unknown
}

const messagesByCode = {
  duplicate: 'Já existe um registro com este valor.',
  linked: 'O registro está ligado a outro, ou aponta para um que não existe mais.',
  required: 'Este campo é obrigatório.',
  characters: 'O texto contém caracteres que não podem ser gravados.',
  value: 'Um dos valores informados não é aceito.',
  readOnly:
    'O banco de dados está aceitando apenas leituras, em geral por falta de espaço em disco. Avise o responsável pelo sistema.',
  changing: 'O sistema está sendo atualizado. Tente de novo em instantes.',
} as const

type Verdict = readonly [ProblemKind, string?]

/** By SQLSTATE or by its class, the first two characters. What is in neither is a fault of ours. */
const verdicts: Readonly<Record<string, Verdict>> = {
  '08': ['unavailable'],
  '22': ['invalid', messagesByCode.value],
  '22021': ['invalid', messagesByCode.characters],
  '22P05': ['invalid', messagesByCode.characters],
  '23': ['invalid', messagesByCode.value],
  '23001': ['conflict', messagesByCode.linked],
  '23503': ['conflict', messagesByCode.linked],
  '23505': ['conflict', messagesByCode.duplicate],
  '23P01': ['conflict', messagesByCode.duplicate],
  '25006': ['full', messagesByCode.readOnly],
  '25P03': ['unavailable'],
  '25P04': ['unavailable'],
  '28': ['unavailable'],
  '3D000': ['unavailable'],
  '40': ['unavailable'],
  '53': ['unavailable'],
  '53100': ['full'],
  '54': ['invalid', messagesByCode.value],
  '55000': ['unavailable'],
  '55P03': ['unavailable'],
  '57': ['unavailable'],
  '58030': ['unavailable'],
  // Of `must_be_seen`.
  P0002: ['missing'],
  ECONNREFUSED: ['unavailable'],
  ECONNRESET: ['unavailable'],
  EPIPE: ['unavailable'],
  ETIMEDOUT: ['unavailable'],
  EHOSTUNREACH: ['unavailable'],
  EHOSTDOWN: ['unavailable'],
  ENETDOWN: ['unavailable'],
  ENETUNREACH: ['unavailable'],
  ENOTFOUND: ['unavailable'],
  EAI_AGAIN: ['unavailable'],
  ENOSPC: ['full'],
  EDQUOT: ['full'],
}

/** The driver gives these no code. */
const lostConnection =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after|driver has already been destroyed)/

/** Seconds to wait: enough for a lock to pass, a pool to drain or a server to come up again. */
const retryAfter = 2

/** Turns anything a query threw into the client's answer. Never throws; a Problem passes as it is. */
export function databaseProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const failure: DriverFailure = typeof thrown === 'object' && thrown !== null ? thrown : {}
  const code = String(failure.code ?? '')
  const refused = refusedField(code, failure)
  if (refused) return refused
  const [kind, message] = verdictOn(code, failure)
  return problem(kind, {
    ...(message && { message }),
    ...(kind === 'unavailable' && { retryAfter }),
    cause: thrown,
  })
}

function verdictOn(code: string, failure: DriverFailure): Verdict {
  if (isStalePlan(failure)) return ['unavailable', messagesByCode.changing]
  // A socket's file is gone while its server starts again.
  if (failure.syscall === 'connect') return ['unavailable']
  const verdict = verdicts[code] ?? (isSqlState(code) ? verdicts[code.slice(0, 2)] : undefined)
  return verdict ?? [lostConnection.test(String(failure.message)) ? 'unavailable' : 'internal']
}

/** Whether a table changed under a stored plan: "cached plan must not change result type", in whatever language. */
export function isStalePlan(thrown: unknown): boolean {
  const { code, routine }: DriverFailure = Object(thrown)
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** Whether a write was refused because the server only reads: a standby, or one whose disk is full. */
export const isReadOnlyRefusal = (thrown: unknown): boolean => Object(thrown).code === '25006'

/** The one field at fault, where the database names it. */
function refusedField(code: string, { column, detail }: DriverFailure): Problem | undefined {
  if (code === '23502' && typeof column === 'string') return invalid({ [column]: messagesByCode.required })
  const [field, ...others] = code === '23505' ? keyColumns(String(detail ?? '')) : []
  return field && !others.length ? invalid({ [field]: messagesByCode.duplicate }) : undefined
}

/**
 * 'Key (empresa_id, lower(name))=(1, x) already exists.' → ['name'], in whatever language the server speaks. The tenant
 * is left out: nobody types it.
 */
const keyColumns = (detail: string) =>
  (/\((.+?)\)=\(/.exec(detail)?.[1] ?? '')
    .split(', ')
    .map(part => /(\w+)\W*(?:::\w+\W*)?$/.exec(part)?.[1] ?? '')
    .filter(name => name && name !== 'empresa_id')

const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code)
