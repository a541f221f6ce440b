import * as z from 'zod'
import { list, shape, string } from '#kernel/json.ts'
import { plain } from '#kernel/text.ts'
import type { FoundPlace } from '#features/stations/map/map.ts'
import { placesPerMinute, placesUrl } from '#features/stations/map/settings.server.ts'
import { stations } from '#features/stations/stations.ts'
import { ask } from '#parts/asked/ask.server.ts'
import type { Config } from '#server/config.ts'
import { operation } from '#server/operation.ts'

export const hasPlaces = (config: Config) => Boolean(config.of(placesUrl))

const most = 6
const degree = z.coerce.number().finite()
/** What of Nominatim's answer is used (`/search?format=jsonv2`). */
const answered = z.array(
  z.object({ display_name: z.string(), lat: degree.min(-90).max(90), lon: degree.min(-180).max(180) }),
)

/** Null where it is none of what was awaited. */
export function placesIn(body: unknown): { readonly places: readonly FoundPlace[] } | null {
  const read = answered.safeParse(body)
  if (!read.success) return null
  return {
    places: read.data.slice(0, most).map(({ display_name, lat, lon }) => ({
      name: display_name.slice(0, 200),
      lat,
      lng: lon,
    })),
  }
}

const asked = z.strictObject({
  search: z
    .string('Diga o que procurar.')
    .trim()
    .min(3, 'Escreva ao menos três letras.')
    .max(120, 'Use no máximo 120 letras.'),
})

/** A place by its name, asked of the service the settings name; what it said is kept for thirty days. */
export const findPlaces = operation<unknown, z.infer<typeof asked>>({
  access: 'permission',
  scope: stations,
  id: 'stations.lugares',
  summary: 'Procurar um lugar pelo nome, para ir até ele no mapa',
  method: 'GET',
  url: '/api/v1/stations/lugares',
  rate: 'heavy',
  audit: null,
  query: asked,
  answers: {
    200: shape({ data: list(shape({ name: string, lat: { type: 'number' }, lng: { type: 'number' } })) }),
  },
  handle: async (ctx, { query: { search } }) => {
    const base = ctx.config.of(placesUrl)
    const { answer } = await ask<{ readonly places: readonly FoundPlace[] }>(ctx, {
      kind: 'lugar',
      key: plain(search),
      sources: base
        ? [
            {
              integration: 'lugares',
              url: questionFor(base, search),
              rate: ctx.config.of(placesPerMinute),
              read: placesIn,
            },
          ]
        : [],
      called: 'A busca de lugares',
      setting: placesUrl.name,
      missing: 'A busca de lugares não conhece este endereço.',
      instead: 'Procure no próprio mapa',
    })
    return { data: answer.places }
  },
})

function questionFor(base: string, search: string): URL {
  const url = new URL(`${base.replace(/\/$/, '')}/search`)
  for (const [name, value] of Object.entries({
    q: search,
    format: 'jsonv2',
    limit: String(most),
    countrycodes: 'br',
    'accept-language': 'pt-BR',
  }))
    url.searchParams.set(name, value)
  return url
}
