// A read of ours beside those of servers written by hand: no figure counts before they answer the same, field by field.
import { isDeepStrictEqual } from 'node:util'
import { load, takeTurns, warmUp, type Call, type Load, type Loaded } from './rounds.ts'

/** Throws unless all of them answer the same, and answer something. */
export async function mustAnswerAlike(servers: readonly Loaded[], { path }: Call): Promise<void> {
  const [ours, ...theirs] = await Promise.all(
    servers.map(async ({ port, headers }) =>
      Object(await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()),
    ),
  )
  const inShort = (answer: unknown) => JSON.stringify(answer)?.slice(0, 500)
  const rows = ours.rows ?? ours.data?.stations ?? ours.data
  if (!rows?.length) throw new Error(`${path} answers nothing: ${inShort(ours)}`)
  for (const each of theirs)
    if (!isDeepStrictEqual(ours, each)) {
      const [at, one, other] = firstDifference(ours, each)
      throw new Error(`${path}, at ${at}: ours ${inShort(one)}, the floor’s ${inShort(other)}`)
    }
}

/** The place where two answers differ first, such as 'data.0.name', and what each has there. */
function firstDifference(
  one: unknown,
  other: unknown,
  at: readonly string[] = [],
): readonly [string, unknown, unknown] {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  if (isObject(one) && isObject(other)) {
    const [mine, theirs] = [Object(one), Object(other)]
    for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)]))
      if (!isDeepStrictEqual(mine[key], theirs[key])) return firstDifference(mine[key], theirs[key], [...at, key])
  }
  return [at.join('.'), one, other]
}

interface Measure {
  readonly seconds: number
  readonly rounds: number
  /** How many answers are compared before. */
  readonly checks?: number
}

/** What ours came to, round after round, and what each floor did. */
export async function versus(
  servers: readonly Loaded[],
  next: () => Call,
  { seconds, rounds, checks = 1 }: Measure,
): Promise<{ readonly ours: readonly Load[]; readonly floors: readonly (readonly Load[])[] }> {
  for (let times = 0; times < checks; times++) await mustAnswerAlike(servers, next())
  for (const server of servers) await load(server, next, warmUp)
  const found = await takeTurns(servers, rounds, server => load(server, next, seconds))
  const [ours = [], ...floors] = servers.map(server => found.get(server) ?? [])
  return { ours, floors }
}
