import { can, companyOf, permission } from '#kernel/access.ts'
import { verbsOf } from '#kernel/resource.ts'
import { showAgo, showInteger } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import type { HealthLink } from '#server/health-line.ts'
import type { HealthCheck, HealthQuestion } from '#server/health.ts'
import type { AnyWork } from '#server/jobs/work.ts'

/** Milliseconds after its time at which a chore counts as not run: a look takes place each minute, and one chore may delay the next. */
const overdueAfter = 15 * 60_000
/** Names of chores in one sentence. */
const mostNamed = 3

const namesOf = (titles: readonly string[]) => {
  const left = titles.length - mostNamed
  return join([...titles.slice(0, mostNamed).map(each => `“${each}”`), ...(left > 0 ? [`mais ${left}`] : [])])
}

export const choresHealth: HealthCheck = {
  key: 'rotinas',
  title: 'Rotinas',
  read: async ({ house: { chores }, ctx, now }) => {
    const standing = await chores.standing(ctx.sql)
    const titlesOf = (of: typeof standing) =>
      of.map(({ name }) => chores.chores.find(each => each.name === name)?.title ?? name)
    const link = { to: '/manutencao', label: 'Ver as rotinas', needs: 'manutencao.index' }
    const overdue = standing.filter(
      ({ running, next_at }) => !running && now.getTime() - Date.parse(next_at) > overdueAfter,
    )
    if (overdue.length)
      return {
        state: 'parado',
        text: `${count(overdue.length, { one: 'rotina não rodou', many: 'rotinas não rodaram', gender: 'f' })} quando devia: ${namesOf(titlesOf(overdue))}. Confira se há um processo que faz rotinas (OUTORGA_ROLE).`,
        link,
      }
    const failing = standing.filter(({ error }) => error !== null)
    if (failing.length)
      return {
        state: 'atencao',
        text: `${count(failing.length, { one: 'rotina falhou', many: 'rotinas falharam', gender: 'f' })} da última vez: ${namesOf(titlesOf(failing))}. São tentadas de novo; a tela diz o que houve.`,
        link,
      }
    return { state: 'ok', text: `${showInteger(standing.length)} rotinas, todas em dia.`, link }
  },
}

/** Seconds for which a job may wait to be begun. */
const longWait = 600
const queued = { one: 'trabalho na fila', many: 'trabalhos na fila', gender: 'm' } as const
const failedJob = {
  one: 'trabalho falhou nos últimos 30 dias',
  many: 'trabalhos falharam nos últimos 30 dias',
  gender: 'm',
} as const
/** Failed jobs looked through for one that the reader may open. */
const lookedThrough = 20

export const jobsHealth = (works: readonly AnyWork[]): HealthCheck => ({
  key: 'trabalhos',
  title: 'Trabalhos em segundo plano',
  read: async question => {
    const { house, ctx, now } = question
    const standing = await house.jobs.queue.standing(companyOf(ctx.user))
    const sum = (state: string) => standing.reduce((all, { states }) => all + (states[state] ?? 0), 0)
    const [waiting, running, failed] = [sum('na-fila'), sum('processando'), sum('falhou')]
    const oldest = Math.max(0, ...standing.map(each => each.oldest))
    const inQueue = `${waiting ? count(waiting, queued) : 'Nenhum trabalho na fila'}, ${running || 'nenhum'} em andamento.`
    if (oldest > longWait)
      return {
        state: 'parado',
        text: `${inQueue} O mais antigo espera ${showAgo(new Date(now.getTime() - oldest * 1_000).toISOString(), now.toISOString())}: confira se há um processo que faz trabalhos (OUTORGA_ROLE), ou o que ocupa os que há.`,
      }
    if (!failed) return { state: 'ok', text: inQueue }
    return {
      state: 'atencao',
      text: `${count(failed, failedJob)}. ${inQueue}`,
      link: await linkToFailed(question, works),
    }
  },
})

/** The newest failed job whose row the reader sees: what happened and a second try are there. */
async function linkToFailed(
  { house, ctx }: HealthQuestion,
  works: readonly AnyWork[],
): Promise<HealthLink | undefined> {
  for (const { id, work } of await house.jobs.queue.failed(companyOf(ctx.user), lookedThrough)) {
    const of = works.find(({ name }) => name === work)?.of
    const needs = of && verbsOf(of).includes('show') ? permission(of, 'show') : undefined
    if (!of || (needs !== undefined && !can(ctx.user, needs)) || !(await ctx.rows(of).seek(id))) continue
    return { to: `/${of.path}/${id}`, label: 'Abrir o que falhou', ...(needs !== undefined && { needs }) }
  }
  return undefined
}
