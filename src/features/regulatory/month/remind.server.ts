import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { remindClients } from '#features/regulatory/month/api.ts'
import { lockColetas } from '#features/regulatory/month/chosen.server.ts'
import { cutoffDay, dueDay, label } from '#parts/period/period.ts'
import { stepActions } from '#features/regulatory/collects/steps.server.ts'
import { isClients, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import { post, type Posted } from '#parts/outbox/outbox.server.ts'
import { publicUrl } from '#server/config.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface RemindedPerson {
  readonly client_id: number
  readonly name: string
  readonly email: string
}

/** A coleta whose client is reminded of it. */
export type Awaited = Pick<Collect, 'uuid' | 'client_id' | 'year' | 'month'> &
  Readonly<Record<'client' | 'fistel', { readonly name: string }>> & {
    /** The office's last question; null if none waits for its client. */
    readonly question: string | null
  }

/** Finds the client's users who fill in coletas, or its own address if it has none. */
export async function peopleOf(
  { sql: db }: Pick<Ctx, 'sql'>,
  asked: readonly Pick<Collect, 'client_id'>[],
): Promise<readonly RemindedPerson[]> {
  const { rows } = await sql<RemindedPerson>`
    select c.id as client_id, coalesce(u.name, c.phone_name, c.name) as name, coalesce(u.email, c.email) as email
    from clients c
    left join (clients_client_users l join users u on u.id = l.user_id and u.active and u.deleted_at is null)
      on l.parent_id = c.id
    where c.id = any(${asked.map(({ client_id }) => client_id)}::bigint[]) and coalesce(u.email, c.email) is not null`.execute(
    db,
  )
  // Only clients without users get mail at their own address.
  return [...new Map(rows.map(row => [`${row.client_id} ${row.email}`, row])).values()]
}

/** Asks clients, by mail, for the coletas they have not filled in. */
export const remindOperation = serve(remindClients, async (ctx, { body: { uuids } }) => {
  const all: Collect[] = []
  await lockColetas(ctx, uuids)
  for (const uuid of new Set(uuids)) all.push(await ctx.rows(collects).find(uuid))
  const hidden = await hiddenOf(ctx, all)
  const open = all.filter(({ status, fistel_id }) => isClients(stepOf(status)) && !hidden.has(fistel_id))
  const people = await peopleOf(ctx, open)
  const reached = open.filter(({ client_id }) => people.some(person => person.client_id === client_id))
  for (const collect of reached)
    if (stepOf(collect.status) === 'em-aberto') await stepActions['pedir-ao-cliente'](collect, ctx)
  const questions = await questionsOf(ctx, reached)
  const awaited = reached.map(each => ({ ...each, question: questions.get(each.uuid) ?? null }))
  await post(ctx, reminders(ctx, awaited, people))
  const refused = all.flatMap(collect => {
    const reason = hidden.has(collect.fistel_id)
      ? 'O fistel não é mostrado ao cliente: quem preenche é a consultoria.'
      : !open.includes(collect)
        ? `Já está ${steps[stepOf(collect.status)].name.toLowerCase()}.`
        : reached.includes(collect)
          ? null
          : 'O cliente está sem usuário e sem e-mail.'
    return reason ? [{ uuid: collect.uuid, name: collect.client.name, reasons: [reason] }] : []
  })
  const said = count(reached.length, { one: 'coleta pedida', many: 'coletas pedidas', gender: 'f' })
  return doneAnswer(200, `${said} por e-mail.`, { asked: reached.length, refused })
})

/** Of coletas with a question that waits for the client, its last words, by the uuid of the coleta. */
async function questionsOf(
  { sql: db }: Pick<Ctx, 'sql'>,
  of: readonly Pick<Collect, 'uuid'>[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ uuid: string; question: string }>`
    select k.uuid, ${questionSql} as question from collects k where k.uuid = any(${of.map(({ uuid }) => uuid)}::uuid[])`.execute(
    db,
  )
  return new Map(rows.flatMap(({ uuid, question }) => (question === null ? [] : [[uuid, question]])))
}

/** Selects the office's last message in the open question of coleta `k`; null without one, or if answered. */
export const questionSql = sql<string | null>`(
  select m.content from tickets t join statuses ts on ts.id = t.status_id and ts.slug <> 'finalizado'
  join lateral (
    select content, user_id from ticket_messages where ticket_id = t.id and not internal and deleted_at is null order by id desc limit 1
  ) m on true
  join users mu on mu.id = m.user_id join profiles mp on mp.id = mu.profile_id and mp.audience = 'equipe'
  where t.collect_id = k.id and t.question and t.active and t.deleted_at is null and t.merged_id is null
  order by t.id desc limit 1)`

/** Finds fistels hidden from their client: nobody is reminded of what they cannot open. */
async function hiddenOf({ sql: db }: Ctx, asked: readonly Collect[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from fistels where id = any(${asked.map(({ fistel_id }) => fistel_id)}::bigint[]) and not show_for_client`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** What asks these people for the coletas of their clients. */
export const reminders = (
  { config }: Pick<Ctx, 'config'>,
  asked: readonly Awaited[],
  people: readonly RemindedPerson[],
) =>
  asked.flatMap(collect =>
    people.filter(({ client_id }) => client_id === collect.client_id).map(person => reminder(config, collect, person)),
  )

/** Characters of a question that a reminder repeats. */
const longestExcerpt = 300
const excerpt = (text: string) =>
  text.length > longestExcerpt ? `${text.slice(0, longestExcerpt).toWellFormed().trimEnd()}…` : text

const reminder = (config: Ctx['config'], collect: Awaited, { name, email: to }: RemindedPerson): Posted => ({
  kind: 'lembrete-coleta',
  to,
  client_id: collect.client_id,
  about: { text: `Coleta de ${label(collect)} de ${collect.client.name}`, path: `/collects/${collect.uuid}` },
  letter: {
    name,
    subject: `${config.APP_NAME}: coleta de ${label(collect)} de ${collect.client.name}`,
    link: `${publicUrl(config)}/collects/${collect.uuid}`,
    ...(collect.question === null
      ? {
          reason: `Falta a coleta de ${label(collect)} do fistel ${collect.fistel.name}, com prazo até ${showDate(dueDay(collect))}. Preencha, ou envie o arquivo do seu sistema: até ${showDate(cutoffDay(collect))}, há tempo de conferir:`,
          label: `Preencher ${label(collect)}`,
          terms: [
            'Se nada mudou desde o mês anterior, use Copiar período anterior e confira. Depois, Entregar para conferência.',
          ],
        }
      : {
          reason: `Uma pergunta sobre a coleta de ${label(collect)} do fistel ${collect.fistel.name} espera a sua resposta, e o prazo vai até ${showDate(dueDay(collect))}: “${excerpt(collect.question)}”`,
          label: `Responder sobre ${label(collect)}`,
          terms: [
            'Responda na coleta, acerte os números ou envie o arquivo corrigido. Depois, Entregar para conferência.',
          ],
        }),
  },
})

/** A reminder that waited is not sent to who handed theirs over meanwhile. */
export const stillAwaited: Prepare = async (trx, { about_path }) => {
  const { rows } = await sql<{ name: string }>`
    select s.name from collects k join statuses s on s.id = k.status_id join clients c on c.id = k.client_id
    where k.uuid::text = ${about_path?.split('/').at(-1) ?? ''} and k.active and k.deleted_at is null and c.active and c.deleted_at is null`.execute(
    trx,
  )
  if (!rows.some(status => isClients(stepOf(status))))
    throw problem('conflict', 'A coleta não espera mais pelo cliente: não é preciso lembrar.')
  return {}
}
