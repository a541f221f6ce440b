import { useElementSize } from '@mantine/hooks'
import { showDecimal } from '#kernel/show.ts'
import { pictureOf, type ProfileRole, type ProfileShape } from '#features/network/stations/geometry/picture.ts'
import type { LinkProfile, ProfilePoint } from '#features/network/stations/geometry/profile.ts'
import { showKm, pathStates, worstInWords } from '#features/network/stations/geometry/words.ts'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/network/stations/link.module.css'

interface Props {
  readonly profile: LinkProfile
  readonly names: readonly [string, string]
}
const height = 260
const legend: readonly (readonly [ProfileRole, string])[] = [
  ['ray', 'Linha entre as antenas'],
  ['zone', '60 % da 1ª zona de Fresnel'],
  ['ground', 'Terreno, com a curvatura'],
  ['sea', 'Só a curvatura: terreno desconhecido'],
  ['obstruction', 'Obstáculo'],
  ['worst', 'Pior ponto'],
]

/** The profile is drawn as a picture, with its numbers for users of screen readers. */
export function ProfileDrawing({ profile, names }: Props) {
  const { ref, width } = useElementSize()
  const { shapes, labels } = pictureOf(profile, { width: Math.max(width, 280), height })
  const drawn = new Set(shapes.map(({ role }) => role))
  const { said } = pathStates[profile.state]
  const about = `Perfil de ${names[0]} a ${names[1]}: ${said}. ${profile.worst ? worstInWords(profile.worst, names[0]) : ''}`
  return (
    <figure className={styles.figure}>
      <div ref={ref} className={styles.frame}>
        {width > 0 && (
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={about}>
            {shapes.map((shape, i) => (
              <Shape key={i} {...shape} />
            ))}
            {labels.map(({ at: [x, y], text, align }) => (
              <text key={`${text}${x}`} x={x} y={y} dominantBaseline="central" textAnchor={anchors[align]}>
                {text}
              </text>
            ))}
          </svg>
        )}
      </div>
      <div className={styles.names} aria-hidden>
        <span>{names[0]}</span>
        <span>{names[1]}</span>
      </div>
      <figcaption>
        <ul className={styles.legend}>
          {legend
            .filter(([role]) => drawn.has(role))
            .map(([role, what]) => (
              <li key={role}>
                <i data-role={role} aria-hidden />
                {what}
              </li>
            ))}
        </ul>
      </figcaption>
      <details className={styles.details}>
        <summary>Ver em números</summary>
        <Numbers points={profile.points} />
      </details>
    </figure>
  )
}

const anchors = { left: 'start', center: 'middle', right: 'end' } as const

function Shape({ role, points, closed }: ProfileShape) {
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return closed ? <polygon data-role={role} points={path} /> : <polyline data-role={role} points={path} fill="none" />
}

const metres = (value: number | null) => (value === null ? '—' : showDecimal(value, 1))
const Numbers = ({ points }: { readonly points: readonly ProfilePoint[] }) => (
  <Table
    label="Perfil em números"
    rows={points}
    step={50}
    keyOf={({ at }) => at}
    columns={[
      { key: 'at', title: 'Distância', numeric: true, cell: ({ at }) => showKm(at) },
      { key: 'ground', title: 'Terreno (m)', numeric: true, cell: ({ ground }) => metres(ground) },
      { key: 'bulge', title: 'Curvatura (m)', numeric: true, cell: ({ bulge }) => metres(bulge) },
      {
        key: 'obstruction',
        title: 'Obstáculo (m)',
        numeric: true,
        cell: ({ obstruction }) => metres(obstruction || null),
      },
      { key: 'ray', title: 'Linha (m)', numeric: true, cell: ({ ray }) => metres(ray) },
      { key: 'clearance', title: 'Folga (m)', numeric: true, cell: ({ clearance }) => metres(clearance) },
      { key: 'fresnel', title: '1ª zona (m)', numeric: true, cell: ({ fresnel }) => metres(fresnel) },
    ]}
  />
)
