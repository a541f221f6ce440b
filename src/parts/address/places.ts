import { uf as readUf } from '#kernel/brasil.ts'
import { bare, join } from '#kernel/text.ts'
import { nearest } from '#parts/address/nearest.ts'

/** Municipalities by IBGE code. */
export type Towns = ReadonlyMap<number, { readonly name: string; readonly uf: string }>
export type PlaceReading =
  | { readonly code: string; readonly name: string }
  /** Why no municipality can be told; `among` the ones it may be, looked for only where they are offered. */
  | { readonly said: string; readonly among: () => readonly string[] }
/** So many are offered. */
const most = 6

/** Tells municipalities by their names, whatever the case and accents. */
export function placesOf(towns: Towns, near: readonly string[] = []) {
  let known: ReturnType<typeof named> | undefined
  /** `state` as its own column says it; the name may say it too: 'Itu/SP', 'Itu - SP'. */
  return (text: string, state = ''): PlaceReading => {
    const [, name = text, said = ''] = /^(.*\S)\s*[/(\u2013-]\s*([A-Za-z]{2})\)?$/.exec(text.trim()) ?? []
    const uf = readUf(said) ?? readUf(state.trim())
    const whole = readUf(said) ? name : text
    // Most files write codes: no name is asked for.
    known ??= named(towns)
    const all = known.get(bare(whole)) ?? []
    const found = uf ? all.filter(each => each.uf === uf) : narrowed(all, near)
    const [only] = found
    if (only && found.length === 1) return { code: String(only.code), name: fullName(only) }
    if (found.length > 1) {
      const among = found.slice(0, most).map(fullName)
      return { said: `Há mais de um município com este nome: ${join(among)}. Diga qual.`, among: () => among }
    }
    const [byName, states] = [known, uf ? [uf] : near]
    return {
      said: `não é um município${uf ? ` de ${uf}` : ''} na lista do IBGE. Confira o nome${uf ? '' : ' e o estado'}.`,
      among: () => {
        const there = [...byName].flatMap(([key, some]) =>
          some.flatMap(each => (states.includes(each.uf) ? [[key, each] as const] : [])),
        )
        return nearest(bare(whole), there, most).map(fullName)
      },
    }
  }
}

const fullName = ({ name, uf }: { readonly name: string; readonly uf: string }) => `${name}/${uf}`

function named(towns: Towns) {
  const byName = new Map<string, { readonly code: number; readonly name: string; readonly uf: string }[]>()
  for (const [code, { name, uf }] of towns) {
    const key = bare(name)
    const same = byName.get(key)
    if (same) same.push({ code, name, uf })
    else byName.set(key, [{ code, name, uf }])
  }
  return byName
}

/** Of towns of one name, those in the states the provider already works in. */
function narrowed<T extends { readonly uf: string }>(all: readonly T[], near: readonly string[]): readonly T[] {
  const close = all.filter(({ uf }) => near.includes(uf))
  return close.length ? close : all
}
