import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { daysTo } from '#kernel/clock.ts'
import { string } from '#kernel/json.ts'
import { rowKey } from '#kernel/key.ts'
import { day, line } from '#kernel/schema.ts'
import { doneShape, listShape, pageShape, valueShape } from '#kernel/wire.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { Mark } from '#features/regulatory/obligations/rules.ts'
import { isSituation, type Situation } from '#features/regulatory/obligations/standing.ts'
import { lastDay } from '#parts/period/period.ts'

/** Days a question may span: a year and its edges. */
const longestSpan = 400
const whole = (text: string, max: number) =>
  z.coerce.number<string | number>(text).int(text).min(1, text).max(max, text)
const dutiesQuery = z
  .strictObject({
    /** 'AAAA-MM'; or both days of `from` and `to`. */
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Informe um mês, como 2026-11.')
      .optional(),
    from: day.optional(),
    to: day.optional(),
    client: rowKey.optional(),
    empresa: whole('Escolha uma empresa.', Number.MAX_SAFE_INTEGER).optional(),
    obligation: z.string().max(60).optional(),
    period: z.string().max(10).optional(),
    situation: z.string().refine(isSituation, 'Escolha uma situação.').optional(),
    search: z.string().trim().max(100).optional(),
    page: whole('Informe o número da página.', 100_000).default(1),
    per_page: whole('Informe de 1 a 100.', 100).default(100),
  })
  .transform((query, check) => {
    const [year, month] = (query.month ?? '').split('-').map(Number)
    const from = query.month ? `${query.month}-01` : query.from
    const to = year && month ? lastDay({ year, month }) : query.to
    const days = from && to ? daysTo(to, from) : -1
    if (from && to && days >= 0 && days <= longestSpan) return { ...query, from, to }
    const message = from && to ? `Peça de 1 a ${longestSpan} dias.` : 'Informe o mês, ou o primeiro e o último dia.'
    check.addIssue({ code: 'custom', path: [query.month ? 'month' : 'from'], message })
    return z.NEVER
  })
export type DutiesQuery = z.output<typeof dutiesQuery>

/** A duty: its name, its dates, and its clients per situation. */
const group = z.object({
  obligation: z.string(),
  name: z.string(),
  short: z.string(),
  period: z.string(),
  label: z.string().nullable(),
  opens: z.string().nullable(),
  cutoff: z.string().nullable(),
  legal: z.string(),
  due: z.string(),
  basis: z.string(),
  mark: valueShape<Mark>(string),
  note: z.string().nullable(),
  /** Why it is due on that day, where banks are closed on the one its rule says. */
  moved: z.string().nullable(),
  /** Done when its coleta is sent; nobody marks it by hand. */
  by_collect: z.boolean(),
  clients: z.int(),
  /** Of each fistel where each has its own. */
  counts: z.object({ atrasada: z.int(), 'a-fazer': z.int(), feita: z.int(), dispensada: z.int() }),
})
const refusal = z.object({
  /** Of its file; null where the reader may not open it. */
  uuid: z.string().nullable(),
  name: z.string(),
  /** The words that prove it, as the paper writes them. */
  said: z.string(),
  protocol: z.string().nullable(),
  /** When it was registered, and by whom. */
  at: z.string(),
  by: z.string().nullable(),
})
/** A paper by which what was done of an obligation was refused. */
export type DutyRefusal = z.infer<typeof refusal>
const item = z.object({
  obligation: z.string(),
  period: z.string(),
  client: z.object({ id: z.int(), uuid: z.string(), name: z.string() }),
  empresa: z.object({ id: z.int(), name: z.string() }).nullable(),
  fistel: z.object({ uuid: z.string(), name: z.string(), service: z.string() }).nullable(),
  lapsed: z.string().nullable(),
  situation: valueShape<Situation>(string),
  done_on: z.string().nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  collect: z.string().nullable(),
  /** The papers that refused it, the last first; people of a client see none. */
  refusals: listShape(refusal),
})
/** What one client owes, with the papers that refused it. */
export type OwedDuty = z.infer<typeof item>

/** Reads what is due, done and late: the duties with their counts, and a page of who owes them. */
export const listObligations = call.get('/obligations', {
  id: 'obligations.index',
  summary: 'Ver o que vence, o que foi feito e o que está atrasado',
  of: obligations,
  query: dutiesQuery,
  answer: pageShape(item).extend({ groups: listShape(group), today: z.string() }),
})

const namedDuty = z.strictObject({
  client: z.uuid('Informe o identificador do cliente.'),
  obligation: z.string('Informe a obrigação.').max(60),
  period: z.string('Informe a referência.').max(10),
})
/** A client's obligation of a period; the client by uuid. */
export type NamedDuty = z.infer<typeof namedDuty>
const items = z.array(namedDuty, 'Informe a lista de obrigações.').min(1, 'Informe ao menos uma.').max(200)

/** Marks obligations as done, of one client or of many. */
export const markObligations = call.put('/obligations/concluir', {
  id: 'obligations.concluir',
  summary: 'Marcar obrigações como feitas',
  of: obligations,
  audit: 'obligations.store',
  body: z.strictObject({ items, done_on: day, note: line(1_000).nullish() }),
  answer: doneShape(z.object({ marked: z.int() })),
})
export const reopenObligations = call.put('/obligations/reabrir', {
  id: 'obligations.reabrir',
  summary: 'Desmarcar obrigações feitas',
  of: obligations,
  audit: 'obligations.destroy',
  body: z.strictObject({ items }),
  answer: doneShape(z.object({ reopened: z.int() })),
})
