import { showDecimal, showMeasure } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import type { LinkProfile, ProfilePoint, PathState } from '#features/network/stations/geometry/profile.ts'

/** What a profile says in a word, and how serious it is. */
export const pathStates = {
  free: { said: 'Livre', tone: 'ok', about: 'Ao menos 60 % da primeira zona de Fresnel está livre.' },
  grazed: {
    said: 'Zona invadida',
    tone: 'atencao',
    about: 'Há visada, mas menos de 60 % da primeira zona de Fresnel.',
  },
  cut: { said: 'Sem visada', tone: 'erro', about: 'O terreno ou um obstáculo corta a linha entre as antenas.' },
  seen: { said: 'Com visada', tone: 'info', about: 'Informe a frequência para conferir a zona de Fresnel.' },
  unknown: { said: 'Não se sabe', tone: 'neutro', about: 'Nenhum ponto entre as estações tem altitude conhecida.' },
} as const satisfies Record<PathState, { said: string; tone: string; about: string }>

/** 12.3456 → '12,346 km'; below one, in metres. */
export const showKm = (km: number) =>
  km < 1 ? `${showDecimal(km * 1_000, 0)}\u00a0m` : `${showDecimal(km, 3)}\u00a0km`
/** 1.26 → '1,3 m'. */
export const showMetres = (metres: number) => `${showDecimal(metres, 1)}\u00a0m`
/** 123.456 → '123,46°'. */
export const showAngle = (angle: number) => `${showDecimal(angle, 2)}°`
/** Degrees with six decimals, latitude first. */
export const showPlace = ({ lat, lng }: { readonly lat: number; readonly lng: number }) =>
  `${showDecimal(lat, 6)}; ${showDecimal(lng, 6)}`
export const showLoss = (loss: number) => `${showDecimal(loss, 1)}\u00a0dB`
export const showMegahertz = (frequency: number) => showMeasure(frequency, 'MHz')
export const showFactor = (factor: number) =>
  Math.abs(factor - 4 / 3) < 1e-3 ? '4/3' : Math.abs(factor - 2 / 3) < 1e-3 ? '2/3' : showDecimal(factor)

/** Where least is free, and how much: 'Pior ponto: a 12,300 km de Torre, com 4,2 m livres de 10,1 m pedidos (obstáculo).' */
export function worstInWords({ at, clearance, fresnel, obstruction }: ProfilePoint, from: string): string {
  const free = clearance ?? 0
  const room =
    free < 0
      ? `${showMetres(-free)} acima da linha entre as antenas`
      : `${showMetres(free)} livres${fresnel === null ? '' : `; 60 % da zona são ${showMetres(fresnel * 0.6)}`}`
  return `Pior ponto: a ${showKm(at)} de ${from}, ${obstruction ? 'num obstáculo' : 'no terreno'}, ${room}.`
}

/**
 * The antenna heights that keep 60 % of the first zone free (ITU-R P.530 §2.2), where the ones there are do not: 'Para deixar livres
 * 60 % da zona: em Torre, 38 m → 74 m bastam; …'. Rounded up to a metre; null where nothing is to be raised.
 */
export function clearanceInWords(
  { state, least }: LinkProfile,
  ends: readonly { readonly name: string; readonly height: number | null }[],
): string | null {
  const [one, other] = ends
  if (!least || (state !== 'cut' && state !== 'grazed')) return null
  if (!one || !other || one.height === null || other.height === null) return null
  const raised = (from: number, to: number) => `${showDecimal(Math.round(from * 10) / 10)}\u00a0m → ${showMetresUp(to)}`
  const alone = (name: string, from: number, to: number | null) =>
    to === null ? `em ${name}, nenhuma altura basta sozinha` : `em ${name}, ${raised(from, to)} bastam`
  return `Para deixar livres 60 % da zona: ${alone(one.name, one.height, least.alone[0])}; ou ${alone(other.name, other.height, least.alone[1])}; ou nas duas, ${raised(one.height, least.both[0])} em ${one.name} e ${raised(other.height, least.both[1])} em ${other.name}.`
}
/** What is enough is not rounded to less; a millimetre is no metre. */
const showMetresUp = (metres: number) => `${showDecimal(Math.ceil(metres - 1e-3), 0)}\u00a0m`

/** Answers a sentence of what a profile lacks, never guessed; null if it is whole. */
export function lacksOf(profile: LinkProfile | null, lacks: readonly string[]): string | null {
  if (lacks.length) return `Falta informar ${join(lacks)}.`
  if (profile && !profile.whole && profile.state !== 'unknown')
    return 'O terreno não é conhecido em todo o percurso: a conclusão vale só para os pontos conhecidos.'
  return null
}

/** 'a altura da antena em Torre', 'a altitude de Morro': what a profile cannot do without. */
export const lacksIn = (
  ends: readonly { readonly name: string; readonly ground: number | null; readonly height: number | null }[],
) =>
  ends.flatMap(({ name, ground, height }) => [
    ...(height === null ? [`a altura da antena em ${name}`] : []),
    ...(ground === null ? [`a altitude do terreno em ${name}`] : []),
  ])
