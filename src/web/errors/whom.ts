import { showInteger } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import type { RefusedEntry } from '#web/route/faults.ts'

/** What `GET /users/me/acesso` answers. */
export interface Granters {
  readonly house: string | null
  readonly people: readonly string[]
  /** How many more there are. */
  readonly others: number
}

/** What may not be entered, as a title. */
export const lackOf = ({ section, screen }: RefusedEntry) =>
  screen === null ? `Você não tem acesso a ${section}` : `Você não tem acesso a “${screen}”, em ${section}`

/** Who can give it, in a sentence. */
export function whomToAsk({ house, people, others }: Granters): string {
  const someone = `Peça a um administrador ${house ? `da ${house}` : 'do sistema'}`
  const more = others > 0 ? ` (e mais ${showInteger(others)})` : ''
  return people.length ? `${someone}: ${join(people, 'ou')}${more}.` : `${someone}.`
}
