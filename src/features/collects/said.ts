import { showInteger } from '#kernel/show.ts'
import type { FieldErrors } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import type { Total } from '#features/collects/lines.ts'

export const lineText = { one: 'linha', many: 'linhas', gender: 'f' } as const
export const accessText = { one: 'acesso', many: 'acessos', gender: 'm' } as const
export const placeText = { one: 'município', many: 'municípios', gender: 'm' } as const

/** '12 linhas · 1.234 acessos'. */
export const saidTotal = ({ lines, accesses }: Total) => `${count(lines, lineText)} · ${count(accesses, accessText)}`
export const plural = (n: number, one: string, many: string) => `${showInteger(n)} ${n === 1 ? one : many}`

const nothing: Readonly<Record<string, string>> = {}
const some = (pairs: readonly (readonly [string, string])[]) => (pairs.length ? Object.fromEntries(pairs) : nothing)
const isUnder = (key: string, name: string) => key === name || key.startsWith(`${name}.`)

/** Of everything refused, what lies at or under a name. One and the same object when nothing does, so that nothing is drawn again. */
export const under = (errors: FieldErrors, name: string): Readonly<Record<string, string>> =>
  some(Object.entries(errors).flatMap(([key, said]) => (isUnder(key, name) ? [[key, said.join(' ')] as const] : [])))

/** The same, told by what follows the name. */
export const underRow = (errors: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> =>
  some(
    Object.entries(errors).flatMap(([key, said]) =>
      key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), said] as const] : [],
    ),
  )
