/** Who a token is made for: a person's own script, or a system for which a person answers. */
export const tokenKinds = { pessoal: 'Pessoal', sistema: 'De sistema' } as const
export type TokenKind = keyof typeof tokenKinds

export const tokenStates = {
  vale: 'Vale',
  'ainda-nao': 'Ainda não vale',
  venceu: 'Venceu',
  encerrado: 'Encerrado',
} as const
export type TokenState = keyof typeof tokenStates

/** Why a token ended before its day, in words that follow 'Encerrado'. */
export const tokenEnds = {
  owner: 'por quem responde por ele',
  administrator: 'por um administrador',
  password: 'com a troca da senha',
  account: 'com os acessos de quem responde por ele',
} as const

export const tokenLimits = {
  /** Days from the first to the last. */
  days: 366,
  /** Of one person, that have not ended. */
  live: 50,
  addresses: 50,
  name: 60,
} as const
