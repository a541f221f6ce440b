import * as z from 'zod'
import { list, string } from '#kernel/json.ts'
import { listShape, shapeJson, valueShape } from '#kernel/wire.ts'
import type { PathState } from '#features/network/stations/geometry/profile.ts'
import { usualFactor } from '#features/network/stations/geometry/radio.ts'
import { obstructionsIn } from '#features/network/stations/geometry/reckon.ts'
import { mostObstructions } from '#features/network/stations/geometry/stored.ts'
import { pathStates } from '#features/network/stations/geometry/words.ts'

const within = (min: number, max: number, text: string) =>
  z
    .string()
    .transform(given => (given.trim() ? Number(given.replace(',', '.')) : undefined))
    .pipe(z.number(text).min(min, text).max(max, text).optional())
    .optional()
const height = within(0, 1_000, 'Informe a altura da antena em metros, de 0 a 1.000.')
const ground = within(-500, 9_000, 'Informe a altitude em metros, de -500 a 9.000.')
const obstructions = z
  .string()
  .optional()
  .transform((given, context) => {
    if (given === undefined) return undefined
    const read = obstructionsIn(given)
    if (read && read.length <= mostObstructions) return read
    context.addIssue(
      `Informe até ${mostObstructions} obstáculos como km:altura, separados por ponto e vírgula: 4,2:18;7:12.`,
    )
    return z.NEVER
  })
const rowKey = z.string().meta({ description: 'Código ou uuid' }).optional()
/** What is known of a link besides its record. */
export const profileQuery = z.strictObject({
  connection: rowKey,
  station_1: rowKey,
  station_2: rowKey,
  height_1: height,
  height_2: height,
  ground_1: ground,
  ground_2: ground,
  /** MHz. */
  frequency: within(1, 300_000, 'Informe a frequência em MHz, de 1 a 300.000.'),
  k: within(0.3, 10, 'Informe o fator k, de 0,3 a 10.').transform(given => given ?? usualFactor),
  /** Without it, those stored with the link. */
  obstructions,
})
export type ProfileQuery = z.infer<typeof profileQuery>

/** One value of each of the two stations. */
const pairShape = <S extends z.ZodType>(each: S) => valueShape<readonly [z.infer<S>, z.infer<S>]>(list(shapeJson(each)))
const metres = z.number().meta({ description: 'Metros' })
const along = z.number().meta({ description: 'Km desde a primeira estação' })
const place = z.object({ lat: z.number(), lng: z.number() })

const namedStation = z.object({ id: z.int(), uuid: z.string(), name: z.string() })
const linkStation = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  place,
  ground: metres.nullable(),
  /** Where the height of the ground comes from. */
  ground_from: valueShape<'typed' | 'tiles' | 'address'>(string).nullable(),
  height: metres.nullable(),
})
/** A station of a link as its geometry needs it. */
export type LinkStation = z.infer<typeof linkStation>

const lineFacts = z.object({
  stations: pairShape(linkStation),
  distance: metres,
  azimuths: pairShape(z.number().meta({ description: 'Graus do norte verdadeiro, em cada sentido' })).nullable(),
  midpoint: place,
  wkt: z.string(),
  samples: listShape(z.object({ at: z.number(), ground: z.number().nullable() })),
  /** Those of the query, or else those stored with the link. */
  obstructions: listShape(z.object({ at: along, height: metres, ground: metres.nullable() })),
})
/** What is known of the line between two stations. */
export type LinkGeometry = z.infer<typeof lineFacts>

const profilePoint = z.object({
  at: along,
  ground: metres.nullable(),
  bulge: metres,
  obstruction: metres,
  top: metres.nullable(),
  ray: metres,
  fresnel: metres.nullable(),
  clearance: metres.nullable(),
})
const pathProfile = z.object({
  state: valueShape<PathState>({ ...string, enum: Object.keys(pathStates) }),
  whole: z.boolean(),
  tilts: pairShape(z.number()),
  worst: profilePoint.nullable(),
  least: z.object({ both: pairShape(z.number()), alone: pairShape(z.number().nullable()) }).nullable(),
  points: listShape(profilePoint),
})
export const linkOutlook = z.object({
  stations: listShape(namedStation),
  connections: listShape(z.object({ id: z.int(), uuid: z.string(), station_1_id: z.int(), station_2_id: z.int() })),
  /** Those of the two stations without coordinates. */
  placeless: listShape(namedStation),
  /** What cannot be calculated, and why. */
  message: z.string().nullable(),
  geometry: lineFacts
    .extend({
      free_space_loss: z.number().meta({ description: 'dB' }).nullable(),
      /** What the profile lacks. */
      lacks: z.string().nullable(),
      profile: pathProfile.nullable(),
    })
    .nullable(),
})
/** What a link's profile is drawn from. */
export type LinkOutlook = z.infer<typeof linkOutlook>
