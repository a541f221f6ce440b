import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { grouped } from '#kernel/grouped.ts'
import { listQuery } from '#kernel/page.ts'
import { Problem, refusalIn } from '#kernel/problem.ts'
import { showInstant } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { serviceValueInWords } from '#features/billing/bills/bill/service-value.ts'
import { isBillState, type BillAmounts, type BillState } from '#features/billing/bills/bill/standing.ts'
import { billStateSql } from '#features/billing/bills/bill/state.server.ts'
import { subjectSql } from '#features/billing/bills/bill/subject.server.ts'
import { leftSql } from '#features/billing/bills/bill/sums.server.ts'
import { refuseUnfit, refuseUnissuable, slipStateSql } from '#features/billing/bills/slip/slips.server.ts'
import { financeContacts } from '#features/billing/bills/statement/statement.server.ts'
import type { ClosingBoard } from '#features/billing/bills/closing/api.ts'
import { lateNote, lateSlip, noContact } from '#features/billing/bills/closing/mails.server.ts'
import type { ClosingRow, StepStanding } from '#features/billing/bills/closing/schema.ts'
import { isToDo, mostClosed } from '#features/billing/bills/closing/steps.ts'
import { issuerFacts } from '#features/billing/invoices/facts.server.ts'
import { houseOf, lackingOfIssuer, type IssuerFacts } from '#features/billing/invoices/issuer.ts'
import { lackingOfTaker } from '#features/billing/invoices/plan.ts'
import type { Ctx } from '#server/operation.ts'

interface NamedRef {
  readonly id: number
  readonly uuid: string
  readonly name: string
}
interface QueueStanding {
  readonly given_up: boolean
  /** Of what is tried again later: when. */
  readonly next_at: string | null
  readonly why: string | null
}
interface ClosingBoardRow extends BillAmounts {
  readonly id: number
  readonly uuid: string
  readonly client: NamedRef
  readonly company: NamedRef | null
  readonly account_id: number | null
  readonly account: string | null
  readonly subject: string
  readonly due: string
  readonly value: number
  /** Cents. */
  readonly left: number
  readonly state: string
  readonly foreign_line: boolean
  readonly slip_state: string | null
  readonly slip_refusal: string | null
  readonly document: string | null
  readonly place:
    | ({ readonly [name in 'street' | 'district' | 'zipcode']: string | null } & { readonly town: number | null })
    | null
  readonly note: {
    readonly uuid: string
    readonly name: string
    readonly state: string
    readonly why: string | null
    /** The state of its item in the queue. */
    readonly queue: QueueStanding | null
  } | null
  readonly slip_queue: QueueStanding | null
  readonly item: {
    readonly going: boolean
    /** This closing has not been through it yet. */
    readonly queued: boolean
    readonly stopped: boolean
    readonly wants_note: boolean
    readonly wants_slip: boolean
    readonly wants_mail: boolean
    readonly note_error: string | null
    readonly note_cure: string | null
    readonly slip_error: string | null
    readonly slip_cure: string | null
    readonly mail_error: string | null
    /** Of a mail that went: what came after it, and is not in it. */
    readonly late_note: boolean
    readonly late_slip: boolean
  } | null
  readonly mail: {
    readonly uuid: string
    readonly state: string
    readonly recipient: string
    readonly error: string | null
  } | null
}

const standing = (state: StepStanding['state'], text: string, path: string | null = null): StepStanding => ({
  state,
  text,
  path,
})

/** The bills of a month that were not cancelled, of those the reader sees; a bill made by hand is of the month it falls due in. */
export async function billsOfMonth(ctx: Ctx, month: string): Promise<readonly number[]> {
  const [year = 0, of = 0] = month.split('-').map(Number)
  const last = `${month}-${String(new Date(Date.UTC(year, of, 0)).getUTCDate()).padStart(2, '0')}`
  const open = { 'filter[called_off]': 'false', active: 'true', pagination: 'false' }
  const billed = await ctx.rows(bills).keys(listQuery(bills, { ...open, 'filter[competence]': month }), mostClosed)
  const due = await ctx
    .rows(bills)
    .keys(
      listQuery(bills, { ...open, 'filter[due_date][gte]': `${month}-01`, 'filter[due_date][lte]': last }),
      mostClosed,
    )
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from bills_to_receive where id = any(${[...due]}::bigint[]) and competence is null`.execute(
    ctx.sql,
  )
  return [...new Set([...billed, ...rows.map(({ id }) => id)])]
}

/** The chosen bills that the reader sees. */
export async function billsAmong(ctx: Ctx, uuids: readonly string[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from bills_to_receive where uuid = any(${[...uuids]}::uuid[]) and deleted_at is null`.execute(
    ctx.sql,
  )
  const seen = await ctx.rows(bills).among(
    rows.map(({ id }) => id),
    listQuery(bills, { columns: 'due_date' }).columns,
  )
  return seen.map(({ id }) => id)
}

/** SQL: the state of the item with this key, among the integrations with these names; null where it is not in the queue any more. */
const queueSql = (key: string, integrations: string) =>
  sql.raw(`(select json_build_object('given_up', q.state = 'falhou',
    'next_at', case when q.state = 'pendente' and q.attempts > 0 then q.next_attempt_at end, 'why', q.error)
  from integration_queues q where q.key = ${key} and q.integration in (${integrations})
    and q.state in ('pendente', 'processando', 'falhou') and q.deleted_at is null limit 1)`)
const houses = Object.values(houseOf)
  .map(name => `'${name}'`)
  .join()

/** All that a board says of bills, in one reading. */
async function readBoard(ctx: Ctx, ids: readonly number[]): Promise<readonly ClosingBoardRow[]> {
  const { rows } = await sql<ClosingBoardRow>`
    select b.id::float8 as id, b.uuid, json_build_object('id', c.id, 'uuid', c.uuid, 'name', c.name) as client,
      case when e.id is not null then json_build_object('id', e.id, 'uuid', e.uuid, 'name', e.nome_fantasia) end as company,
      b.checking_account_id::float8 as account_id, a.uuid as account, ${sql.raw(subjectSql('b'))} as subject,
      b.due_date::text as due, b.value::float8 as value,
      b.discount::float8 as discount, b.discount_until::text as discount_until, b.fees::float8 as fees, b.tariff::float8 as tariff,
      b.traffic_ticket::float8 as traffic_ticket, (100 * ${leftSql('b')})::float8 as left, ${sql.raw(billStateSql('b'))} as state,
      s.id is null and b.bar_code is not null as foreign_line, ${sql.raw(slipStateSql('b'))} as slip_state, s.refusal as slip_refusal,
      c.document, (select json_build_object('street', p.address, 'district', p.neighborhood, 'zipcode', p.zipcode, 'town', p.city_id)
        from clients_addresses p where p.parent_id = c.id and p.active order by p.city_id is null, p.position limit 1) as place,
      (select json_build_object('uuid', n.uuid, 'state', n.state,
          'name', case when n.nfse_number is not null then 'NFS-e ' || n.nfse_number else 'DPS ' || n.series || '/' || n.number end,
          'why', (select r.message from service_invoices_rejections r where r.parent_id = n.id order by r.position limit 1),
          'queue', ${queueSql("n.uuid || ':emitir'", houses)})
        from service_invoices n where n.bill_id = b.id and n.deleted_at is null
        order by n.state = 'cancelada', n.id desc limit 1) as note,
      ${queueSql("s.uuid || ':registrar'", "s.provider || '-cobranca'")} as slip_queue,
      case when i.bill_id is not null then json_build_object('going', k.state in ('na-fila', 'processando'),
        'queued', not i.made and k.state in ('na-fila', 'processando'),
        'stopped', k.state in ('cancelado', 'falhou'), 'wants_note', i.wants_note, 'wants_slip', i.wants_slip, 'wants_mail', i.wants_mail,
        'note_error', i.note_error, 'note_cure', i.note_cure, 'slip_error', i.slip_error, 'slip_cure', i.slip_cure,
        'mail_error', i.mail_error, 'late_note', ${lateNote}, 'late_slip', ${lateSlip}) end as item,
      case when m.id is not null or i.mail_id is not null then json_build_object('uuid', coalesce(m.uuid::text, ''),
        'state', coalesce(m.state, 'enviado'), 'recipient', coalesce(m.recipient, ''), 'error', m.error) end as mail
    from bills_to_receive b join clients c on c.id = b.client_id
    left join empresas e on e.id = c.empresa_responsavel_id
    left join checking_accounts a on a.id = b.checking_account_id
    left join bill_slips s on s.bill_id = b.id and s.cancelled_at is null
    left join bill_closing_items i on i.bill_id = b.id left join bill_closings k on k.id = i.closing_id
    left join mails m on m.id = i.mail_id
    where b.id = any(${[...ids]}::bigint[]) order by c.name collate pt_br, b.due_date, b.id`.execute(ctx.sql)
  return rows
}

const isSettled = (state: BillState) => state === 'paga' || state === 'cancelada'

const queuedText = 'Na fila do fechamento'
const laterText = ({ next_at }: QueueStanding) =>
  next_at === null ? '' : `, que não respondeu; nova tentativa em ${showInstant(next_at)}`

function issuedNote(note: NonNullable<ClosingBoardRow['note']>, hasError: string | null): StepStanding {
  const path = `/service-invoices/${note.uuid}`
  const { name, state, queue } = note
  const more = hasError === null ? '' : ` ${hasError}`
  if (state === 'rejeitada') return standing('falhou', `${name} rejeitada: ${note.why ?? 'veja o motivo'}${more}`, path)
  if (state === 'cancelada') return standing('encerrado', `${name} cancelada`, path)
  if (state === 'autorizada' || state === 'cancelando') return standing('feito', name, path)
  if (queue?.given_up) return standing('falhou', `${name} não foi enviada: ${queue.why ?? 'veja o motivo'}`, path)
  return standing('andando', `${name} espera o emissor${queue ? laterText(queue) : ''}`, path)
}

/** The note of a bill: where it is, or what it lacks. */
function noteOn(row: ClosingBoardRow, issuer: IssuerFacts | null): StepStanding {
  const { note, item, client, company } = row
  if (item?.wants_note && item.queued && (!note || note.state === 'rejeitada')) return standing('andando', queuedText)
  if (note) return issuedNote(note, item?.wants_note ? item.note_error : null)
  if (item?.wants_note && item.note_error) return standing('falhou', item.note_error, item.note_cure)
  if (!company || !issuer)
    return standing('nao-da', 'Falta dizer que empresa responde pelo cliente.', `/clients/${client.uuid}`)
  const ofCompany = lackingOfIssuer(issuer, new Date())
  if (ofCompany.length) return standing('nao-da', lacksInWords(ofCompany), `/empresas/${company.uuid}`)
  const { document, place } = row
  const taker = {
    mapped: [],
    name: client.name,
    document,
    email: null,
    phone: null,
    address: place && { ...place, number: null, complement: null, townName: null },
  }
  const ofClient = lackingOfTaker(taker)
  if (ofClient.length) return standing('nao-da', lacksInWords(ofClient), `/clients/${client.uuid}`)
  return standing('a-fazer', serviceValueInWords(row).join(' '))
}

/** What is missing in one sentence, and each other thing in its own. */
function lacksInWords(lacks: ReturnType<typeof lackingOfIssuer>) {
  const missing = lacks.filter(({ message, label }) => message === `Falta: ${label}.`)
  const others = lacks.filter(each => !missing.includes(each)).map(({ message }) => message)
  return [...(missing.length ? [`Falta: ${join(missing.map(({ label }) => label))}.`] : []), ...others].join(' ')
}

type WhyNoSlip = (row: ClosingBoardRow) => Promise<Problem | null>
/** The boleto of a bill: where it is, or what it lacks. */
async function slipOn(row: ClosingBoardRow, whyNot: WhyNoSlip): Promise<StepStanding> {
  const { item, slip_state, slip_refusal, slip_queue: queue, uuid, account } = row
  const own = `/bills-to-receive/${uuid}`
  if (slip_state === 'registrado') return standing('feito', 'Registrado no banco', own)
  if (item?.wants_slip && item.queued && (slip_state === null || slip_state === 'recusado'))
    return standing('andando', queuedText)
  if (slip_state === 'recusado')
    return standing(
      'falhou',
      [`Recusado pelo banco: ${slip_refusal ?? 'sem motivo'}`, item?.slip_error].filter(Boolean).join('. '),
      own,
    )
  if (slip_state !== null && queue?.given_up)
    return standing('falhou', `O registro não foi feito: ${queue.why ?? 'veja o motivo'}`, own)
  if (slip_state !== null)
    return standing('andando', `Emitido; espera o registro no banco${queue ? laterText(queue) : ''}`, own)
  if (row.foreign_line) return standing('feito', 'Tem a linha digitável de outro emissor', own)
  if (isBillState(row.state) && isSettled(row.state)) return standing('encerrado', 'Nada a pagar')
  if (item?.wants_slip && item.slip_error) return standing('falhou', item.slip_error, item.slip_cure)
  const refusal = await whyNot(row)
  if (!refusal && row.account_id === null) return standing('a-fazer', 'A emitir: escolha a conta corrente', own)
  if (!refusal) return standing('a-fazer', 'A emitir')
  const path = refusal.detail.errors || account === null ? own : `/checking-accounts/${account}`
  return standing('nao-da', refusalIn(refusal).join(' '), path)
}

function mailOn(row: ClosingBoardRow, hasContact: boolean): StepStanding {
  const { mail, item, client } = row
  if (mail) {
    const path = mail.uuid ? `/mails/${mail.uuid}` : null
    const late = [...(item?.late_note ? ['a nota'] : []), ...(item?.late_slip ? ['o boleto'] : [])]
    if (mail.state === 'enviado' && late.length)
      return standing('a-fazer', `Enviado antes de sair ${join(late)}: a enviar de novo`, path)
    if (mail.state === 'enviado')
      return standing('feito', mail.recipient ? `Enviado a ${mail.recipient}` : 'Enviado', path)
    if (mail.state === 'aguardando' || mail.state === 'enviando')
      return standing('andando', `A caminho de ${mail.recipient}`, path)
    return standing('falhou', mail.error ?? 'O e-mail não foi entregue.', path)
  }
  if (isBillState(row.state) && isSettled(row.state)) return standing('encerrado', 'Nada a pagar')
  if (item?.wants_mail && item.mail_error) return standing('falhou', item.mail_error, `/clients/${client.uuid}`)
  if (item?.wants_mail && !item.stopped) return standing('andando', 'Espera a nota e o boleto')
  return hasContact ? standing('a-fazer', 'A enviar') : standing('nao-da', noContact, `/clients/${client.uuid}`)
}

/** Active accounts of companies, where boletos of their bills may go. */
async function accountsOf({ sql: db }: Ctx, companies: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; company: number }>`
    select id::float8 as id, name, empresa_id::float8 as company from checking_accounts
    where empresa_id = any(${[...companies]}::bigint[]) and active and deleted_at is null order by name collate pt_br, id`.execute(
    db,
  )
  return grouped(rows, ({ company }) => company)
}
type AccountsOf = Awaited<ReturnType<typeof accountsOf>>

/**
 * Judges once for each account and company whether it could have boletos, and then each bill by itself. A bill without an account is
 * judged as if one of its company's were chosen.
 */
function slipJudge(ctx: Ctx, accounts: AccountsOf): WhyNoSlip {
  const today = dayIn(new Date()).day
  const known = new Map<string, Promise<Problem | null>>()
  const caught = async (act: () => Promise<unknown>) => {
    try {
      await act()
      return null
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.status < 500) return thrown
      throw thrown
    }
  }
  return async ({ client, company, account_id: checking_account_id, due: due_date, left: cents }) => {
    const bill = { client_id: client.id, checking_account_id, due_date, cents: Math.round(cents) }
    const isOpen = checking_account_id === null && company !== null && accounts.has(company.id)
    const unfit = await caught(async () => refuseUnfit({ ...bill, ...(isOpen && { checking_account_id: 0 }) }, today))
    if (unfit || isOpen) return unfit
    const key = `${checking_account_id} ${company?.id}`
    const found = known.get(key) ?? caught(() => refuseUnissuable(ctx, bill, today))
    known.set(key, found)
    return found
  }
}

/** The board of some bills. The caller checks who may see them. */
export async function closingBoardOf(ctx: Ctx, ids: readonly number[]): Promise<ClosingBoard> {
  const read = await readBoard(ctx, ids)
  const contacts = await financeContacts(ctx, [...new Set(read.map(({ client }) => client.id))])
  const companies = new Map(read.flatMap(({ company }) => (company ? [[company.id, company] as const] : [])))
  const issuers = new Map<number, IssuerFacts>()
  for (const id of companies.keys()) issuers.set(id, await issuerFacts(ctx.sql, ctx.config, id))
  const accounts = await accountsOf(ctx, [...companies.keys()])
  const whyNoSlip = slipJudge(ctx, accounts)
  const rows: ClosingRow[] = []
  for (const row of read) {
    const { id, uuid, client, company, subject, due, value, state } = row
    if (!isBillState(state)) continue
    const slip = await slipOn(row, whyNoSlip)
    rows.push({
      id,
      uuid,
      client,
      company,
      subject,
      due,
      value,
      bill: state,
      note: noteOn(row, company && (issuers.get(company.id) ?? null)),
      slip,
      unplaced: row.account_id === null && isToDo(slip.state) && company !== null && accounts.has(company.id),
      mail: mailOn(row, contacts.has(client.id)),
    })
  }
  const offering = [...companies.values()].map(company => {
    const issuer = issuers.get(company.id)
    const mayIssue = issuer && !lackingOfIssuer(issuer, new Date()).length
    return {
      ...company,
      services: mayIssue ? issuer.services.map(({ codigo, descricao }) => ({ code: codigo, name: descricao })) : [],
      accounts: (accounts.get(company.id) ?? []).map(({ id, name }) => ({ id, name })),
    }
  })
  return { rows, companies: offering }
}
