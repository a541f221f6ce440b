/** A line of a form as it is being typed: the wire's keys, with whatever was typed under them. */
export type FormLine = Readonly<Record<string, unknown>>

const isLine = (value: unknown): value is FormLine =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const noLines: readonly FormLine[] = []
/** One and the same list for one value: what is drawn from it is not drawn again. */
export const linesOf = (value: unknown): readonly FormLine[] =>
  Array.isArray(value) ? (value.every(isLine) ? value : value.filter(isLine)) : noLines

/** A number already understood; null while it is being typed, or missing. */
export const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
/** The name a reference brought, while `id` is still the one it was brought for; '' otherwise. */
export const nameFor = (brought: unknown, id: unknown) =>
  isLine(brought) && brought.id === id && typeof brought.name === 'string' ? brought.name : ''
