import { letter } from '#server/letter.ts'
import type { Mail } from '#server/mail.ts'

interface Recovery {
  readonly to: string
  readonly name: string
  readonly product: string
  readonly link: string
  readonly minutes: number
}

/** The message that carries a link to choose a new password. */
export const recoveryMail = ({ to, name, product, link, minutes }: Recovery): Mail =>
  letter({
    to,
    name,
    subject: `${product}: escolha uma nova senha`,
    reason: `Recebemos um pedido para trocar a sua senha em ${product}. Para escolher uma nova, abra este endereço:`,
    link,
    label: 'Escolher uma nova senha',
    terms: [
      `Ele vale por ${minutes} minutos e uma única vez. Ao trocar a senha, você sai de todos os aparelhos.`,
      'Se não foi você quem pediu, ignore esta mensagem: a sua senha continua a mesma.',
    ],
  })
