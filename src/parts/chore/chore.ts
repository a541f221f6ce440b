import { count } from '#kernel/text.ts'

/** Minutes. */
export const hour = 60
export const daily = 24 * hour

/** What came of a chore that counts one thing. */
export const countTold = (n: number, one: string, many: string, gender: 'm' | 'f' = 'm') => ({
  said: n ? `${count(n, { one, many, gender })}.` : 'Nada a fazer.',
})
export const rowsGone = (n: number) => countTold(n, 'registro apagado', 'registros apagados')
export const filesGone = (n: number) => countTold(n, 'arquivo apagado', 'arquivos apagados')
