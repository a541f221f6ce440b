import { sql } from 'kysely'
import * as z from 'zod'
import { boolean, doneJson, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { day } from '#kernel/schema.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billStates } from '#features/billing/bills/bill/standing.ts'
import type { ClientStatement, StatementContact, StatementMail } from '#features/billing/bills/statement/statement.ts'
import { statementPaper } from '#features/billing/bills/statement/statement-paper.server.ts'
import { financeContacts, statementOf, statementParts } from '#features/billing/bills/statement/statement.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { post, type Posted } from '#parts/outbox/outbox.server.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import { publicUrl } from '#server/config.ts'
import { key } from '#server/crud.ts'
import { doneAnswer, operation, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'

const number = { type: 'number' } as const
/** A statement has at most these days. */
const longestStatement = 5 * 366
const ends = { from: day, to: day }
const ordered = <P extends { readonly from: string; readonly to: string }>(schema: z.ZodType<P>) =>
  schema
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Termina antes de começar.' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= longestStatement * 86_400_000, {
      path: ['to'],
      message: 'Escolha no máximo cinco anos.',
    })
const period = ordered(z.strictObject(ends))
type StatementPeriod = z.infer<typeof period>

const ofClient = { access: 'permission', scope: clients, params: z.object({ id: key }) } as const
const clientJson = shape({ id: integer, uuid: string, name: string })
const contactJson = shape({ name: string, email: string, finance: boolean })

const show = operation<{ id: string }, StatementPeriod>({
  ...ofClient,
  id: 'clients.extrato',
  summary: 'Ver o extrato financeiro do cliente',
  method: 'GET',
  url: '/api/v1/clients/:id/extrato',
  rate: 'read',
  audit: null,
  query: period,
  answers: {
    200: shape({
      client: clientJson,
      from: string,
      to: string,
      today: string,
      opening: number,
      closing: number,
      lines: list(
        shape({
          day: string,
          kind: { ...string, enum: ['conta', 'recebimento'] },
          text: string,
          note: maybe(string),
          amount: number,
          balance: number,
          bill: string,
        }),
      ),
      open: list(
        shape({
          uuid: string,
          text: string,
          state: { ...string, enum: Object.keys(billStates) },
          due: string,
          days: integer,
          left: number,
          today: number,
          line: maybe(string),
          pix: maybe(string),
          why: maybe(string),
        }),
      ),
    }),
  },
  handle: (ctx, { params, query }) => statementOf(ctx, params.id, query),
})

/** Others than staff get a 403. */
async function mailOf(
  ctx: Ctx,
  id: string,
  asked: StatementPeriod,
): Promise<StatementMail & { statement: ClientStatement }> {
  refuseOutsiders(ctx)
  const statement = await statementOf(ctx, id, asked)
  const { client } = statement
  const contacts = (await financeContacts(ctx, [client.id])).get(client.id) ?? []
  return { statement, client, subject: subjectOf(statement), parts: statementParts(statement), contacts }
}
const subjectOf = ({ client, to }: ClientStatement) => `Extrato de ${client.name}, até ${showDate(to)}`

const letterOf = (ctx: Ctx, statement: ClientStatement, contact: StatementContact): Posted => {
  const { client } = statement
  const path = `/clients/${client.uuid}?tab=financeiro`
  return {
    kind: 'extrato',
    to: contact.email,
    client_id: client.id,
    about: { text: subjectOf(statement), path },
    letter: {
      name: contact.name,
      subject: `${ctx.config.APP_NAME}: ${subjectOf(statement)}`,
      reason: 'O que está em aberto e o movimento do período, abaixo. No sistema, com a conta de cada dia:',
      link: `${publicUrl(ctx.config)}${path}`,
      label: 'Ver o extrato',
      terms: statementParts(statement),
    },
  }
}

const draft = operation<{ id: string }, StatementPeriod>({
  ...ofClient,
  id: 'clients.extrato.carta',
  summary: 'Ver como fica o e-mail do extrato, e para quem',
  method: 'GET',
  url: '/api/v1/clients/:id/extrato/carta',
  rate: 'read',
  audit: null,
  query: period,
  answers: {
    200: shape({
      client: shape({ uuid: string, name: string }),
      subject: string,
      parts: list(string),
      contacts: list(contactJson),
    }),
  },
  handle: (ctx, { params, query }) => mailOf(ctx, params.id, query),
})

const sending = ordered(z.strictObject({ ...ends, email: z.string('Escolha para quem enviar.').max(200) }))
const send = operation<{ id: string }, unknown, z.infer<typeof sending>>({
  ...ofClient,
  id: 'clients.extrato.enviar',
  summary: 'Enviar o extrato ao cliente por e-mail',
  method: 'POST',
  url: '/api/v1/clients/:id/extrato/enviar',
  rate: 'write',
  audit: 'clients.extrato.enviar',
  body: sending,
  answers: { 200: doneJson(shape({ to: string })) },
  handle: async (ctx, { params, body }) => {
    const { statement, contacts } = await mailOf(ctx, params.id, body)
    const contact = contacts.find(({ email }) => email === body.email)
    if (!contact) throw invalid({ email: 'Escolha um contato do cliente.' })
    await post(ctx, [letterOf(ctx, statement, contact)])
    return doneAnswer(200, `Extrato enviado a ${contact.email}.`, { to: contact.email })
  },
})

const manySchema = ordered(
  z.strictObject({
    ...ends,
    clients: z
      .array(z.uuid())
      .min(1, 'Marque ao menos um cliente.')
      .max(300, 'Envie a no máximo 300 clientes por vez.'),
    /** A trial sends nothing. */
    trial: z.boolean().default(false),
  }),
)
const sendMany = operation<unknown, unknown, z.infer<typeof manySchema>>({
  id: 'bills-to-receive.extratos',
  summary: 'Enviar o extrato a vários clientes por e-mail',
  method: 'POST',
  url: '/api/v1/bills-to-receive/extratos',
  access: 'permission',
  scope: bills,
  rate: 'heavy',
  audit: 'clients.extrato.enviar',
  body: manySchema,
  answers: {
    200: doneJson(
      shape({
        sent: list(shape({ client: string, name: string, email: string })),
        left: list(shape({ client: string, reason: string })),
      }),
    ),
  },
  handle: async (ctx, { body }) => {
    const letters: Posted[] = []
    const sent: { client: string; name: string; email: string }[] = []
    const left: { client: string; reason: string }[] = []
    for (const id of new Set(body.clients)) {
      const { statement, contacts } = await mailOf(ctx, id, body)
      const [contact] = contacts
      const { name: client } = statement.client
      if (!contact) left.push({ client, reason: 'Sem e-mail no cadastro e sem usuário.' })
      else if (!statement.open.length && !statement.lines.length)
        left.push({ client, reason: 'Nada em aberto, e nenhum movimento no período.' })
      else {
        sent.push({ client, name: contact.name, email: contact.email })
        letters.push(letterOf(ctx, statement, contact))
      }
    }
    if (!body.trial && letters.length) await post(ctx, letters)
    const of = { one: 'extrato', many: 'extratos', gender: 'm' } as const
    const said = body.trial ? 'Nada foi enviado ainda.' : `${count(sent.length, of)} por e-mail.`
    return doneAnswer(200, said, { sent, left })
  },
})

/** A statement that waited is not sent of a client that is no longer there. */
export const prepareStatement: Prepare = async (trx, { about_path }) => {
  const uuid = /\/clients\/([^?]+)/.exec(about_path ?? '')?.[1] ?? ''
  const { rows } =
    await sql`select 1 from clients where uuid::text = ${uuid} and active and deleted_at is null`.execute(trx)
  if (!rows.length) throw problem('conflict', 'O cliente não está mais ativo: o extrato não foi enviado.')
  return {}
}

export const statementOperations: readonly AnyOperation[] = [show, statementPaper(period), draft, send, sendMany]
