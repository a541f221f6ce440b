import { sql } from 'kysely'
import { can, type User } from '#kernel/access.ts'
import { problem, Problem, refusalIn } from '#kernel/problem.ts'
import { showBytes } from '#kernel/show.ts'
import { ringForTray } from '#features/support/incoming-mail/bell.server.ts'
import { factsOf, mailOwnerOf, type MailOwner } from '#features/support/incoming-mail/facts.server.ts'
import { incomingMails, mailLimit, type IncomingState } from '#features/support/incoming-mail/incoming.ts'
import { judgeMail, type MailVerdict } from '#features/support/incoming-mail/judge.ts'
import {
  attachedIn,
  keepFilesOf,
  sayMail,
  threadMail,
  type MailToPut,
} from '#features/support/incoming-mail/put.server.ts'
import { readHead, readMails, type ReadMail } from '#features/support/incoming-mail/reading.server.ts'
import { emptyMail, type MailReading } from '#features/support/incoming-mail/read.ts'
import { joinSeries } from '#features/support/incoming-mail/series.server.ts'
import { mailOpens, mailsPerHour } from '#features/support/incoming-mail/settings.server.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { noteBounce } from '#parts/outbox/bounce.server.ts'
import { contextOf } from '#server/context.ts'
import type { RowChange } from '#server/events.ts'
import type { House } from '#server/house.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** A mail that is stored and not read yet. */
interface WaitingMail {
  readonly id: number
  readonly uuid: string
  readonly sha256: string
  readonly size: number
  /** This one included. */
  readonly tries: number
}
const mostTries = 5
const givenUpWords = 'A leitura parou no meio mais de uma vez: abra o original com cuidado.'

/** Reads what waits, the oldest first, and puts each where it belongs. Answers how many, and what failed and is tried again. */
export async function settleWaiting(house: House, signal: AbortSignal) {
  const failed: unknown[] = []
  let [after, done] = [0, 0]
  for (;;) {
    signal.throwIfAborted()
    const some = await nextAfter(house.database.kysely, after)
    if (!some.length) return { done, failed }
    const fit = some.filter(({ tries }) => tries <= mostTries)
    const read = await readMails(
      house.config,
      fit.map(({ sha256 }) => sha256),
    )
    for (const mail of some) {
      signal.throwIfAborted()
      after = mail.id
      try {
        const effects = await settle(house, mail, read[fit.indexOf(mail)] ?? null)
        for (const effect of effects) await effect().catch((error: unknown) => failed.push(error))
        done++
        house.events.tell({ of: incomingMails, uuid: mail.uuid })
      } catch (error) {
        failed.push(error)
      }
    }
  }
}

/** Mails read by one process: to start one takes as long as to read several; and no more bytes at once than one may have. */
const atOnce = 10
/** Takes the next mails, and counts a try before it begins: one that stops the server five times waits for a person. */
async function nextAfter(db: Sql, after: number): Promise<readonly WaitingMail[]> {
  const { rows } = await sql<WaitingMail>`
    update incoming_mails set tries = tries + 1
    where id in (
      select id from (
        select id, row_number() over (order by id) as n, sum(least(size, ${mailLimit})) over (order by id) as bytes
        from incoming_mails where state = 'recebida' and deleted_at is null and id > ${after} order by id limit ${atOnce}) next
      where n = 1 or bytes <= ${mailLimit})
    returning id, uuid, sha256, size, tries`.execute(db)
  return rows.toSorted((one, other) => one.id - other.id)
}

type Effects = readonly (() => Promise<void>)[]

async function settle(house: House, mail: WaitingMail, read: ReadMail | null): Promise<Effects> {
  const { config, database } = house
  const { reading, files } = read ?? (await readHead(config, mail.sha256))
  if (!read || !reading) return settleUnread(house, mail, reading)
  if (mail.size > mailLimit) return settleCut(house, mail, { reading, files })
  const facts = await factsOf(database.kysely, config, mail.id, reading)
  const owner = await mailOwnerOf(database.kysely, facts)
  const verdict = judgeMail(reading, facts)
  const isPut = verdict.state === 'mensagem' || verdict.state === 'abrir'
  // A mail refused or without an owner stores no files: the original has them.
  const put = isPut
    ? await keepFilesOf({ config, sql: database.kysely }, reading, files)
    : { reading, kept: [], left: files.map(({ name }) => ({ name, why: '' })) }
  return closeOrTray(house, mail, verdict, put, owner)
}

type ReadPieces = Pick<ReadMail, 'files'> & { readonly reading: MailReading }

/** A mail whose reading did not end waits for a person; its head says whom to notify. */
async function settleUnread(house: House, mail: WaitingMail, head: MailReading | null): Promise<Effects> {
  const reading = head ?? emptyMail
  const owner = await mailOwnerOf(
    house.database.kysely,
    await factsOf(house.database.kysely, house.config, mail.id, reading),
  )
  return close(house, mail, { state: 'bandeja', why: givenUpWords }, { reading, kept: [], left: [] }, owner)
}

/** A mail that is too long: the words at its beginning go where they belong, and each of its files is named as refused. */
async function settleCut(house: House, mail: WaitingMail, { reading, files }: ReadPieces): Promise<Effects> {
  const why = `O e-mail tem ${showBytes(mail.size)}, e o limite é ${showBytes(mailLimit)}: envie o arquivo pelo sistema.`
  // That it ends in the middle is known.
  const cut = { ...reading, broken: null, isCut: false, filesLeft: 0 }
  const { config, database } = house
  const facts = await factsOf(database.kysely, config, mail.id, cut)
  const judged = judgeMail(cut, facts)
  const isPut = judged.state === 'mensagem' || judged.state === 'abrir'
  const verdict: MailVerdict =
    isPut && !cut.text.said ? { state: 'bandeja', why: `${why} Não foi achado texto no começo dele.` } : judged
  const names = files.length ? files.map(({ name }) => name) : ['o resto do e-mail']
  const put = { reading: cut, kept: [], left: names.map(name => ({ name, why })) }
  return closeOrTray(house, mail, verdict, put, await mailOwnerOf(database.kysely, facts))
}

async function closeOrTray(
  house: House,
  mail: WaitingMail,
  verdict: MailVerdict,
  put: MailToPut,
  owner: MailOwner | null,
): Promise<Effects> {
  try {
    return await close(house, mail, verdict, put, owner)
  } catch (thrown) {
    // A refusal by permission or by the ticket is shown in the tray, and its changes roll back.
    if (!(thrown instanceof Problem) || thrown.status >= 500) throw thrown
    const client = verdict.state === 'abrir' ? { client: verdict.client } : {}
    return close(house, mail, { state: 'bandeja', why: refusalIn(thrown).join(' '), ...client }, put, owner)
  }
}

/** What a mail came to: its row and all that follows are written together, unless somebody was faster. */
async function close(
  house: House,
  mail: WaitingMail,
  verdict: MailVerdict,
  put: MailToPut | null,
  owner: MailOwner | null = null,
): Promise<Effects> {
  const effects: (() => Promise<void>)[] = []
  await house.database.kysely.transaction().execute(async trx => {
    const { rows } = await sql<{ state: IncomingState }>`
      select state from incoming_mails where id = ${mail.id} for update`.execute(trx)
    if (rows[0]?.state !== 'recebida') return
    if (put) await tell(trx, mail.id, put)
    await follow(house, trx, effects, { mail, verdict, put, owner })
  })
  return effects
}

interface JudgedMail {
  readonly mail: WaitingMail
  readonly verdict: MailVerdict
  readonly put: MailToPut | null
  readonly owner: MailOwner | null
}

async function follow(
  house: House,
  trx: Sql,
  effects: (() => Promise<void>)[],
  { mail, verdict, put, owner }: JudgedMail,
) {
  const is = (more: MailEnd) =>
    end(trx, mail.id, owner ? { ...more, client: owner.client ?? more.client, owner } : more)
  if (verdict.state === 'devolucao') {
    await noteBounce(trx, { mail: verdict.mail, failed: verdict.failed, words: verdict.why })
    return is({ state: 'devolucao', why: verdict.why })
  }
  if (verdict.state === 'recusada') return is(verdict)
  if (verdict.state === 'bandeja') {
    await is(verdict)
    const { events } = house
    const tell = (change: RowChange) => void effects.push(() => Promise.resolve(events.tell(change)))
    if (!verdict.isOfSeries) return ringForTray({ sql: trx, tell }, mail.id)
    const [from] = put?.reading.from ?? []
    const series = { whose: from?.name || from?.address || 'uma pessoa', perHour: house.config.of(mailsPerHour) }
    return joinSeries({ sql: trx, tell }, mail.id, series)
  }
  if (!put) throw new Error('what was not read belongs nowhere')
  const ctx = contextOf(
    house,
    { user: await writerNow(house, trx, verdict.person), session_id: 0 },
    requestOf(mail),
    trx,
    effects,
  )
  const ticket = verdict.state === 'abrir' ? await openTicket(ctx, verdict.client, put.reading) : verdict.ticket
  const message = await sayMail(ctx, ticket, put)
  await threadMail(ctx, { ticket_id: message.ticket_id, person_id: ctx.user.id }, put.reading)
  const { client_id } = await ctx.rows(tickets).find(message.ticket_id, [])
  return is({
    state: 'mensagem',
    ticket: message.ticket_id,
    message: message.id,
    client: client_id,
    opened: verdict.state === 'abrir',
  })
}

const requestOf = ({ uuid }: Pick<WaitingMail, 'uuid'>) => ({ id: `correio-${uuid}`, ip: '', agent: '', headers: {} })

/** Returns the sender with current rights; the company they have selected does not matter. */
async function writerNow(house: House, trx: Sql, id: number): Promise<User> {
  const person = await house.person(trx, id)
  if (!person || person.redefinir_senha_apos_login)
    throw problem('forbidden', 'Quem escreveu não pode mais entrar no sistema.')
  return { ...person, empresa_visualizacao_id: null }
}

/** A ticket of this client, named as the mail is. */
async function openTicket(ctx: Ctx, client: number, { subject }: MailReading): Promise<number> {
  if (!can(ctx.user, 'tickets.store')) throw problem('forbidden', `${ctx.user.name} não pode abrir chamados.`)
  const [module = '', type = ''] = ctx.config.of(mailOpens)?.split('/') ?? []
  const { rows } = await sql<{ module: number | null; type: number | null }>`
    select (select id from module_tickets where slug = ${module} and active and deleted_at is null order by id limit 1) as module,
      (select id from ticket_types where slug = ${type} and active and deleted_at is null order by id limit 1) as type`.execute(
    ctx.sql,
  )
  const [found] = rows
  if (!found?.module || !found.type)
    throw problem('conflict', `MAIL_OPENS diz ${module}/${type}, e não há esse módulo ou esse tipo de chamado.`)
  const draft = { name: ticketTitleOf(subject), client_id: client, module_id: found.module, type_id: found.type }
  return (await ctx.rows(tickets).create({ ...draft, priority: 'normal' })).id
}

/** What a ticket is called that a mail opens. */
export const ticketTitleOf = (subject: string) => subject.slice(0, 160).toWellFormed().trim() || '(sem assunto)'

/** The secret of a reply address: with it and the person's own address anybody writes as them. */
const replyToken = /\+[0-9a-f]{32}@/i

/** Stores what was read of a mail, for later display. */
async function tell(trx: Sql, id: number, put: MailToPut) {
  const { subject, from, to, sentAt, text } = put.reading
  const [writer] = from
  await sql`
    update incoming_mails set subject = ${subject || '(sem assunto)'}, sender = ${writer?.address ?? null},
      sender_name = ${writer?.name || null}, recipient = ${to[0]?.replace(replyToken, '+…@') ?? null}, sent_at = ${sentAt}::timestamptz,
      body = ${text.said.slice(0, 100_000).toWellFormed() || null}, quoted = ${text.quoted.slice(0, 100_000).toWellFormed() || null},
      attached = ${attachedIn(put)},
      person_id = (select id from users where email = ${writer?.address ?? ''} and deleted_at is null)
    where id = ${id}`.execute(trx)
}

interface MailEnd {
  readonly state: IncomingState
  readonly why?: string
  readonly client?: number | undefined
  readonly owner?: MailOwner
  readonly ticket?: number
  readonly message?: number
  readonly opened?: boolean
}
/** Ends the automatic handling of a mail; its company is that of its owner, client or sender. */
const end = (trx: Sql, id: number, { state, why, client, owner, ticket, message, opened = false }: MailEnd) =>
  sql`
    update incoming_mails m set state = ${state}, why = ${why?.slice(0, 500) ?? null}, client_id = ${client ?? null}::bigint,
      ticket_id = ${ticket ?? null}::bigint, message_id = ${message ?? null}::bigint, opened = ${opened}, version = version + 1, updated_at = now(),
      empresa_id = coalesce(
        ${owner?.company ?? null}::bigint, (select empresa_responsavel_id from clients where id = ${client ?? null}::bigint),
        (select min(e) from (
          select empresa_id as e from users where id = m.person_id
          union select c.empresa_responsavel_id from clients c join clients_client_users l on l.parent_id = c.id
          where l.user_id = m.person_id and c.deleted_at is null) owners where e is not null having count(distinct e) = 1))
    where id = ${id}`.execute(trx)
