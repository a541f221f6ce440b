interface NamedPerson {
  readonly id: number
  readonly name: string
}

/** How each of these people is named beside the others, by id: the first name, with the initial of the last where two share it, then with all of the last, or the whole name. */
export function shortNames(people: readonly NamedPerson[]): ReadonlyMap<number, string> {
  const full = new Map(people.map(({ id, name }) => [id, name.trim()]))
  const count = nameForms.map(form => {
    const times = new Map<string, number>()
    for (const short of [...full.values()].map(form)) times.set(short, (times.get(short) ?? 0) + 1)
    return times
  })
  const shortest = (name: string) => nameForms.find((form, i) => count[i]?.get(form(name)) === 1)?.(name) ?? name
  return new Map([...full].map(([id, name]) => [id, shortest(name)]))
}

const wordsOf = (name: string) => name.split(/\s+/)
const firstOf = (name: string) => wordsOf(name)[0] ?? name
/** The first word with something of the last; a name of one word stays as it is. */
const withLast = (part: (last: string) => string) => (name: string) => {
  const last = wordsOf(name).slice(1).at(-1)
  return last === undefined ? name : `${firstOf(name)} ${part(last)}`
}
const nameForms = [firstOf, withLast(last => `${[...last][0]}.`), withLast(last => last)]
