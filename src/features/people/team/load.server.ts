import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { tableOf } from '#kernel/resource.ts'
import { count, join } from '#kernel/text.ts'
import type { HandingHouse } from '#features/people/team/handovers.server.ts'
import { readOwnPeople, readTeamLoad } from '#features/people/team/api.ts'
import type { AwayDays, PersonLoad, WorkLoad } from '#features/people/team/schema.ts'
import { byPressure, weightOf } from '#features/people/team/load.ts'
import { team } from '#features/people/team/team.ts'
import { answeringSql, type OfficeDuty } from '#parts/person/burden.server.ts'
import { standsFor } from '#parts/person/person.server.ts'
import type { Ctx } from '#server/operation.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'

/** What one person, or nobody, has of one kind. */
type Weighed = ReadonlyMap<number | null, WorkLoad>

/** Of a kind of work, what each person has; what the user does not see is not counted. */
async function weighBurden(ctx: Ctx, house: HandingHouse, burden: OfficeDuty, today: string): Promise<Weighed> {
  const columns = (burden.due?.columns ?? []).map(name => sql`t.${sql.ref(name)}`)
  const { rows } = await sql<Record<string, unknown> & { person: number | null; n: number }>`
    select w.*, count(*)::int as n from (
      select ${answeringSql(burden)} as person${columns.length ? sql`, ${sql.join(columns)}` : sql``}
      from ${sql.table(tableOf(burden.of))} t
      where t.deleted_at is null and t.active and ${burden.open} and ${scopeSql(house.catalog(), burden.of, ctx.user)}) w
    group by ${sql.join(['person', ...(burden.due?.columns ?? [])].map(name => sql`w.${sql.ref(name)}`))}`.execute(
    ctx.sql,
  )
  const found = new Map<number | null, WorkLoad>()
  for (const { person, n, ...row } of rows) {
    const more = weightOf(burden.due?.day(row) ?? null, n, today)
    const { open = 0, late = 0, week = 0 } = found.get(person) ?? {}
    found.set(person, {
      kind: burden.of.path,
      open: open + more.open,
      late: late + more.late,
      week: week + more.week,
    })
  }
  return found
}

interface Days {
  readonly uuid: string
  readonly since: string
  readonly until: string
  readonly person_id: number
  readonly stand_in_id: number
  readonly person: string
  readonly stand_in: string
}
/** Absences now, and those that begin within so many days. */
const soon = 30
async function daysFrom({ sql: db }: Ctx, today: string): Promise<readonly Days[]> {
  const { rows } = await sql<Days>`
    select a.uuid, a.since, a.until, a.person_id, a.stand_in_id, p.name as person, s.name as stand_in
    from absences a join users p on p.id = a.person_id join users s on s.id = a.stand_in_id
    where a.deleted_at is null and a.active and a.until >= ${today}::date and a.since <= ${today}::date + ${soon}::int
    order by a.since, a.id`.execute(db)
  return rows
}

async function loadsOf(ctx: Ctx, house: HandingHouse) {
  const today = dayIn(new Date()).day
  const { rows: people } = await sql<Pick<PersonLoad, 'id' | 'uuid' | 'name' | 'active' | 'profile'>>`
    select t.id, t.uuid, t.name, t.active, p.name as profile from users t join profiles p on p.id = t.profile_id
    where t.deleted_at is null and ${scopeSql(house.catalog(), team, ctx.user)}`.execute(ctx.sql)
  const weighed: Weighed[] = []
  for (const burden of house.burdens()) weighed.push(await weighBurden(ctx, house, burden, today))
  const days = await daysFrom(ctx, today)
  const loadsFor = (id: number | null) =>
    house.burdens().map(({ of }, n): WorkLoad => weighed[n]?.get(id) ?? { kind: of.path, open: 0, late: 0, week: 0 })
  const saidOf = (loads: readonly WorkLoad[]) =>
    join(house.burdens().flatMap(({ of }, n) => (loads[n]?.open ? [count(loads[n].open, of.text)] : [])))
  const told = (each: Days, other: 'person' | 'stand_in'): AwayDays => ({
    uuid: each.uuid,
    since: each.since,
    until: each.until,
    other: { id: each[`${other}_id`], name: each[other] },
  })
  const found = people.map((person): PersonLoad => ({
    ...person,
    loads: loadsFor(person.id),
    holds: saidOf(loadsFor(person.id)),
    away: days.filter(each => each.person_id === person.id).map(each => told(each, 'stand_in')),
    standing: days.filter(each => each.stand_in_id === person.id).map(each => told(each, 'person')),
  }))
  // A person who left is shown as long as they own open work.
  const shown = found.filter(({ active, loads }) => active || loads.some(({ open }) => open > 0))
  return { today, people: shown.toSorted(byPressure), nobody: loadsFor(null) }
}

/** The workload of each staff member, the most pressed first. */
export const loadOf = (house: HandingHouse) => serve(readTeamLoad, async ctx => ({ data: await loadsOf(ctx, house) }))

/** Returns whose work is the user's today, and which staff are away, for lists of "mine" and chips of people. */
export const ownPeopleRoute = serve(readOwnPeople, async ctx => {
  const today = dayIn(new Date()).day
  const days = (await daysFrom(ctx, today)).filter(({ since }) => since <= today)
  const seen = await ctx.rows(team).among(days.map(({ person_id }) => person_id))
  const known = new Set(seen.map(({ id }) => id))
  return {
    data: {
      today,
      people: await standsFor(ctx.sql, ctx.user.id, today),
      away: days
        .filter(({ person_id }) => known.has(person_id))
        .map(({ person_id, person, stand_in_id, stand_in, until }) => ({
          person: person_id,
          name: person,
          stand_in: { id: stand_in_id, name: stand_in },
          until,
        })),
    },
  }
})
