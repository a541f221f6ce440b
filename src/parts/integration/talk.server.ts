import { masked } from '#parts/integration/mask.ts'
import { exchange, Unanswered, type OutsideQuestion, type OutsideAnswer } from '#server/outbound.ts'

/** One question and what came of it, without any secret: all that is written down of a conversation. */
export interface TalkRecord {
  readonly method: string
  readonly host: string
  readonly path: string
  /** Null where no answer came. */
  readonly status: number | null
  readonly ms: number
  readonly message: string | null
  /** The beginning of what was answered, where it is recorded. */
  readonly answer?: string | null
}

const unreached: Readonly<Record<string, string>> = {
  ABORT_ERR: 'não respondeu a tempo',
  ETIMEDOUT: 'não respondeu a tempo',
  ENOTFOUND: 'o nome do servidor não foi encontrado',
  EAI_AGAIN: 'o nome do servidor não foi encontrado',
  ECONNREFUSED: 'está fora do ar ou recusa a conexão',
  ECONNRESET: 'interrompeu a conversa',
  EPIPE: 'interrompeu a conversa',
  EPROTO: 'a conexão segura falhou: confira o certificado',
}
const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)) : ''

/** Says in Portuguese why an external service failed, without any secret. */
export function wordsOfTrouble(error: Unanswered): string {
  const code = codeOf(error.cause)
  const host = error.message.split(/: | leads /, 1)[0] ?? ''
  const said = error.message.slice(host.length).replace(/^: /, '')
  const known =
    unreached[code] ??
    (/CERT|SSL|TLS/.test(code)
      ? 'o certificado não foi aceito'
      : code.startsWith('HPE_')
        ? 'respondeu o que não é HTTP'
        : null)
  const status = /^answered (\d{3})$/.exec(said)?.[1]
  return masked(`${host}: ${known ?? (status ? `respondeu ${status}` : said)}.`, 500)
}

/** Calls an external service, and always reports the outcome to `heard`. */
export const talkTo = (url: URL, question: OutsideQuestion, heard: HearsTalk): Promise<OutsideAnswer> =>
  listened(
    url,
    question.method ?? 'GET',
    async () => {
      const answer = await exchange(url, question)
      return { came: answer, status: answer.status }
    },
    heard,
  )

type HearsTalk = (said: TalkRecord) => Promise<void> | void

/** Runs a call to an external service, and reports to `heard`. */
export async function listened<T>(
  url: URL,
  method: string,
  ask: () => Promise<{ readonly came: T; readonly status: number }>,
  heard: HearsTalk,
): Promise<T> {
  const began = performance.now()
  const said = (status: number | null, message: string | null): TalkRecord => ({
    method,
    host: url.host,
    path: masked(`${url.pathname}${url.search}`, 500),
    status,
    ms: Math.round(performance.now() - began),
    message,
  })
  try {
    const { came, status } = await ask()
    await heard(said(status, null))
    return came
  } catch (error) {
    if (error instanceof Unanswered) await heard(said(null, wordsOfTrouble(error)))
    throw error
  }
}
