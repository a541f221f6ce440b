import { sql } from 'kysely'
import { isSuperAdmin } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { at } from '#features/people/auth/sessions.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { readDemand, saveDemand } from '#features/people/profiles/api.ts'
import { factorsOffered } from '#features/people/factor/own.server.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { record } from '#server/audit.ts'
import { doneAnswer, type AnyOperation, type Ctx, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface Demand {
  readonly days: number | null
  readonly since: string | null
  readonly people: number
  readonly without: number
}

/** Routes by which the second factor is demanded of all who have a profile; that of the administrators too, which else never changes. */
export const demandRoutes = ({ now }: Auth): readonly AnyOperation[] => [
  serve(readDemand, async (ctx, { id }) => {
    const { id: profile } = await ctx.rows(profiles).find(id)
    return { data: await demandOf(ctx.sql, profile) }
  }),
  serve(saveDemand, async (ctx, { id, body: { days } }) => {
    if (!isSuperAdmin(ctx.user)) throw problem('forbidden', 'Só um superadministrador exige o segundo fator.')
    const { id: profile } = await ctx.rows(profiles).find(id)
    const { rows } = await sql<{ days: number | null }>`
      select second_factor_days as days from profiles where id = ${profile} for no key update`.execute(ctx.sql)
    const before = rows[0]?.days ?? null
    if (days !== null) refuseImpossible(ctx)
    // Fewer or more days are counted from when it was first demanded.
    const since = days === null ? null : sql`coalesce(second_factor_since, ${at(now())})`
    await sql`update profiles set second_factor_days = ${days}::int, second_factor_since = ${since} where id = ${profile}`.execute(
      ctx.sql,
    )
    await record(ctx, profiles, profile, 'segundo-fator.update', {
      'Exigir segundo fator': [daysInWords(before), daysInWords(days)],
    })
    return doneAnswer(200, daysInWords(days), await demandOf(ctx.sql, profile))
  }),
]

const daysInWords = (days: number | null) =>
  days === null
    ? 'O segundo fator não é exigido.'
    : days === 0
      ? 'O segundo fator é exigido já.'
      : `O segundo fator é exigido depois de ${days} ${days === 1 ? 'dia' : 'dias'}.`

/** What nobody could register is not demanded: it would shut everybody out. */
function refuseImpossible({ config }: Ctx) {
  const { totp, passkey } = factorsOffered(config)
  if (totp !== null && passkey !== null)
    throw problem('conflict', `Ninguém conseguiria cadastrar um. ${totp} ${passkey}`)
}

async function demandOf(db: Sql, profile: number): Promise<Demand> {
  const { rows } = await sql<Demand>`
    select p.second_factor_days as days, p.second_factor_since as since, count(u.id)::int as people,
      count(u.id) filter (where not exists (
        select from user_factors f where f.user_id = u.id and f.confirmed_at is not null))::int as without
    from profiles p left join users u on u.profile_id = p.id and u.active and u.deleted_at is null
    where p.id = ${profile} group by p.id`.execute(db)
  const [found] = rows
  if (!found) throw problem('missing')
  return found
}
