import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { choosesCompany, companyOf, isSuperAdmin, permission } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { resendMails, sendTestMail, summarizeMails } from '#features/platform/mails/api.ts'
import { mails } from '#features/platform/mails/mails.ts'
import { daily, rowsGone } from '#parts/chore/chore.ts'
import { post } from '#parts/outbox/outbox.server.ts'
import { undelivered } from '#parts/outbox/outbox.ts'
import { forget } from '#server/chores/forget.ts'
import { record } from '#server/audit.ts'
import { publicUrl } from '#server/config.ts'
import { extend } from '#server/extend.ts'
import { messageIdOf } from '#server/mail.ts'
import type { HealthCheck } from '#server/health.ts'
import type { ProductMetric } from '#server/house.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const waiting = ['aguardando', 'enviando'] as const

/** Puts a mail back among those that wait; false where it is among them already. One that arrived goes as another message. */
async function sendAgain(ctx: Ctx, id: number): Promise<boolean> {
  await refuseAbove(ctx, id)
  const { rows } = await sql`
    update mails set state = 'aguardando', tries = 0, next_at = null, error = null, sent_at = null,
      message_id = case when sent_at is null then message_id else ${messageIdOf(ctx.config, randomUUID())} end,
      version = version + 1, updated_at = now()
    where id = ${id} and state <> 'enviando' and not (state = 'aguardando' and next_at is null) returning id`.execute(
    ctx.sql,
  )
  if (!rows.length) return false
  await record(ctx, mails, id, 'reenviar', {})
  ctx.after(async () => ctx.mail.sender?.nudge())
  return true
}

/** Only a super-admin may resend a mail to another super-admin. */
async function refuseAbove({ sql: db, user }: Ctx, id: number) {
  if (isSuperAdmin(user)) return
  const { rows } = await sql`
    select 1 from mails m join users u on u.id = m.person_id join profiles p on p.id = u.profile_id
    where m.id = ${id} and p.is_admin and u.id <> ${user.id}`.execute(db)
  if (rows.length) throw problem('forbidden', 'Só um superadministrador envia de novo o que é de outro.')
}

/** Mails in these states that the reader sees. */
const countIn = (ctx: Ctx, states: readonly string[]) =>
  ctx.rows(mails).count(listQuery(mails, { 'filter[state][in]': states.join(',') }))

const summaryRoute = serve(summarizeMails, async ctx => {
  const { folder, trouble } = ctx.mail.mailer
  const data = {
    sent: await countIn(ctx, ['enviado']),
    waiting: await countIn(ctx, waiting),
    failed: await countIn(ctx, undelivered),
    folder,
    trouble,
  }
  return { data }
})

const resendRoute = serve(resendMails, async (ctx, { body }) => {
  const found = new Set<number>()
  for (const id of body.ids) found.add((await ctx.rows(mails).find(id)).id)
  let changed = 0
  // Always in the same order, so that no two requests wait for each other.
  for (const id of [...found].toSorted((a, b) => a - b)) if (await sendAgain(ctx, id)) changed++
  const left = found.size - changed
  const said = `${count(changed, mails.text)} de volta à fila de envio.`
  return doneAnswer(200, left ? `${said} ${left} já estavam nela.` : said, { changed, left })
})

const testRoute = serve(sendTestMail, async ctx => {
  const { user, config } = ctx
  const [row] = await post(ctx, [
    {
      kind: 'teste',
      to: user.email,
      person_id: user.id,
      empresa_id: companyOf(user),
      letter: {
        name: user.name,
        subject: `${config.APP_NAME}: e-mail de teste`,
        reason: `Esta mensagem confirma que os e-mails de ${config.APP_NAME} chegam até você.`,
        link: publicUrl(config),
        label: `Abrir ${config.APP_NAME}`,
        terms: ['Nada precisa ser feito.'],
      },
    },
  ])
  if (!row) throw problem('internal')
  await record(ctx, mails, row.id, 'mail-test', { recipient: [null, user.email] })
  return new Answer(201, doneAnswer(201, `E-mail de teste a caminho de ${user.email}.`, { uuid: row.uuid }))
})

const extension = extend(mails, {
  /**
   * Mails without a company are visible only to staff who work for all of them. A recovery mail is hidden until its address
   * matches an account.
   */
  visible: ({ user, alias, declared }) => {
    const at = (column: string) => sql.ref(`${alias}.${column}`)
    const known = sql`(${at('kind')} <> 'recuperacao' or ${at('person_id')} is not null)`
    return choosesCompany(user)
      ? sql`(${declared} and ${known})`
      : sql`(${declared} and ${known} and ${at('empresa_id')} is not null)`
  },
  actions: {
    reenviar: async (row, ctx) => {
      if (!(await sendAgain(ctx, row.id))) throw problem('conflict', 'Este e-mail já está na fila de envio.')
      return row
    },
  },
  operations: [summaryRoute, resendRoute, testRoute],
})

/** Mails that wait, and those that did not go and nobody tries any more. */
const stateMetric: ProductMetric = {
  name: 'mails',
  help: 'Mails waiting to be sent, refused and given up',
  label: 'state',
  count: async db => {
    const states: readonly string[] = [...waiting, ...undelivered]
    const { rows } = await sql<{ state: string; n: number }>`
      select state, count(*)::int as n from mails where state = any(${[...states]}::text[]) and deleted_at is null group by state`.execute(
      db,
    )
    return Object.fromEntries(states.map(state => [state, rows.find(each => each.state === state)?.n ?? 0]))
  },
}

/** Mails waiting at once from which somebody should look: a mail server that is slow, or away. */
const manyWaiting = 20
const notSent = { one: 'e-mail não foi', many: 'e-mails não foram', gender: 'm' } as const
const inQueue = { one: 'e-mail espera', many: 'e-mails esperam', gender: 'm' } as const

const mailsHealth: HealthCheck = {
  key: 'emails',
  title: 'E-mails',
  read: async ({ ctx }) => {
    const [failed, queued] = await Promise.all([countIn(ctx, undelivered), countIn(ctx, waiting)])
    const { trouble, folder } = ctx.mail.mailer
    const linkOf = (states: readonly string[]) => ({
      to: `/mails?filter[state][in]=${states.join(',')}`,
      label: 'Ver os e-mails',
      needs: permission(mails, 'index'),
    })
    if (trouble !== null)
      return { state: 'parado', text: `O e-mail não sai: ${trouble} ${count(queued, inQueue)}.`, link: linkOf(waiting) }
    if (failed)
      return {
        state: 'atencao',
        text: `${count(failed, notSent)}, e ninguém tenta mais. Corrija o endereço, ou envie de novo.`,
        link: linkOf(undelivered),
      }
    if (queued >= manyWaiting)
      return { state: 'atencao', text: `${count(queued, inQueue)} para sair.`, link: linkOf(waiting) }
    if (folder !== null)
      return {
        state: 'neutro',
        text: 'As mensagens ficam numa pasta e não chegam a ninguém: informe o servidor em SMTP_URL.',
      }
    return { state: 'ok', text: queued ? `${count(queued, inQueue)} para sair.` : 'Nenhum e-mail espera ou falhou.' }
  },
}

/** Days a mail that ended is stored. */
const MAIL_DAYS = 180

/** Forgets mails that ended long ago. */
const sweep = (db: Ctx['sql'], now: Date) =>
  forget(
    db,
    'mails',
    sql`state not in ('aguardando', 'enviando') and updated_at < ${now.toISOString()}::timestamptz - ${MAIL_DAYS} * interval '1 day'`,
  )

export const mailsOnServer: ServerFeature = {
  extensions: [extension],
  chores: [
    {
      name: 'correio',
      title: 'E-mails enviados',
      about: 'Esquece os e-mails que saíram, ou de que se desistiu, há mais de 180 dias.',
      every: daily,
      run: async ({ database }, { now }) => rowsGone(await sweep(database.kysely, now)),
    },
  ],
  metrics: [stateMetric],
  health: [mailsHealth],
  integrations: [
    {
      key: 'email',
      lacking: config =>
        config.SMTP_URL === undefined
          ? 'As mensagens ficam numa pasta e não chegam a ninguém: informe o servidor em SMTP_URL.'
          : null,
    },
  ],
  mails: { teste: async () => ({}) },
}
