import { dayIn } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import { degrees } from '#kernel/coordinates.ts'
import { downloadLinkProfile } from '#features/network/stations/api.ts'
import type { LinkGeometry, LinkStation, ProfileQuery } from '#features/network/stations/geometry/answer.ts'
import { pictureOf, type ProfileRole } from '#features/network/stations/geometry/picture.ts'
import type { LinkProfile } from '#features/network/stations/geometry/profile.ts'
import { freeSpaceLoss } from '#features/network/stations/geometry/radio.ts'
import {
  clearanceInWords,
  showAngle,
  showFactor,
  showKm,
  showLoss,
  showMegahertz,
  showMetres,
  showPlace,
  pathStates,
  worstInWords,
} from '#features/network/stations/geometry/words.ts'
import { profileFor, soundLink } from '#features/network/stations/link-profile.server.ts'
import { signedByManager } from '#parts/paper/manager.server.ts'
import { Answer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { printed } from '#parts/paper/paper.server.ts'
import { paperWidth, tableOn, type Block, type PaperShape } from '#parts/paper/paper.ts'

export const profilePaperRoute = serve(downloadLinkProfile, async (ctx, { id, query }) => {
  const { choices, geometry, message } = await soundLink(ctx, id, query)
  if (!geometry) throw problem('conflict', message ?? 'Este enlace não tem geometria.')
  const [one, other] = geometry.stations
  const { link } = choices
  const title = `${one.name} – ${other.name}`
  const now = new Date()
  const paper = {
    title: 'Perfil do enlace',
    lines: [
      `De ${one.name}`,
      `Para ${other.name}`,
      [
        link.client?.name,
        link.station_link_type?.name,
        link.attendance_middle?.name,
        link.own_link ? 'enlace próprio' : 'enlace contratado',
      ]
        .filter(Boolean)
        .join(' · '),
    ],
    short: title,
    foot: `${ctx.config.APP_NAME} · Perfil do enlace · ${showDate(dayIn(now).day)}`,
    now,
    blocks: [...blocksOf(geometry, query, message), ...(await signedByManager(ctx.sql, dayIn(now).day))],
  }
  return new Answer(200, await printed(paper, { user: ctx.user.id }), {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="perfil_${slugOf(title).slice(0, 80) || 'enlace'}.pdf"`,
  })
})

function blocksOf(geometry: LinkGeometry, query: ProfileQuery, message: string | null): readonly Block[] {
  const { distance, obstructions } = geometry
  const { frequency = null, k: factor } = query
  const { profile, lacks } = profileFor(geometry, query)
  const said = [message, lacks].filter(each => each !== null)
  return [
    {
      kind: 'facts',
      pairs: [
        ['Distância', showKm(distance / 1_000)],
        ['Frequência', frequency === null ? '—' : showMegahertz(frequency)],
        ['Perda no espaço livre', frequency ? showLoss(freeSpaceLoss(distance / 1_000, frequency / 1_000)) : '—'],
        ['Fator k', showFactor(factor)],
      ],
    },
    { kind: 'heading', text: 'Estações' },
    stationsTable(geometry, profile),
    { kind: 'heading', text: 'Perfil' },
    ...(profile ? profileBlocks(profile, geometry) : []),
    ...said.map((text): Block => ({ kind: 'note', text })),
    ...(obstructions.length
      ? [
          tableOn(
            [
              { title: `Obstáculo, a partir de ${geometry.stations[0].name}`, width: 3, text: each => showKm(each.at) },
              { title: 'Altura acima do terreno', width: 2, right: true, text: each => showMetres(each.height) },
              {
                title: 'Altitude do terreno',
                width: 2,
                right: true,
                text: ({ at, ground }) => groundSaid(ground ?? profile?.points.find(each => each.at === at)?.ground),
              },
            ],
            obstructions,
          ),
        ]
      : []),
  ]
}

const groundSaid = (ground: number | null | undefined) => (ground == null ? '—' : showMetres(ground))

function stationsTable(
  { stations: [one, other], azimuths, midpoint }: LinkGeometry,
  profile: LinkProfile | null,
): Block {
  const rows: readonly (readonly [string, (station: LinkStation, i: 0 | 1) => string])[] = [
    ['Latitude e longitude (SIRGAS 2000)', ({ place }) => degrees(place)],
    ['Em graus decimais', ({ place }) => showPlace(place)],
    ['Azimute para a outra (do norte)', (_, i) => (azimuths ? showAngle(azimuths[i]) : '—')],
    ['Altitude do terreno', ({ ground }) => groundSaid(ground)],
    ['Altura da antena', ({ height }) => (height === null ? '—' : showMetres(height))],
    ['Ângulo de elevação', (_, i) => (profile ? showAngle(profile.tilts[i]) : '—')],
  ]
  return tableOn<(typeof rows)[number]>(
    [
      { title: '', width: 3, text: ([what]) => what },
      { title: one.name, width: 4, text: ([, text]) => text(one, 0) },
      { title: other.name, width: 4, text: ([, text]) => text(other, 1) },
    ],
    [...rows, ['Ponto médio', (_, i) => (i ? showPlace(midpoint) : degrees(midpoint))]],
  )
}

const pictureHeight = 220
const looks: Readonly<Record<ProfileRole, Omit<PaperShape, 'points'>>> = {
  grid: { stroke: 'line', width: 0.5 },
  ground: { fill: 'line' },
  sea: { stroke: 'soft', width: 0.75, dashed: true },
  zone: { fill: 'pale' },
  ray: { stroke: 'accent', width: 1.25 },
  mast: { stroke: 'text', width: 2 },
  obstruction: { stroke: 'soft', width: 3 },
  worst: { stroke: 'alert', width: 1.25 },
}

function profileBlocks(profile: LinkProfile, { stations: [one, other] }: LinkGeometry): readonly Block[] {
  const { said, about } = pathStates[profile.state]
  const enough = clearanceInWords(profile, [one, other])
  const { shapes, labels } = pictureOf(profile, { width: paperWidth, height: pictureHeight })
  return [
    { kind: 'note', text: `${said}. ${about}` },
    ...(profile.worst ? [{ kind: 'note', text: worstInWords(profile.worst, one.name) } as const] : []),
    ...(enough ? [{ kind: 'note', text: enough } as const] : []),
    {
      kind: 'picture',
      height: pictureHeight,
      shapes: shapes.map(({ role, points, closed }) =>
        role === 'worst' && closed ? { points, fill: 'alert' } : { ...looks[role], points },
      ),
      labels,
    },
  ]
}
