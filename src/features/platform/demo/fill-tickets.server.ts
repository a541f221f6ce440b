import { sql } from 'kysely'
import { dayAfter } from '#kernel/clock.ts'
import { slugOf } from '#kernel/text.ts'
import * as desk from '#features/platform/demo/desk.ts'
import type { Office } from '#features/platform/demo/base.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { ticketTeams } from '#features/lookups.ts'
import { monthName } from '#features/regulatory/obligations/when.ts'
import { afterWorkingHours } from '#features/support/tickets/ticket/hours.ts'
import { ticketMacros } from '#features/support/tickets/ticket/macros.ts'
import { ticketSteps } from '#features/support/tickets/ticket/steps.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { textModules, ticketMessages, tickets, ticketUploads } from '#features/support/tickets/ticket/tickets.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import { periodOf, previous } from '#parts/period/period.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

const hour = 3_600_000
const before = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
/** Working hours the office has to answer a question. */
const answeredIn = [4, 8, 8] as const
const office = { opens: 8, closes: 18 } as const

/** Conversations of several days, the notes among colleagues in them, and what is written again and again. */
export async function fillTickets(db: Sql, config: Config, all: readonly DemoProvider[], around: Office) {
  const { known, users } = around
  const teams = await sow(
    db,
    ticketTeams,
    desk.ticketTeams.map(name => ({ name })),
  )
  await sow(
    db,
    textModules,
    desk.textModules.map(([name, shortcut, content]) => ({ name, shortcut, content })),
  )
  await fillHelp(db, around, teams)
  const asked = await Promise.all(desk.tickets.map(each => knownOf(db, around.clients[each.client] ?? 0)))
  let owed = 0
  const made = await sow(
    db,
    tickets,
    desk.tickets.map((each, i) => {
      const [first, last] = [each.said[0], each.said.findLast(({ by }) => by !== 'note')]
      const of = asked[i]
      const by = (words: typeof last) => (words?.by === 'team' ? users[words.from ?? 1] : of?.person) ?? null
      const waits = last !== undefined && each.state === 'em-aberto' && last.by === 'client'
      return {
        name: filledWords(all, around.today, each.client, each.name),
        client_id: around.clients[each.client] ?? 0,
        module_id: known('module_tickets', each.module),
        type_id: known('ticket_types', each.type),
        status_id: known('statuses:Ticket', each.state),
        priority: each.priority,
        owner_id: each.owner === null ? null : (users[each.owner] ?? null),
        team_id: teams[desk.ticketTeams.findIndex(name => slugOf(name) === each.team)] ?? null,
        ...(each.tie && { [`${each.tie}_id`]: of?.[each.tie] ?? null }),
        requester_id: of?.person ?? null,
        opened_user_id: of?.person ?? users[1] ?? null,
        closed_user_id: each.state === 'finalizado' ? (users[each.owner ?? 1] ?? null) : null,
        spoken_at: before(last?.hoursAgo ?? 0),
        spoken_user_id: by(last),
        reply_by: waits
          ? afterWorkingHours(
              new Date(before(last.hoursAgo)),
              answeredIn[owed++ % answeredIn.length] ?? 8,
              office,
            ).toISOString()
          : null,
        remind_on: each.remindIn ? dayAfter(around.today, each.remindIn) : null,
        remind_user_id: each.remindIn && each.owner !== null ? (users[each.owner] ?? null) : null,
        created_at: before(first?.hoursAgo ?? 0),
        updated_at: before(last?.hoursAgo ?? 0),
      }
    }),
  )
  await fillSteps(db, users, made)
  await say(
    db,
    config,
    all,
    around,
    made,
    asked.map(({ person }) => person),
  )
}

/** What tickets begin with, and what is done in them again and again. */
async function fillHelp(db: Sql, { known }: Office, teams: readonly number[]) {
  const teamOf = (slug: string) => teams[desk.ticketTeams.findIndex(name => slugOf(name) === slug)] ?? null
  await sow(
    db,
    ticketTemplates,
    desk.ticketTemplates.map(({ module, type, team, steps, ...template }) => ({
      ...template,
      module_id: known('module_tickets', module),
      type_id: known('ticket_types', type),
      team_id: teamOf(team),
      checklist: steps.map(([name, required]) => ({ name, required })),
    })),
  )
  await sow(db, ticketMacros, desk.ticketMacros)
}

async function fillSteps(db: Sql, users: Office['users'], made: readonly number[]) {
  const steps = desk.tickets.flatMap(({ steps: told, owner }, i) =>
    (told?.of ?? []).map(([name, required], at) => {
      const isDone = at < (told?.done ?? 0)
      return {
        name,
        required,
        ticket_id: made[i] ?? 0,
        done: isDone,
        done_user_id: isDone ? (users[owner ?? 1] ?? null) : null,
        done_at: isDone ? before(20) : null,
      }
    }),
  )
  await sow(db, ticketSteps, steps)
}

/** What a client has that a ticket may be about, and who of it asks. */
async function knownOf(db: Sql, client: number) {
  const { rows } = await sql<Record<'person' | 'station' | 'bill' | 'collect', number | null>>`
    select (select user_id from clients_client_users where parent_id = ${client} order by position limit 1) as person,
      (select id from stations where client_id = ${client} order by id limit 1) as station,
      (select id from bills_to_receive where client_id = ${client} order by due_date desc limit 1) as bill,
      (select id from collects where client_id = ${client} order by year desc, month desc, id limit 1) as collect`.execute(
    db,
  )
  return rows[0] ?? { person: null, station: null, bill: null, collect: null }
}

async function say(
  db: Sql,
  config: Config,
  all: readonly DemoProvider[],
  { users, today }: Office,
  made: readonly number[],
  people: readonly (number | null)[],
) {
  const words = desk.tickets.flatMap((each, i) => each.said.map(said => ({ ...said, i, client: each.client })))
  const authorOf = ({ by, from, i }: (typeof words)[number]) =>
    (by === 'client' ? people[i] : users[from ?? 1]) ?? users[1] ?? null
  const ids = await sow(
    db,
    ticketMessages,
    words.map(said => ({
      content: filledWords(all, today, said.client, said.text),
      internal: said.by === 'note',
      by_mail: said.byMail ?? false,
      ticket_id: made[said.i] ?? 0,
      user_id: authorOf(said),
      mentions: said.calls === undefined ? [] : [{ person_id: users[said.calls] ?? 0 }],
      created_at: before(said.hoursAgo),
      updated_at: before(said.hoursAgo),
    })),
  )
  const sent = words.flatMap((said, at) => {
    if (!said.file) return []
    const [name, content] = said.file
    return [{ said, name, message: ids[at] ?? 0, bytes: Buffer.from(filledWords(all, today, said.client, content)) }]
  })
  const hashes = await keepFiles(
    { config, sql: db },
    sent.map(({ bytes }) => bytes),
  )
  await sow(
    db,
    ticketUploads,
    sent.map(({ said, name, message, bytes }, at) => ({
      name,
      ext: name.split('.').at(-1) ?? '',
      size: bytes.length,
      sha256: hashes[at] ?? '',
      user_id: authorOf(said),
      ticket_id: made[said.i] ?? 0,
      message_id: message,
      created_at: before(said.hoursAgo),
    })),
  )
}

/** True to where the client is, and to when it is read. */
function filledWords(all: readonly DemoProvider[], today: string, client: number, words: string): string {
  const town = all[client]?.towns[0]
  const reported = previous(periodOf(today))
  const months = [reported, previous(reported)].map(month => monthName(month).split(' ')[0] ?? '')
  return words
    .replaceAll('{cidade}', town?.name ?? '')
    .replaceAll('{ibge}', String(town?.ibge ?? ''))
    .replaceAll('{mes}', months[0] ?? '')
    .replaceAll('{antes}', months[1] ?? '')
}
