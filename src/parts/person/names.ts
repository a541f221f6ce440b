interface NamedPerson {
  readonly id: number
  readonly name: string
}

/** How each of these people is named beside the others, by id: the first name, with the last where two share it, or all of it. */
export function shortNames(people: readonly NamedPerson[]): ReadonlyMap<number, string> {
  const full = new Map(people.map(({ id, name }) => [id, name.trim()]))
  const forms = [firstOf, (name: string) => [...new Set([firstOf(name), lastOf(name)])].join(' ')]
  const count = forms.map(form => {
    const times = new Map<string, number>()
    for (const said of [...full.values()].map(form)) times.set(said, (times.get(said) ?? 0) + 1)
    return times
  })
  const said = (name: string) => forms.find((form, i) => count[i]?.get(form(name)) === 1)?.(name) ?? name
  return new Map([...full].map(([id, name]) => [id, said(name)]))
}

const wordsOf = (name: string) => name.split(/\s+/)
const firstOf = (name: string) => wordsOf(name)[0] ?? name
const lastOf = (name: string) => wordsOf(name).at(-1) ?? name
