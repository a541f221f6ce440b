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
  const told = (answer: unknown) => JSON.stringify(answer).slice(0, 1_500)
  const rows = ours.rows ?? ours.data?.stations ?? ours.data
  if (!rows?.length) throw new Error(`${path} answers nothing: ${told(ours)}`)
  for (const each of theirs)
    if (!isDeepStrictEqual(ours, each)) throw new Error(`${path}: ours ${told(ours)}, the floor’s ${told(each)}`)
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
