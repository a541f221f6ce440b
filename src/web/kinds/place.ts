import { formats } from '#kernel/format.ts'
import { api } from '#web/api.ts'
import { messageOf } from '#web/api-error.ts'
import type { Values } from '#web/form/draft.ts'
import { toast } from '#web/ui/toast.tsx'

interface LocatedPlace {
  readonly address: string | null
  readonly neighborhood: string | null
  readonly city: { readonly id: number } | null
}

/** What a CEP just typed whole says of its address; null when it is not whole, or nobody knows. */
export async function findPlace(typed: unknown): Promise<Values | null> {
  const zip = typeof typed === 'string' ? formats.zipcode.parse(typed) : null
  if (zip === null) return null
  try {
    const { data } = await api.get<{ data: LocatedPlace }>(`/registry/cep/${zip}`, { quiet: true })
    return { ...data, city_id: data.city?.id ?? null }
  } catch (error) {
    toast(messageOf(error), { type: 'info' })
    return null
  }
}

/** The line with what the place knows where it was still empty: nothing typed is lost. */
export const filledIn = (line: Values, place: Values): Values => ({
  ...line,
  ...Object.fromEntries(['address', 'neighborhood'].map(key => [key, line[key] || place[key]])),
  ...(line.city_id == null && { city_id: place.city_id, city: place.city }),
})
