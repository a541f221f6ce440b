import { useLocation, useNavigate } from '@tanstack/react-router'

/** A parameter of a screen's address. */
export interface AddressParameter<T extends string> {
  /** The value of a text; undefined for a text that is no value. */
  readonly read: (text: string) => T | undefined
  /** The value where the address has none. A constant one is left out of the address; one that depends on the day is not. */
  readonly fallback: T | (() => T)
  /** The router would put a text of digits in quotes. */
  readonly isNumber?: boolean
}
type AddressParameters = Readonly<Record<string, AddressParameter<string>>>
type ValuesOf<P extends AddressParameters> = {
  readonly [K in keyof P]: P[K] extends AddressParameter<infer T> ? T : never
}

/** Any text: what a user typed, or a key. */
export const textParameter: AddressParameter<string> = { read: text => text, fallback: '' }
/** One of these values. */
export const choiceParameter = <T extends string>(values: readonly T[], fallback: T): AddressParameter<T> => ({
  read: text => values.find(value => value === text),
  fallback,
})
/** A text of this shape, or nothing. */
export const shapedParameter = (shape: RegExp): AddressParameter<string> => ({
  read: text => (shape.test(text) ? text : undefined),
  fallback: '',
})

/** The router reads a number or a truth value where a text looks like one. */
const textIn = (value: unknown) =>
  typeof value === 'string' ? value : ['number', 'boolean'].includes(typeof value) ? String(value) : ''

/** The value of each parameter in a search the router has read; unknown parameters are ignored, wrong ones fall back. */
export function readSearch<P extends AddressParameters>(parameters: P, search: object): ValuesOf<P>
export function readSearch(parameters: AddressParameters, search: object): Readonly<Record<string, string>> {
  const texts = new Map(Object.entries(search).map(([name, value]) => [name, textIn(value)]))
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { read, fallback }]) => {
      const value = read(texts.get(name) ?? '')
      return [name, value || (typeof fallback === 'string' ? fallback : fallback())]
    }),
  )
}

/** The search of an address with these values. */
export const writeSearch = (
  parameters: AddressParameters,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { fallback, isNumber }]) => {
      const value = values[name] ?? ''
      if (value === '' || value === fallback) return []
      return [[name, isNumber ? Number(value) : value]]
    }),
  )

/**
 * The values of a screen's parameters in the address, and a function that changes some of them. They are read from the router's
 * location, which changes at once: the search of its match changes only after the guard of the screen has answered, and an input
 * whose text is in the address would lose letters.
 */
export function useAddress<P extends AddressParameters>(parameters: P) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const values = readSearch(parameters, search)
  const change = (part: Partial<ValuesOf<P>>) =>
    void navigate({ to: '.', search: writeSearch(parameters, { ...values, ...part }), replace: true })
  return [values, change] as const
}
