import { issueReset, resetLink } from '#features/auth/resets.server.ts'
import { publicUrl } from '#server/config.ts'
import { letter } from '#server/letter.ts'
import type { Ctx } from '#server/operation.ts'

const days = 3

interface Invited {
  readonly id: number
  readonly name: string
  readonly email: string
}

/** Sends a person a link to choose their first password, once the write it belongs to is committed; links before it die. */
export async function invite(ctx: Ctx, { id, name, email: to }: Invited, now: Date): Promise<void> {
  const product = ctx.config.APP_NAME
  const link = resetLink(publicUrl(ctx.config), await issueReset(ctx.sql, id, now, days * 24 * 60))
  ctx.after(() =>
    ctx.mail.send(
      letter({
        to,
        name,
        subject: `${product}: escolha a sua senha`,
        reason: `${ctx.user.name} abriu uma conta para você em ${product}. Para escolher a sua senha, abra este endereço:`,
        link,
        label: 'Escolher a minha senha',
        terms: [`Ele vale por ${days} dias e uma única vez. Depois, entre com o seu e-mail, ${to}.`],
      }),
    ),
  )
}
