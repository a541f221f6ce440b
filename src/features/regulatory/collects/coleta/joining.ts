import { kinds } from '#features/regulatory/collects/coleta/lines.ts'
import { nameFor, type FormLine } from '#parts/line/line.ts'
import { showDecimal } from '#kernel/show.ts'

// How two people's work on one coleta is joined: by municipality, by what an access is, by state.

/** What makes two lines the same one, though a file or somebody else's hand made them anew. */
export function identityOf(name: string, line: FormLine): unknown {
  if (name === 'locations') return line.city_id
  if (name === 'accesses_ordered')
    return JSON.stringify([...kinds.map(kind => line[`${kind}_id`] ?? null), line.speed ?? null])
  return name === 'finances' ? line.state : undefined
}

/** 'Itajubá/MG', 'Pessoa física, Fibra, FTTH, 100 Mbps', 'SP'. */
export function nameOf({ name, line }: { readonly name: string; readonly line: FormLine }): string {
  if (name === 'locations') return nameFor(line.city, line.city_id) || 'Município'
  if (name !== 'accesses_ordered') return String(line.state ?? '')
  const told = kinds.map(kind => nameFor(line[kind], line[`${kind}_id`])).filter(Boolean)
  const speed = typeof line.speed === 'number' ? [`${showDecimal(line.speed)} Mbps`] : []
  return [...told, ...speed].join(', ') || 'Linha nova'
}
