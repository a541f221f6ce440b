import type { PlannedBill } from '#features/billing/bills/billing/schema.ts'
import { exceptionKinds, type DueMonth } from '#features/billing/bills/billing/kinds.ts'
import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { grouped } from '#kernel/grouped.ts'
import { listQuery } from '#kernel/page.ts'
import { Problem, problem } from '#kernel/problem.ts'
import { showMoney } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import {
  billMonth,
  previewBilling,
  undoBilling,
  type BillingResult,
  type BillingRun,
  type ChosenBill,
  type ChosenMonth,
  type Unbilled,
} from '#features/billing/bills/billing/api.ts'
import {
  billOf,
  isPlanned,
  linesTotal,
  type BillingChoice,
  type Contract,
} from '#features/billing/bills/billing/contracts.ts'
import { accountsOfClients } from '#features/billing/bills/billing/accounts.server.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { clientLimit, clients } from '#features/clients/clients/clients.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { periodOf } from '#parts/period/period.ts'
import { readOfficeSettings } from '#parts/setting/setting.server.ts'
import { billing } from '#parts/setting/setting.ts'
import { amongSql } from '#parts/among/among.server.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** When bills fall due, as *Configurações* say. */
export async function billingTerms({ sql: db }: Pick<Ctx, 'sql'>): Promise<Pick<BillingChoice, 'due' | 'rolls'>> {
  const texts = await readOfficeSettings(db, Object.values(billing))
  const [inMonth] = billing.due.options
  const [, rolling] = billing.rolls.options
  return {
    due: texts.get(billing.due.key) === inMonth ? 'mesmo' : 'seguinte',
    rolls: texts.get(billing.rolls.key) === rolling,
  }
}

const whole = { pagination: 'false', columns: 'name', sort: 'id' }
/** The ids of the clients its reader sees, in the order of their index. */
export const visibleClients = (ctx: Ctx) => ctx.rows(clients).keys(listQuery(clients, whole), clientLimit)

interface ContractRow extends Omit<Contract, 'client' | 'extras' | 'billed'> {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly extras: Contract['extras'] | null
}
interface BilledMonth extends NonNullable<Contract['billed']> {
  readonly client_id: number
  readonly competence: string
}

/** What every client its reader sees pays for each month; prospects only where something is agreed. */
export const contractsOf = async (ctx: Ctx, competence: string): Promise<readonly Contract[]> =>
  (await contractsByMonth(ctx, [competence])).get(competence) ?? []

/**
 * The same of several months, by month. Contracts are read once for all of them, and so are bills: one statement a month took most of
 * the time of the receivables. `ids`: the clients, where they were read already.
 */
export async function contractsByMonth(
  ctx: Ctx,
  competences: readonly string[],
  ids?: readonly number[],
): Promise<ReadonlyMap<string, readonly Contract[]>> {
  const clientIds = ids ?? (await visibleClients(ctx))
  const prospectIds = await ctx.rows(prospects).keys(listQuery(prospects, whole), clientLimit)
  const { rows } = await sql<ContractRow>`
    select c.id, c.uuid, c.name, e.nome_fantasia as company, c.active, c.prospect,
      c.contract_value::float8 as value, c.custom_contract_service_name as service, c.contract_billing_day as day,
      c.contract_due_date::text as ends, x.extras
    from clients c left join empresas e on e.id = c.empresa_responsavel_id
    left join (
      select x.parent_id, json_agg(json_build_object('id', x.id, 'name', x.name, 'value', x.value::float8) order by x.position) as extras
      from clients_extra_services x where x.active group by x.parent_id) x on x.parent_id = c.id
    where ${amongSql('c.id', clientIds)} or ${amongSql('c.id', prospectIds)} and c.contract_value > 0
    order by c.name collate pt_br, c.id`.execute(ctx.sql)
  const contracts = rows.map(({ id, uuid, name, extras, ...contract }): Contract => ({
    client: { id, uuid, name },
    ...contract,
    extras: extras ?? [],
    billed: null,
  }))
  const billed = await billedIn(ctx, competences, [...clientIds, ...prospectIds])
  return new Map(
    competences.map(competence => {
      const found = billed.get(competence)
      if (!found) return [competence, contracts]
      return [competence, contracts.map(each => ({ ...each, billed: found.get(each.client.id) ?? null }))]
    }),
  )
}

/** The bills that clients have for these months already, by month and client. */
async function billedIn(ctx: Ctx, competences: readonly string[], of: readonly number[]) {
  const { rows } = await sql<BilledMonth>`
    select b.client_id, b.competence, b.uuid, concat_ws(' · ', 'conta ' || b.id, to_char(b.due_date, 'DD/MM/YYYY')) as name
    from bills_to_receive b
    where b.competence = any(${[...competences]}::text[]) and ${amongSql('b.client_id', of)}
      and b.deleted_at is null and not b.called_off`.execute(ctx.sql)
  const months = [...grouped(rows, ({ competence }) => competence)]
  return new Map(
    months.map(([month, some]) => [
      month,
      new Map(some.map(({ client_id, uuid, name }) => [client_id, { uuid, name }] as const)),
    ]),
  )
}

/** Billings of a month that are not undone, by what of them their reader sees. */
async function runsOf(ctx: Ctx, competence: string): Promise<readonly BillingRun[]> {
  const seen = await ctx
    .rows(bills)
    .keys(listQuery(bills, { 'filter[competence]': competence, pagination: 'false' }), clientLimit)
  const { rows } = await sql<BillingRun>`
    select r.uuid, r.created_at, u.name as by, count(*)::int as bills, sum(b.value)::float8 as total,
      (count(*) filter (where b.fixed))::int as kept,
      (count(*) filter (where not b.fixed and exists (
        select 1 from bill_slips s where s.bill_id = b.id and s.cancelled_at is null)))::int as slipped
    from bill_runs r join bills_to_receive b on b.run_id = r.id left join users u on u.id = r.user_id
    where r.competence = ${competence} and b.id = any(${[...seen]}::bigint[])
    group by r.id, u.name order by r.created_at desc`.execute(ctx.sql)
  return rows
}

const preview = serve(previewBilling, async (ctx, { query }) => {
  refuseOutsiders(ctx)
  const choice = await choiceOf(ctx, query)
  const found = (await contractsOf(ctx, query.month)).map(each => billOf(each, choice))
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from finance_types where slug = 'mensalidade' and active and deleted_at is null`.execute(ctx.sql)
  return {
    month: query.month,
    due: choice.due,
    rolls: choice.rolls,
    finance_type: rows[0] ?? null,
    bills: found.filter(isPlanned),
    exceptions: found.flatMap(each => (isPlanned(each) ? [] : [each])),
    runs: await runsOf(ctx, query.month),
  }
})

async function choiceOf(ctx: Ctx, given: { month: string; due?: DueMonth | undefined }): Promise<BillingChoice> {
  const terms = await billingTerms(ctx)
  return {
    month: periodOf(`${given.month}-01`),
    today: dayIn(new Date()).day,
    due: given.due ?? terms.due,
    rolls: terms.rolls,
  }
}

const bill = serve(billMonth, async (ctx, { body }) => {
  refuseOutsiders(ctx)
  const result = await writeBills(ctx, body)
  const of = { one: 'conta feita', many: 'contas feitas', gender: 'f' } as const
  const parts = [
    `${count(result.bills, of)}, ${showMoney(result.total)}`,
    ...(result.left.length ? [`${result.left.length} de fora`] : []),
  ]
  return doneAnswer(200, `${parts.join('; ')}.`, result)
})

/**
 * Makes the chosen bills in one transaction: of two runs at once, the second waits and finds them made. A bill that differs from
 * its preview is not made; the answer lists it.
 */
async function writeBills(ctx: Ctx, body: ChosenMonth): Promise<BillingResult> {
  await sql`
    select id from clients where uuid = any(${body.bills.map(({ client }) => client)}::uuid[]) order by id for no key update`.execute(
    ctx.sql,
  )
  const choice = await choiceOf(ctx, body)
  const known = new Map((await contractsOf(ctx, body.month)).map(each => [each.client.uuid, each]))
  const found = [...new Map(body.bills.map(each => [each.client, each])).values()].map(each =>
    judge(each, known.get(each.client), choice),
  )
  const drafts = found.flatMap(each => ('draft' in each ? [each.draft] : []))
  const accountOf = await accountsOfClients(
    ctx,
    drafts.map(({ client }) => client.id),
    body.checking_account_id,
  )
  const placed = drafts.map(draft => ({ draft, ...accountOf(draft.client.id) }))
  const making = placed.flatMap(each => ('account' in each ? [{ ...each.draft, account: each.account }] : []))
  const left = [
    ...found.flatMap(each => ('draft' in each ? [] : [each])),
    ...placed.flatMap(each => ('reason' in each ? [{ client: each.draft.client.name, reason: each.reason }] : [])),
  ]
  if (making.length) await writeRun(ctx, body, making, choice.today)
  return { bills: making.length, total: linesTotal(making.map(({ total }) => ({ value: total }))), left }
}

function judge({ lines, total, due }: ChosenBill, contract: Contract | undefined, choice: BillingChoice) {
  if (!contract) return { client: 'Cliente', reason: 'Não foi encontrado.' }
  const planned = billOf(contract, choice)
  const { name } = contract.client
  if (!isPlanned(planned)) return { client: name, reason: `${exceptionKinds[planned.kind]}: ${planned.reason}` }
  const chosen = planned.lines.filter(({ key }) => lines.includes(key))
  if (chosen.length !== new Set(lines).size || cents(linesTotal(chosen)) !== cents(total) || planned.due !== due)
    return { client: name, reason: 'O contrato mudou desde a prévia: confira de novo.' }
  return { draft: { ...planned, lines: chosen, total: linesTotal(chosen) } }
}

/** A bill with the account it goes into. */
interface PlacedBill extends PlannedBill {
  readonly account: number | null
}
async function writeRun(ctx: Ctx, body: ChosenMonth, making: readonly PlacedBill[], today: string) {
  const { rows } = await sql<{ id: number }>`
    insert into bill_runs (competence, user_id) values (${body.month}, ${ctx.user.id}) returning id`.execute(ctx.sql)
  const made = await ctx.rows(bills).createAll(
    making.map(({ client, due, total, lines, account }) => ({
      client_id: client.id,
      finance_type_id: body.finance_type_id,
      checking_account_id: account,
      issue_date: today,
      due_date: due,
      value: total,
      competence: body.month,
      items: lines.map(({ name, value }) => ({ name, value })),
    })),
  )
  await sql`
    update bills_to_receive set run_id = ${rows[0]?.id ?? null} where id = any(${made.map(({ id }) => id)}::bigint[])`.execute(
    ctx.sql,
  )
}

const undo = serve(undoBilling, async (ctx, { run }) => {
  refuseOutsiders(ctx)
  const { rows } = await sql<{ id: number; run: number }>`
    select b.id, r.id as run from bill_runs r join bills_to_receive b on b.run_id = r.id
    where r.uuid::text = ${run} and b.deleted_at is null order by b.id for no key update of b`.execute(ctx.sql)
  const seen = await ctx.rows(bills).among(rows.map(({ id }) => id))
  if (!seen.length) throw problem('missing')
  const left: Unbilled[] = []
  for (const each of seen) {
    const reason = each.fixed ? 'Já teve recebimento, baixa ou cancelamento.' : await removed(ctx, each.id)
    if (reason) left.push({ client: each.client.name, reason })
  }
  if (left.length === 0)
    await sql`update bill_runs set undone_at = now() where id = ${rows[0]?.run ?? 0}`.execute(ctx.sql)
  const gone = seen.length - left.length
  const of = { one: 'conta desfeita', many: 'contas desfeitas', gender: 'f' } as const
  const rest = left.length
    ? ` ${left.length === 1 ? 'Ficou a' : 'Ficaram as'} de ${join(left.slice(0, 3).map(({ client }) => client))}${left.length > 3 ? ` e mais ${left.length - 3}` : ''}.`
    : ''
  return doneAnswer(200, `${count(gone, of)}.${rest}`, { bills: gone, left })
})

/** Takes a bill back; why it stays, where it does. */
async function removed(ctx: Ctx, id: number): Promise<string | null> {
  try {
    await ctx.rows(bills).remove(id)
    return null
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.kind === 'conflict') return thrown.message
    throw thrown
  }
}

export const billingOperations: readonly AnyOperation[] = [preview, bill, undo]
