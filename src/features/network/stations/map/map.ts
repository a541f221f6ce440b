/** Media the product brings, each with a shape and a colour token of its own. */
export const mediaMarks = {
  fibra: { shape: 'círculo', tone: 'accent' },
  radio: { shape: 'triângulo', tone: 'erro' },
  'cabo-metalico': { shape: 'quadrado', tone: 'atencao' },
  'cabo-coaxial': { shape: 'losango', tone: 'ok' },
  satelite: { shape: 'estrela', tone: 'ink' },
  outro: { shape: 'hexágono', tone: 'neutro' },
} as const
export type MediaMark = keyof typeof mediaMarks

const isMark = (slug: string): slug is MediaMark => Object.hasOwn(mediaMarks, slug)

/** The drawing of a medium by its slug; a neutral one where the medium is another, or none. */
export const iconOf = (slug: string | null | undefined) => `/map/${slug && isMark(slug) ? slug : 'outro'}.svg`

/** What an `icon_url` draws. */
export function markOfIcon(url: string): MediaMark {
  const name = /\/([\w-]+)\.svg$/.exec(url)?.[1] ?? ''
  return isMark(name) ? name : 'outro'
}
