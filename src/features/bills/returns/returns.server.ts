import { sql } from 'kysely'
import * as z from 'zod'
import { companyOf } from '#kernel/access.ts'
import { doneJson, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { bills } from '#features/bills/bills.ts'
import { receive } from '#features/bills/receive.server.ts'
import {
  planReturn,
  refuseDoubts,
  refuseOtherFile,
  told,
  type PlannedReturn,
} from '#features/bills/returns/plan.server.ts'
import type { PlannedLine } from '#features/bills/returns/verdict.ts'
import { applied, returnVerdicts, type AppliedReturn } from '#features/bills/returns/told.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fitFileName } from '#parts/file/inspect.server.ts'
import { fileBody, fileCalled } from '#parts/file/taken.server.ts'
import { done, operation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'

/** Bytes: a file of four thousand boletos, which is read in some twenty milliseconds. */
const limit = 2 * 1024 * 1024
const money = { type: 'number' } as const
const verdict = { ...string, enum: Object.keys(returnVerdicts) }
const line = shape({
  at: integer,
  verdict,
  said: string,
  note: maybe(string),
  number: string,
  bill: maybe(shape({ uuid: string, name: string })),
  day: maybe(string),
  value: maybe(money),
  paid: maybe(money),
  fee: maybe(money),
})
const returned = shape({
  name: string,
  bank: string,
  account: shape({ id: integer, name: string }),
  created_on: maybe(string),
  sequence: integer,
  sha256: string,
  counts: { type: 'object', additionalProperties: integer },
  received: money,
  fees: money,
  skipped: list(shape({ at: integer, count: integer, why: string })),
  doubts: list(string),
  lines: list(line),
})
const taken = {
  access: 'permission',
  scope: bills,
  method: 'POST',
  rate: 'heavy',
  media: ['application/octet-stream'],
  limit,
  body: fileBody,
} as const

const preview = operation<unknown, { readonly name: string }, Buffer>({
  ...taken,
  id: 'bills-to-receive.retorno.previa',
  summary: 'Ver o que um arquivo de retorno do banco diz, linha por linha, sem mudar nada',
  url: '/api/v1/bills-to-receive/retorno/previa',
  audit: null,
  query: z.strictObject({ name: fileCalled }),
  answers: { 200: shape({ data: returned }) },
  handle: async (ctx, { query, body }) => ({ data: told(fitFileName(query.name), await planReturn(ctx, body)) }),
})

interface Applying {
  readonly name: string
  readonly sha256: string
  readonly checked: 'true' | 'false'
}
const apply = operation<unknown, Applying, Buffer>({
  ...taken,
  id: 'bills-to-receive.retorno.aplicar',
  summary: 'Aplicar um arquivo de retorno do banco: recebimentos, registros e recusas de boletos',
  url: '/api/v1/bills-to-receive/retorno/aplicar',
  audit: 'bills-to-receive.retorno.aplicar',
  query: z.strictObject({
    name: fileCalled,
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Confira o arquivo antes.'),
    /** A person compared the bank's sums with the lines, where they contradict each other. */
    checked: z.enum(['true', 'false']).default('false'),
  }),
  answers: { 200: doneJson(returned) },
  handle: async (ctx, { query, body }) => {
    refuseOutsiders(ctx)
    // Who applies the same file at the same time waits, and finds it applied.
    await sql`select pg_advisory_xact_lock(86)`.execute(ctx.sql)
    const plan = await planReturn(ctx, body)
    refuseOtherFile(plan, query.sha256)
    if (query.checked === 'false') refuseDoubts(plan)
    const lines: PlannedLine[] = []
    for (const each of plan.lines) lines.push(await settled(ctx, plan.account.id, each))
    const result = { ...plan, lines }
    const written = lines.filter(each => applied.has(each.verdict))
    await keepReturn(ctx, fitFileName(query.name), result, written)
    const answer = told(fitFileName(query.name), result)
    const said = written.length
      ? `${count(written.length, { one: 'linha aplicada', many: 'linhas aplicadas', gender: 'f' })}.`
      : 'Nada de novo neste arquivo: nenhuma conta mudou.'
    return done(200, said, answer)
  },
})

/** Does what a line says; what is refused is told instead, and the others go on. */
async function settled(ctx: Ctx, account: number, each: PlannedLine): Promise<PlannedLine> {
  const { verdict: deed, slip, line: said, reference } = each
  if (!slip || !applied.has(deed)) return each
  if (deed === 'recebe') {
    const [interest, discount] = [said.added_cents / 100, said.discount_cents / 100]
    try {
      await receive(ctx, slip.bill_id, {
        paid_on: said.occurred_on,
        value: said.paid_cents / 100,
        checking_account_id: account,
        method: 'boleto',
        source: 'retorno',
        reference,
        // What the bank charged or let go is its word; where it says nothing, the rates of the house tell.
        ...((interest || discount) && { charges: { fine: 0, interest, discount } }),
      })
    } catch (thrown) {
      return { ...each, verdict: 'conflito', note: refusalIn(thrown).join(' ') }
    }
  } else if (deed === 'registra')
    await sql`update bill_slips set registered_at = now(), refused_at = null, refusal = null where id = ${slip.id}`.execute(
      ctx.sql,
    )
  else
    await sql`update bill_slips set registered_at = null, refused_at = now(), refusal = ${each.said} where id = ${slip.id}`.execute(
      ctx.sql,
    )
  ctx.tell({ of: bills, uuid: each.bill?.uuid ?? '' })
  return each
}

async function keepReturn(
  ctx: Ctx,
  name: string,
  { account, sha256, lines }: Pick<PlannedReturn, 'account' | 'sha256' | 'lines'>,
  written: readonly PlannedLine[],
) {
  if (!written.length) return
  const received = written.reduce(
    (sum, { verdict: deed, line: said }) => sum + (deed === 'recebe' ? said.paid_cents : 0),
    0,
  )
  const { rows } = await sql<{ id: number }>`
    insert into bank_returns (name, sha256, checking_account_id, user_id, lines, applied, received)
    values (${name}, ${sha256}, ${account.id}, ${ctx.user.id}, ${lines.length}, ${written.length}, ${received / 100})
    returning id`.execute(ctx.sql)
  const kept = written.map(({ reference, slip }) => ({ reference, return_id: rows[0]?.id, slip_id: slip?.id }))
  await sql`
    insert into bank_return_lines (reference, return_id, slip_id)
    select * from json_to_recordset(${JSON.stringify(kept)}::json) as l(reference text, return_id bigint, slip_id bigint)`.execute(
    ctx.sql,
  )
}

const recent = operation({
  id: 'bills-to-receive.retorno',
  summary: 'Ver os últimos arquivos de retorno que foram aplicados',
  method: 'GET',
  url: '/api/v1/bills-to-receive/retorno',
  access: 'permission',
  scope: bills,
  rate: 'read',
  audit: null,
  answers: {
    200: shape({
      data: list(
        shape({
          uuid: string,
          name: string,
          account: string,
          user: maybe(string),
          applied_at: string,
          lines: integer,
          applied: integer,
          received: money,
        }),
      ),
    }),
  },
  handle: async ctx => {
    const own = companyOf(ctx.user)
    const { rows } = await sql<AppliedReturn>`
      select r.uuid, r.name, a.name as account, u.name as user, r.applied_at, r.lines, r.applied, r.received::float8 as received
      from bank_returns r join checking_accounts a on a.id = r.checking_account_id left join users u on u.id = r.user_id
      where ${own}::bigint is null or a.empresa_id = ${own} or a.empresa_id is null
      order by r.id desc limit 20`.execute(ctx.sql)
    return { data: rows.map(row => ({ ...row, applied_at: new Date(row.applied_at).toISOString() })) }
  },
})

/** What the bank returns about boletos. */
export const returnsOnServer: ServerFeature = { operations: () => [recent, preview, apply] }
