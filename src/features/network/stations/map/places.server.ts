import * as z from 'zod'
import { foldText } from '#kernel/text.ts'
import { searchPlaces, type FoundPlace } from '#features/network/stations/map/api.ts'
import { placesPerMinute, placesUrl } from '#features/network/stations/map/settings.server.ts'
import { ask } from '#parts/asked/ask.server.ts'
import type { Config } from '#server/config.ts'
import { serve } from '#server/serve.ts'

export const hasPlaces = (config: Config) => Boolean(config.of(placesUrl))

const MOST_PLACES = 6
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
    places: read.data.slice(0, MOST_PLACES).map(({ display_name, lat, lon }) => ({
      name: display_name.slice(0, 200),
      lat,
      lng: lon,
    })),
  }
}

/** Finds a place by name at the configured service; its answer is stored for thirty days. */
export const placesRoute = serve(searchPlaces, async (ctx, { query: { search } }) => {
  const base = ctx.config.of(placesUrl)
  const { answer } = await ask<{ readonly places: readonly FoundPlace[] }>(ctx, {
    kind: 'lugar',
    key: foldText(search),
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
})

function questionFor(base: string, search: string): URL {
  const url = new URL(`${base.replace(/\/$/, '')}/search`)
  for (const [name, value] of Object.entries({
    q: search,
    format: 'jsonv2',
    limit: String(MOST_PLACES),
    countrycodes: 'br',
    'accept-language': 'pt-BR',
  }))
    url.searchParams.set(name, value)
  return url
}
