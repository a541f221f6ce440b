import { setTimeout as after } from 'node:timers/promises'
import type { DatabaseCluster } from './databases.ts'
import type { Caller, Witness } from './traffic.ts'

/** Seconds for which writes may be refused, until one is acknowledged again. */
const longestRefusal = 15

interface Verdict {
  readonly columns: readonly string[]
  readonly wrong: readonly string[]
}

/** Looks for every acknowledged write of each scenario, one by one. */
export async function judge(call: Caller, databases: DatabaseCluster, witnesses: readonly Witness[]) {
  const verdicts: Verdict[] = []
  for (const witness of witnesses) verdicts.push(await verdictOf(call, databases, witness))
  return verdicts
}

async function verdictOf(call: Caller, databases: DatabaseCluster, witness: Witness): Promise<Verdict> {
  const { scenario, rows, refusals, waits, reads, servers } = witness
  const lost: string[] = []
  const rest = rows.values()
  const look = async () => {
    for (const { uuid, name, description, pending } of rest) {
      const { status, body } = await insist(call, `plans/${uuid}`)
      const { data } = Object(body)
      const isThere =
        status === 200 && data?.name === name && [description, pending].includes(data?.description ?? null)
      if (!isThere) lost.push(`${scenario}: ${name} is lost (${status} ${JSON.stringify(data?.description)})`)
    }
  }
  await Promise.all([look(), look(), look(), look()])
  const twice = await databases.ask(
    await databases.hostOf('leader'),
    `select name from plans where name like '${scenario} %-%' group by name having count(*) > 1`,
  )
  const others = refusals.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)
  const seconds = Math.max(0, ...stretchesOf(witness))
  return {
    columns: [
      scenario,
      String(rows.length),
      String(lost.length),
      String(twice.length),
      String(refusals.length - others.length),
      String(others.length),
      seconds.toFixed(1),
      (Math.max(0, ...waits) / 1_000).toFixed(1),
      `${reads.right} / ${refusals.filter(({ kind }) => kind === 'read').length}`,
      [...servers]
        .toSorted()
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    ],
    wrong: [
      ...lost,
      ...twice.map(({ name }) => `${scenario}: ${name} is there twice`),
      ...others.slice(0, 5).map(({ status, text }) => `${scenario}: refused with ${status}, ${text.slice(0, 200)}`),
      ...(seconds > longestRefusal ? [`${scenario}: writes are refused for ${seconds.toFixed(1)} s`] : []),
      ...(rows.length < 50 ? [`${scenario}: only ${rows.length} writes were acknowledged`] : []),
    ],
  }
}

/** Asks until it is answered: a refusal is no proof that a row is gone. */
async function insist(call: Caller, path: string) {
  for (let tries = 1; ; tries++) {
    const reply = await call('GET', path).catch((error: unknown) => ({ status: 0, body: String(error) }))
    if ([200, 404].includes(reply.status) || tries > 60) return reply
    await after(500)
  }
}

/** Seconds of each stretch in which writes were refused and none was acknowledged. */
function stretchesOf({ refusals, acknowledged }: Witness): readonly number[] {
  const writes = refusals.filter(({ kind }) => kind === 'write')
  return acknowledged.flatMap((moment, at) => {
    const before = acknowledged[at - 1]
    const isRefused = before !== undefined && writes.some(({ ended }) => ended > before && ended < moment)
    return isRefused ? [(moment - before) / 1_000] : []
  })
}

const titles = [
  'scenario',
  'acknowledged',
  'lost',
  'twice',
  '503, Retry-After',
  'other refusals',
  'no write for, s',
  'longest write, s',
  'reads right / refused',
  'answered by',
]

export function printTable(verdicts: readonly Verdict[]) {
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  line(titles)
  line(titles.map(() => '---'))
  for (const { columns } of verdicts) line(columns)
}
