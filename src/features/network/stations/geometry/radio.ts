/** The mean radius of the Earth, in km, as ITU-R P.526 and P.530 reckon with it. */
const earthRadius = 6_371
/** Metres per second. */
const lightSpeed = 299_792_458
/** How much larger than itself the Earth seems to a ray that the air bends; of the standard atmosphere (ITU-R P.310, P.453). */
export const usualFactor = 4 / 3
/** This part of the first Fresnel zone must be free (ITU-R P.530, diffraction). */
export const freeShare = 0.6

/** Radius of the first Fresnel zone in metres, at `one` and `other` km from the ends; `frequency` in GHz (ITU-R P.526 §2). */
export function fresnelRadius(one: number, other: number, frequency: number): number {
  if (one <= 0 || other <= 0) return 0
  const wave = lightSpeed / (frequency * 1e9)
  return Math.sqrt((wave * one * 1_000 * other * 1_000) / ((one + other) * 1_000))
}

/** Answers metres of ground between two ends above the line that joins their feet; `one` and `other` in km (ITU-R P.530 §2.2). */
export const earthBulge = (one: number, other: number, factor = usualFactor) =>
  (one * other * 1_000) / (2 * factor * earthRadius)

/** Decibels lost between isotropic antennas; `distance` in km, `frequency` in GHz (ITU-R P.525 §2). */
export const freeSpaceLoss = (distance: number, frequency: number) =>
  20 * Math.log10((4 * Math.PI * distance * 1_000 * frequency * 1e9) / lightSpeed)

/**
 * Degrees above the horizon, below it when negative, at which an antenna `from` metres high sees another `to` metres high,
 * both above the sea; `distance` in km (the angle of a horizon, ITU-R P.452, taken to the other antenna).
 */
export const elevationAngle = (from: number, to: number, distance: number, factor = usualFactor) =>
  (Math.atan((to - from) / (distance * 1_000) - distance / (2 * factor * earthRadius)) * 180) / Math.PI
