import type { Mail } from '#server/mail.ts'

const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface RecoveryMail {
  readonly to: string
  readonly name: string
  readonly product: string
  readonly link: string
  readonly minutes: number
}

/** The message that carries a link to choose a new password. */
export function recoveryMail({ to, name, product, link, minutes }: RecoveryMail): Mail {
  const greeting = `Olá, ${name.split(' ')[0] ?? name}.`
  const reason = `Recebemos um pedido para trocar a sua senha em ${product}. Para escolher uma nova, abra este endereço:`
  const terms = `Ele vale por ${minutes} minutos e uma única vez. Ao trocar a senha, você sai de todos os aparelhos.`
  const doubt = 'Se não foi você quem pediu, ignore esta mensagem: a sua senha continua a mesma.'
  return {
    to,
    subject: `${product}: escolha uma nova senha`,
    text: `${greeting}\n\n${reason}\n\n${link}\n\n${terms}\n\n${doubt}\n`,
    html: `<!doctype html>
<html lang="pt-BR">
<body style="font-family: system-ui, sans-serif; line-height: 1.5; color: #1a1b1e; max-width: 36rem">
<p>${escaped(greeting)}</p>
<p>${escaped(reason)}</p>
<p><a href="${escaped(link)}">Escolher uma nova senha</a></p>
<p>${escaped(terms)}</p>
<p>${escaped(doubt)}</p>
</body>
</html>
`,
  }
}
