import { showInteger } from '#kernel/show.ts'
import type { FieldErrors } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import type { Total } from '#features/regulatory/collects/coleta/lines.ts'

export const lineText = { one: 'linha', many: 'linhas', gender: 'f' } as const
export const accessText = { one: 'acesso', many: 'acessos', gender: 'm' } as const
export const placeText = { one: 'município', many: 'municípios', gender: 'm' } as const

/** '12 linhas · 1.234 acessos'; and '40 acessos de fora' where some are set aside. */
export const totalInWords = ({ lines, accesses, aside }: Omit<Total, 'aside'> & Partial<Total>) =>
  [count(lines, lineText), count(accesses, accessText), aside ? asideInWords({ aside }) : '']
    .filter(Boolean)
    .join(' · ')
/** '40 acessos de fora'; nothing where none is set aside. */
export const asideInWords = ({ aside: { lines, accesses } }: Pick<Total, 'aside'>) =>
  lines ? `${accesses ? count(accesses, accessText) : count(lines, lineText)} de fora` : ''
export const plural = (n: number, one: string, many: string) => `${showInteger(n)} ${n === 1 ? one : many}`

/**
 * What is refused of the accesses: of a line, by 'at.row' and then by the end of its name ('speed'); of a municipality,
 * by 'at'.
 */
export function underRows(errors: FieldErrors): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const found = new Map<string, Record<string, string>>()
  for (const [name, said] of Object.entries(errors)) {
    const [, at, row, key] = /^locations\.(\d+)\.(?:accesses_ordered\.(\d+)\.)?(\w+)$/.exec(name) ?? []
    if (at === undefined || key === undefined) continue
    const place = row === undefined ? at : `${at}.${row}`
    found.set(place, { ...found.get(place), [key]: said.join(' ') })
  }
  return found
}
