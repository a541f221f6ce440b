import type { Mail } from '#server/mail.ts'

const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export interface Letter {
  readonly to: string
  readonly name: string
  readonly subject: string
  /** Why it is sent, right before the link. */
  readonly reason: string
  readonly link: string
  readonly label: string
  readonly terms: readonly string[]
  /** Before everything else, where the letter is answered by mail. */
  readonly above?: string | undefined
}

/** A message that carries one link. */
export function letter({ to, name, subject, reason, link, label, terms, above }: Letter): Mail {
  const greeting = `Olá, ${name.split(' ')[0] ?? name}.`
  const paragraph = (words: string) => `<p>${escaped(words)}</p>`
  return {
    to,
    subject,
    text: `${[...(above ? [above] : []), greeting, reason, link, ...terms].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="pt-BR">
<body style="font-family: system-ui, sans-serif; line-height: 1.5; color: #1a1b1e; max-width: 36rem">
${above ? paragraph(above) : ''}${paragraph(greeting)}
${paragraph(reason)}
<p><a href="${escaped(link)}">${escaped(label)}</a></p>
${terms.map(paragraph).join('\n')}
</body>
</html>
`,
  }
}
