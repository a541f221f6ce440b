import type { Mail } from '#server/mail.ts'

const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface Letter {
  readonly to: string
  readonly name: string
  readonly subject: string
  /** Why it is sent, right before the link. */
  readonly reason: string
  readonly link: string
  readonly label: string
  readonly terms: readonly string[]
}

/** A message that carries one link. */
export function letter({ to, name, subject, reason, link, label, terms }: Letter): Mail {
  const greeting = `Olá, ${name.split(' ')[0] ?? name}.`
  const paragraph = (words: string) => `<p>${escaped(words)}</p>`
  return {
    to,
    subject,
    text: `${[greeting, reason, link, ...terms].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="pt-BR">
<body style="font-family: system-ui, sans-serif; line-height: 1.5; color: #1a1b1e; max-width: 36rem">
${paragraph(greeting)}
${paragraph(reason)}
<p><a href="${escaped(link)}">${escaped(label)}</a></p>
${terms.map(paragraph).join('\n')}
</body>
</html>
`,
  }
}

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
