// Servers under load in turns, so that a slow minute of the machine meets them all, and what came of it.
import autocannon from 'autocannon'
import { median } from './figures.ts'

/** One request to a server. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body?: object
}
/** A server that listens here, and what every request to it carries. */
export interface Loaded {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  /** Whether an answer of status 200 is one: GraphQL tells its errors so. */
  readonly isSound?: (body: string) => boolean
}
export interface Load {
  /** Answers per second. */
  readonly rate: number
  /** Answers altogether. */
  readonly answers: number
}

/** Over eight connections, each asking what `next` says, and anew each time. Throws where any answer is a refusal. */
export async function load({ port, headers, isSound }: Loaded, next: () => Call, seconds: number): Promise<Load> {
  const setupRequest = (request: autocannon.Request) => {
    const { method, path, body } = next()
    return {
      ...request,
      method,
      path,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }
  }
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    requests: [{ setupRequest }],
    connections: 8,
    duration: seconds,
    ...(isSound && { verifyBody: body => isSound(String(body)) }),
  })
  const wrong = result.non2xx + result.errors + result.mismatches
  if (wrong || !result['2xx']) throw new Error(`${next().path} of ${port}: ${wrong} refused, ${result['2xx']} answered`)
  return { rate: result.requests.average, answers: result['2xx'] }
}

/** Seconds of each kind of work before it counts: a program that was just started compiles what it is asked to do. */
export const warmUp = 5

/** What each came to, round after round. Every other round runs backwards, so that nobody always follows the same one. */
export async function takeTurns<T>(
  all: readonly T[],
  rounds: number,
  measure: (each: T) => Promise<number>,
): Promise<ReadonlyMap<T, readonly number[]>> {
  const found = new Map(all.map(each => [each, [] as number[]] as const))
  for (let round = 0; round < rounds; round++)
    for (const each of round % 2 ? all.toReversed() : all) found.get(each)?.push(await measure(each))
  return found
}

/** Ours by theirs, round by round. */
export const ratios = (ours: readonly number[] = [], theirs: readonly number[] = []) =>
  ours.map((each, round) => each / (theirs[round] ?? Number.NaN))

/** '0.52 (0.50–0.55)': the median, the least and the most. */
export const spread = (figures: readonly number[]) => {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map(each =>
    each.toFixed(2),
  )
  return `${middle} (${least}–${most})`
}
export const oneOf = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('there is none to take')
  return one
}
