import { sql } from 'kysely'
import * as z from 'zod'
import { boolean, doneJson, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { bills } from '#features/bills/bills.ts'
import { returnSource } from '#features/bills/payments.ts'
import { receive, type ReceivedMoney } from '#features/bills/receive.server.ts'
import type { ReturnLine } from '#features/bills/returns/cnab240.ts'
import { lineOperations } from '#features/bills/returns/lines.server.ts'
import { bringsNews, planReturn, refuseDoubts, refuseOtherFile, told } from '#features/bills/returns/plan.server.ts'
import { bankReturns, returnLines } from '#features/bills/returns/returned.ts'
import { storeReading, type AppliedLine } from '#features/bills/returns/store.server.ts'
import { applied, returnVerdicts } from '#features/bills/returns/told.ts'
import { takeTurn } from '#features/bills/returns/turn.server.ts'
import { returnFileOperation, undoReturnOperation } from '#features/bills/returns/undo.server.ts'
import type { PlannedLine } from '#features/bills/returns/verdict.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fitFileName } from '#parts/file/inspect.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import { fileBody } from '#parts/file/taken.server.ts'
import { fileCalled } from '#parts/file/taken.ts'
import { extend } from '#server/extend.ts'
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
  waiting: integer,
  news: boolean,
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
  // The bytes reach the disk outside any transaction.
  transaction: 'own',
  query: z.strictObject({
    name: fileCalled,
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Confira o arquivo antes.'),
    /** A person compared the bank's sums with the lines, where they contradict each other. */
    checked: z.enum(['true', 'false']).default('false'),
  }),
  answers: { 200: doneJson(returned) },
  handle: async (ctx, { query, body }) => {
    refuseOutsiders(ctx)
    const file = { name: fitFileName(query.name), size: body.length }
    // What is refused leaves no bytes behind.
    const seen = await planReturn(ctx, body)
    refuseOtherFile(seen, query.sha256)
    if (query.checked === 'false') refuseDoubts(seen)
    await keepFile(ctx, body)
    const { plan, lines } = await ctx.transact(async inner => {
      await takeTurn(inner)
      // Written as its bytes were stored: the chore that removes files without a row waits.
      await sql`select 1 from loose_files where name = ${query.sha256} for update`.execute(inner.sql)
      const planned = await planReturn(inner, body)
      refuseOtherFile(planned, query.sha256)
      if (query.checked === 'false') refuseDoubts(planned)
      const all: AppliedLine[] = []
      for (const each of planned.lines) all.push(await settled(inner, planned.account.id, each))
      if (bringsNews(planned)) await storeReading(inner, file, planned, all)
      return { plan: { ...planned, lines: all }, lines: all }
    })
    const written = lines.filter(each => applied.has(each.verdict)).length
    const answer = told(file.name, plan)
    const said = [
      written
        ? `${count(written, { one: 'linha aplicada', many: 'linhas aplicadas', gender: 'f' })}.`
        : 'Nenhuma conta mudou.',
      ...(answer.waiting
        ? [`${count(answer.waiting, { one: 'espera', many: 'esperam', gender: 'f' })} em Dinheiro sem conta.`]
        : []),
    ]
    return done(200, said.join(' '), answer)
  },
})

/** Does what a line asks for; what is refused is stated instead, and the others go on. */
async function settled(ctx: Ctx, account: number, each: PlannedLine): Promise<AppliedLine> {
  const { verdict: deed, slip, reference } = each
  if (!slip || !applied.has(deed)) return { ...each, payment: null }
  let payment: number | null = null
  if (deed === 'recebe') {
    try {
      const received = await receive(ctx, slip.bill_id, moneyOf(each.line, account, reference))
      payment = received.payment.id
    } catch (thrown) {
      return { ...each, verdict: 'conflito', note: refusalIn(thrown).join(' '), payment }
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
  return { ...each, payment }
}

const moneyOf = (line: ReturnLine, account: number, reference: string): ReceivedMoney => ({
  paid_on: line.occurred_on,
  value: line.paid_cents / 100,
  checking_account_id: account,
  method: 'boleto',
  source: returnSource,
  reference,
  // What the bank charged or let go counts as it states it; where it states nothing, the rates in force do.
  ...((line.added_cents || line.discount_cents) && {
    charges: { fine: 0, interest: line.added_cents / 100, discount: line.discount_cents / 100 },
  }),
})

/** What the bank returns about boletos. */
export const returnsOnServer: ServerFeature = {
  extensions: [
    extend(bankReturns, {
      derived: {
        waiting: alias =>
          `(select count(*)::int from bank_return_lines w where w.bank_return_id = ${alias}.id and w.state = 'espera')`,
      },
      operations: [preview, apply, undoReturnOperation, returnFileOperation],
    }),
    extend(returnLines, { operations: lineOperations }),
  ],
  files: [{ of: bankReturns }],
}
