import { count } from '#kernel/text.ts'

/** Minutes. */
export const hour = 60
export const daily = 24 * hour

/** What came of a chore that counts one thing. */
export const countedResult = (n: number, one: string, many: string, gender: 'm' | 'f' = 'm') => ({
  said: n ? `${count(n, { one, many, gender })}.` : 'Nada a fazer.',
})
export const rowsGone = (n: number) => countedResult(n, 'registro apagado', 'registros apagados')
export const filesGone = (n: number) => countedResult(n, 'arquivo apagado', 'arquivos apagados')
