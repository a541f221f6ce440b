import { inviteDays } from '#features/people/auth/mails.server.ts'
import { issueReset, resetLink } from '#features/people/auth/resets.server.ts'
import { post } from '#parts/outbox/outbox.server.ts'
import { publicUrl } from '#server/config.ts'
import type { Ctx } from '#server/operation.ts'

interface Invited {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly email: string
}

/** Sends a person a link to choose their first password, once the write it belongs to is committed; links before it die. */
export async function invite(ctx: Ctx, { id, uuid, name, email: to }: Invited): Promise<void> {
  const product = ctx.config.APP_NAME
  await post(ctx, [
    {
      kind: 'convite',
      to,
      person_id: id,
      about: { text: name, path: `/users/${uuid}` },
      letter: {
        name,
        subject: `${product}: escolha a sua senha`,
        reason: `${ctx.user.name} abriu uma conta para você em ${product}. Para escolher a sua senha, abra este endereço:`,
        label: 'Escolher a minha senha',
        terms: [`Ele vale por ${inviteDays} dias e uma única vez. Depois, entre com o seu e-mail, ${to}.`],
      },
    },
  ])
}

/** An invitation link that the user delivers themselves; it revokes earlier links. Anyone who has it can choose the password. */
export const invitationLink = async ({ sql, config }: Ctx, person: number, now: Date): Promise<string> =>
  resetLink(publicUrl(config), await issueReset(sql, person, now, inviteDays * 24 * 60))
