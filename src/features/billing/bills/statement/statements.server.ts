import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import {
  mailStatement,
  mailStatements,
  previewStatementMail,
  readStatement,
  type ClientStatement,
  type MailedStatement,
  type StatementContact,
  type StatementMail,
  type StatementPeriod,
  type UnmailedStatement,
} from '#features/billing/bills/statement/api.ts'
import { readReplyAddress } from '#features/billing/bills/statement/reply.server.ts'
import { statementPaper } from '#features/billing/bills/statement/statement-paper.server.ts'
import { financeContacts, statementOf, statementParts } from '#features/billing/bills/statement/statement.server.ts'
import { post, type Posted } from '#parts/outbox/outbox.server.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import { publicUrl } from '#server/config.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

const show = serve(readStatement, (ctx, { id, query }) => statementOf(ctx, id, query))

/** Others than staff get a 403. */
async function mailOf(
  ctx: Ctx,
  id: string,
  period: StatementPeriod,
): Promise<StatementMail & { statement: ClientStatement; replyTo: string | null }> {
  refuseOutsiders(ctx)
  const statement = await statementOf(ctx, id, period)
  const { client } = statement
  const contacts = (await financeContacts(ctx, [client.id])).get(client.id) ?? []
  const replyTo = await readReplyAddress(ctx.sql)
  const parts = [
    ...statementParts(statement, replyTo),
    ...(replyTo ? ['Dúvida ou comprovante? Responda a este e-mail.'] : []),
  ]
  return { statement, replyTo, client, subject: subjectOf(statement), parts, contacts }
}
const subjectOf = ({ client, to }: ClientStatement) => `Extrato de ${client.name}, até ${showDate(to)}`

const letterOf = (
  ctx: Ctx,
  { statement, replyTo, parts }: Awaited<ReturnType<typeof mailOf>>,
  contact: StatementContact,
): Posted => {
  const { client } = statement
  const path = `/clients/${client.uuid}?tab=financeiro`
  return {
    kind: 'extrato',
    to: contact.email,
    replyTo,
    client_id: client.id,
    about: { text: subjectOf(statement), path },
    letter: {
      name: contact.name,
      subject: `${ctx.config.APP_NAME}: ${subjectOf(statement)}`,
      reason: 'O que está em aberto e o movimento do período, abaixo. No sistema, com a conta de cada dia:',
      link: `${publicUrl(ctx.config)}${path}`,
      label: 'Ver o extrato',
      terms: parts,
    },
  }
}

const preview = serve(previewStatementMail, (ctx, { id, query }) => mailOf(ctx, id, query))

const send = serve(mailStatement, async (ctx, { id, body }) => {
  const mail = await mailOf(ctx, id, body)
  const contact = mail.contacts.find(({ email }) => email === body.email)
  if (!contact) throw invalid({ email: 'Escolha um contato do cliente.' })
  await post(ctx, [letterOf(ctx, mail, contact)])
  return doneAnswer(200, `Extrato enviado a ${contact.email}.`, { to: contact.email })
})

const sendMany = serve(mailStatements, async (ctx, { body }) => {
  const letters: Posted[] = []
  const sent: MailedStatement[] = []
  const left: UnmailedStatement[] = []
  for (const id of new Set(body.clients)) {
    const mail = await mailOf(ctx, id, body)
    const { statement } = mail
    const [contact] = mail.contacts
    const { name: client } = statement.client
    if (!contact) left.push({ client, reason: 'Sem e-mail no cadastro e sem usuário.' })
    else if (!statement.open.length && !statement.lines.length)
      left.push({ client, reason: 'Nada em aberto, e nenhum movimento no período.' })
    else {
      sent.push({ client, name: contact.name, email: contact.email })
      letters.push(letterOf(ctx, mail, contact))
    }
  }
  if (!body.trial && letters.length) await post(ctx, letters)
  const of = { one: 'extrato', many: 'extratos', gender: 'm' } as const
  const message = body.trial ? 'Nada foi enviado ainda.' : `${count(sent.length, of)} por e-mail.`
  return doneAnswer(200, message, { sent, left })
})

/** A statement that waited is not sent of a client that is no longer there. */
export const prepareStatement: Prepare = async (trx, { about_path }) => {
  const uuid = /\/clients\/([^?]+)/.exec(about_path ?? '')?.[1] ?? ''
  const { rows } =
    await sql`select 1 from clients where uuid::text = ${uuid} and active and deleted_at is null`.execute(trx)
  if (!rows.length) throw problem('conflict', 'O cliente não está mais ativo: o extrato não foi enviado.')
  return {}
}

export const statementOperations: readonly AnyOperation[] = [show, statementPaper, preview, send, sendMany]
