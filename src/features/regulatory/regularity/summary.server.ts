import { sql } from 'kysely'
import { dayIn, timeZone } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { dutyTitle } from '#features/regulatory/obligations/duties.ts'
import { standings, type FromCollects } from '#features/regulatory/obligations/load.server.ts'
import {
  readSummary,
  sendSummary,
  type ClientSummary,
  type SummaryContact,
} from '#features/regulatory/regularity/api.ts'
import type { SummaryLine } from '#features/regulatory/regularity/schema.ts'
import { checksOf, lightTerms } from '#features/regulatory/regularity/load.server.ts'
import { summaryParts } from '#features/regulatory/regularity/summary.ts'
import { post } from '#parts/outbox/outbox.server.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import { firstDay, label, lastDay, periodOf } from '#parts/period/period.ts'
import { publicUrl } from '#server/config.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** A client's month, for staff who may see the client. */
export async function summaryOf(ctx: Ctx, collects: FromCollects, of: string, month: string): Promise<ClientSummary> {
  refuseOutsiders(ctx)
  const { id, uuid, name } = await ctx.rows(clients).find(of)
  const period = periodOf(`${month}-01`)
  const days = { from: firstDay(period), to: lastDay(period), client: id }
  const today = dayIn(new Date()).day
  return {
    client: { id, uuid, name },
    month,
    subject: `Resumo de ${label(period)} de ${name}`,
    lines: [
      ...dutyLines(await standings(ctx, collects, days, today)),
      ...(await taskLines(ctx, id, days)),
      ...(await paperLines(ctx, collects, id, days)),
    ],
    contacts: await contactsOf(ctx, id),
  }
}

const dutyLines = (duties: Awaited<ReturnType<typeof standings>>): readonly SummaryLine[] =>
  duties.flatMap(({ duty, items }) =>
    items
      .filter(({ situation }) => situation !== 'dispensada')
      .map(({ situation, fistel, done_on }): SummaryLine => {
        const title = dutyTitle({ name: duty.rule.name, label: duty.label })
        const whose = fistel ? `, ${fistel.service}, fistel ${fistel.name}` : ''
        const isDone = situation === 'feita'
        const when = isDone ? (done_on ? `, em ${showDate(done_on)}` : '') : `, prazo ${showDate(duty.due)}`
        return {
          key: `${duty.rule.id}:${duty.period}:${fistel?.uuid ?? ''}`,
          kind: fistel ? 'coleta' : 'obrigacao',
          text: `${title}${whose}${when}`,
          done: isDone,
        }
      }),
  )

interface MonthDays {
  readonly from: string
  readonly to: string
}

/** Only the name of a task: what staff wrote in it is internal. */
async function taskLines(ctx: Ctx, client: number, { from, to }: MonthDays): Promise<readonly SummaryLine[]> {
  const { rows } = await sql<{ uuid: string; name: string; done: boolean }>`
    select uuid, name, done_on is not null as done from client_tarefas
    where client_id = ${client} and active and deleted_at is null and obligation is null
      and last_on between ${from}::date and ${to}::date
    order by last_on, id`.execute(ctx.sql)
  return rows.map(({ uuid, name, done: isDone }) => ({
    key: `tarefa:${uuid}`,
    kind: 'tarefa',
    text: name,
    done: isDone,
  }))
}

/** Papers that came in the month, and those that lack today, in words for the client. */
async function paperLines(ctx: Ctx, collects: FromCollects, client: number, { from, to }: MonthDays) {
  const { rows } = await sql<{ uuid: string; name: string }>`
    select d.uuid, t.name from documents d join document_types t on t.id = d.document_type_id
    where d.client_id = ${client} and d.active and d.deleted_at is null
      and (d.created_at at time zone ${timeZone})::date between ${from}::date and ${to}::date
    order by d.created_at, d.id`.execute(ctx.sql)
  const checks = (await checksOf(ctx, collects, [client], await lightTerms(ctx, true))).get(client) ?? []
  return [
    ...rows.map(({ uuid, name }): SummaryLine => ({
      key: `recebido:${uuid}`,
      kind: 'documento',
      text: `${name}, recebido`,
      done: true,
    })),
    ...checks
      .filter(({ kind, light }) => kind === 'documento' && light !== 'verde')
      .map(({ key: check, name, said }): SummaryLine => ({
        key: check,
        kind: 'documento',
        text: `${name}: ${said}`,
        done: false,
      })),
  ]
}

/** Who of a client may be written to: its people, and its own address. */
async function contactsOf(ctx: Ctx, client: number): Promise<readonly SummaryContact[]> {
  const { rows } = await sql<SummaryContact>`
    select u.name, u.email from clients_client_users l join users u on u.id = l.user_id and u.active and u.deleted_at is null
    where l.parent_id = ${client} and u.email is not null
    union all
    select coalesce(c.phone_name, c.name), c.email from clients c where c.id = ${client} and c.email is not null`.execute(
    ctx.sql,
  )
  return [...new Map(rows.map(row => [row.email, row])).values()]
}

const send = (collects: FromCollects) =>
  serve(sendSummary, async (ctx, { id, body }) => {
    const { client, subject, lines, contacts } = await summaryOf(ctx, collects, id, body.month)
    const contact = contacts.find(({ email }) => email === body.email)
    if (!contact) throw invalid({ email: 'Escolha um contato do cliente.' })
    const chosen = lines.filter(line => body.lines.includes(line.key))
    if (!chosen.length) throw invalid({ lines: 'O que foi marcado mudou: confira de novo.' })
    const path = `/clients/${client.uuid}?tab=regularidade`
    await post(ctx, [
      {
        kind: 'resumo',
        to: contact.email,
        client_id: client.id,
        about: { text: subject, path },
        letter: {
          name: contact.name,
          subject: `${ctx.config.APP_NAME}: ${subject}`,
          reason: `${subject}: o que foi feito e o que falta, abaixo. A situação de hoje:`,
          link: `${publicUrl(ctx.config)}${path}`,
          label: 'Ver a situação regulatória',
          terms: summaryParts(chosen),
        },
      },
    ])
    return doneAnswer(200, `Resumo enviado a ${contact.email}.`, { to: contact.email })
  })

export const summaryRoutes = (collects: FromCollects): readonly AnyOperation[] => [
  serve(readSummary, (ctx, { id, query }) => summaryOf(ctx, collects, id, query.month)),
  send(collects),
]

/** A summary that waited is not sent of a client that is no longer there. */
export const prepareSummary: Prepare = async (trx, { about_path }) => {
  const uuid = /\/clients\/([^?]+)/.exec(about_path ?? '')?.[1] ?? ''
  const { rows } =
    await sql`select 1 from clients where uuid::text = ${uuid} and active and deleted_at is null`.execute(trx)
  if (!rows.length) throw problem('conflict', 'O cliente não está mais ativo: o resumo não foi enviado.')
  return {}
}
