/** Something personal in an answer, and what replaces it in the shared text. */
export interface PersonalFind {
  readonly what: 'nome' | 'e-mail' | 'documento' | 'telefone' | 'número'
  readonly said: string
  readonly instead: string
}

/** Words of this ticket that are nobody else's, and what a text has in their place. */
export interface KnownWord {
  readonly what: PersonalFind['what']
  readonly said: string
  /** 'cliente.nome': the place of a text, where there is one for it. */
  readonly place: string | null
}

export const reuses = { texto: 'Texto pronto', informativo: 'Informativo' } as const
export type Reuse = keyof typeof reuses

const shapes = [
  { what: 'e-mail', of: /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gu },
  { what: 'documento', of: /\b\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}\b|\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/gu },
  { what: 'telefone', of: /(?:\+55\s?)?\(?\b\d{2}\)?\s?9?\d{4}[-\s]?\d{4}\b/gu },
] as const satisfies readonly { readonly what: PersonalFind['what']; readonly of: RegExp }[]

const literal = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Matches whole words only: 'Ana' is not in 'Anatel'. */
const alone = (words: string) => new RegExp(`(?<![\\p{L}\\d@])${literal(words)}(?![\\p{L}\\d])`, 'giu')

const greeting = /^(?:bom dia|boa tarde|boa noite)/iu

/** Makes an answer reusable: removes what is specific to a client or person, and reports it. */
export function cleanAnswer(content: string, known: readonly KnownWord[], reuse: Reuse) {
  const found: PersonalFind[] = []
  let text = content
  const replace = (of: RegExp, what: PersonalFind['what'], place: string | null) => {
    const instead = place && reuse === 'texto' ? `{{ ${place} }}` : `[${what}]`
    text = text.replaceAll(of, said => {
      if (!found.some(each => each.said === said)) found.push({ what, said, instead })
      return instead
    })
  }
  // Braces of its own would be read as places.
  text = text.replaceAll(/\{(?=[{%])/g, '{ ')
  if (reuse === 'texto') text = text.replace(greeting, '{{ saudacao }}')
  else text = text.replace(/^(?:(?:bom dia|boa tarde|boa noite|olá|oi)[^\n]*\n+)/iu, '')
  // The longest first: a whole name before its first word.
  for (const { said, what, place } of known.toSorted((one, other) => other.said.length - one.said.length))
    // Of two letters a name says nothing; the number of a ticket does.
    if (said.trim().length > 2 || what === 'número') replace(alone(said.trim()), what, place)
  for (const { what, of } of shapes) replace(of, what, null)
  return { content: text.trim(), found }
}
