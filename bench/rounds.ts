// Servers under load in turns, so that a slow minute of the machine meets them all, and what came of it.
// `CONNECTIONS=32 WORKS='list of 25' npm run bench -- api`: over so many connections, and only the works whose name has that in it.
import autocannon from 'autocannon'
import { median } from './figures.ts'
import { spentBy } from './processes.ts'

export const connections = Number(process.env.CONNECTIONS ?? 8)
const pattern = new RegExp(process.env.WORKS ?? '', 'i')
export const isWanted = ({ name }: { readonly name: string }) => pattern.test(name)

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
  /** Its process, and that of the PostgreSQL it asks. */
  readonly pid: number | undefined
  readonly postmaster?: number | undefined
  /** Whether an answer of status 200 is one: GraphQL tells its errors so. */
  readonly isSound?: (body: string) => boolean
}
export interface Load {
  /** Answers per second. */
  readonly rate: number
  /** Answers altogether. */
  readonly answers: number
  /** Milliseconds of processor an answer took, of Node and of PostgreSQL. */
  readonly node: number
  readonly postgres: number
}

/** Over some connections, each asking what `next` says, and anew each time. Throws where any answer is a refusal. */
export async function load(server: Loaded, next: () => Call, seconds: number): Promise<Load> {
  const { port, headers, isSound } = server
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
  const before = spentBy(server)
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    requests: [{ setupRequest }],
    connections,
    duration: seconds,
    ...(isSound && { verifyBody: body => isSound(String(body)) }),
  })
  const wrong = result.non2xx + result.errors + result.mismatches
  if (wrong || !result['2xx']) throw new Error(`${next().path} of ${port}: ${wrong} refused, ${result['2xx']} answered`)
  const after = spentBy(server)
  const [rate, answers] = [result.requests.average, result['2xx']]
  return {
    rate,
    answers,
    node: (after.node - before.node) / answers,
    postgres: (after.postgres - before.postgres) / answers,
  }
}

/** Seconds of each kind of work before it counts: a program that was just started compiles what it is asked to do. */
export const warmUp = 5

/** What each came to, round after round. Every other round runs backwards, so that nobody always follows the same one. */
export async function takeTurns<T, Found>(
  all: readonly T[],
  rounds: number,
  measure: (each: T) => Promise<Found>,
): Promise<ReadonlyMap<T, readonly Found[]>> {
  const found = new Map(all.map(each => [each, [] as Found[]] as const))
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

/** 'Node 0.41 ms an answer, 1.80 (1.75–1.92) times theirs; PostgreSQL 0.30 ms, 1.01 (0.99–1.05) times' */
export const processorOf = (ours: readonly Load[], theirs: readonly Load[]): string =>
  (['node', 'postgres'] as const)
    .map(part => {
      const [mine, other] = [ours.map(each => each[part]), theirs.map(each => each[part])]
      const name = part === 'node' ? 'Node' : 'PostgreSQL'
      return `${name} ${median(mine).toFixed(2)} ms of processor, ${spread(ratios(mine, other))} times theirs`
    })
    .join(', ')
export const ratesOf = (loads: readonly Load[] = []) => loads.map(({ rate }) => rate)
/** Milliseconds of the machine an answer took. */
export const timesOf = (loads: readonly Load[] = []) => loads.map(({ rate }) => 1_000 / rate)

export const oneOf = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('there is none to take')
  return one
}
