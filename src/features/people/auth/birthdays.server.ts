import { sql } from 'kysely'
import { companyOf, isStaff, type User } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { listBirthdays, type Birthday } from '#features/people/auth/api.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { readNumberSetting } from '#parts/setting/setting.server.ts'
import { birthdayDays } from '#parts/setting/setting.ts'
import type { AnyOperation, Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/**
 * Lists birthdays of this month and of the configured days ahead, by day. Staff get their company's team and those who work for
 * all companies; people of clients get only their own. `today` is São Paulo's.
 */
export async function upcomingBirthdays(db: Sql, user: User, today: string): Promise<readonly Birthday[]> {
  const company = companyOf(user)
  const daysAhead = await readNumberSetting(db, birthdayDays)
  const { rows } = await sql<Birthday>`
    select uuid, name, day::text as birthday from (
      select u.uuid, u.name, (birthday + make_interval(years =>
        extract(year from ${today}::date)::int + plus - extract(year from birthday)::int))::date as day
      from users u join profiles p on p.id = u.profile_id, generate_series(0, 1) plus
      where u.active and u.deleted_at is null and birthday <= ${today}::date
        and (u.id = ${user.id} or ${isStaff(user)} and p.audience = 'equipe'
          and (${company}::bigint is null or coalesce(u.empresa_id, ${company}) = ${company}))) people
    where day between date_trunc('month', ${today}::date)
      and greatest(${today}::date + ${daysAhead}::int, date_trunc('month', ${today}::date) + interval '1 month - 1 day')
    order by day, name`.execute(db)
  return rows
}

export const birthdayRoute = ({ now }: Auth): AnyOperation =>
  serve(listBirthdays, async ctx => ({ data: await upcomingBirthdays(ctx.sql, ctx.user, dayIn(now()).day) }))
