import { useDeferredValue, useState } from 'react'
import { can } from '#kernel/access.ts'
import { showDecimal } from '#kernel/show.ts'
import { typedNumber } from '#kernel/typed.ts'
import { downloadLinkProfile } from '#features/network/stations/api.ts'
import type { LinkGeometry } from '#features/network/stations/geometry/answer.ts'
import type { LinkProfile, Obstruction } from '#features/network/stations/geometry/profile.ts'
import { freeSpaceLoss, fresnelRadius } from '#features/network/stations/geometry/radio.ts'
import { obstructionsBetween } from '#features/network/stations/geometry/stored.ts'
import { obstructionsText, reckonProfile, type LinkEnd } from '#features/network/stations/geometry/reckon.ts'
import {
  clearanceInWords,
  showKm,
  showLoss,
  showMetres,
  pathStates,
  worstInWords,
} from '#features/network/stations/geometry/words.ts'
import { LinkEnds } from '#features/network/stations/LinkEnds.tsx'
import { factors, LinkInputs, type TypedLink, type TypedObstruction } from '#features/network/stations/LinkInputs.tsx'
import { ObstructionsSave, storedIn } from '#features/network/stations/ObstructionsSave.tsx'
import { ProfileDrawing } from '#features/network/stations/ProfileDrawing.tsx'
import { Figures } from '#parts/figures/Figures.tsx'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { callPath } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/network/stations/link.module.css'

interface Props {
  /** The link. */
  readonly read: ReadRow
  readonly geometry: LinkGeometry
  /** It explains what is unknown. */
  readonly message: string | null
}

/** Two stations that are somewhere: how far, in which directions, and what is between them as the reader types it. */
export function SoundedLink({ read, geometry, message }: Props) {
  const user = useUser()
  const ends = [geometry.stations[0].id, geometry.stations[1].id] as const
  const [typed, type] = useState<TypedLink>(() => ({
    heights: [metresText(geometry.stations[0].height), metresText(geometry.stations[1].height)],
    grounds: [metresText(geometry.stations[0].ground), metresText(geometry.stations[1].ground)],
    frequency: '',
    factor: '4/3',
    obstructions: obstructionsBetween(storedIn(read.row), ends, geometry.distance / 1_000).map(typedOf),
  }))
  // What is drawn may come a moment after what is typed.
  const { heights, grounds, frequency, factor, obstructions } = useDeferredValue(readTyped(typed))
  const { distance, azimuths, midpoint, stations, samples } = geometry
  const km = distance / 1_000
  const [one, other] = stations.map(({ name }, i) => ({
    name,
    height: heights[i] ?? null,
    ground: grounds[i] ?? null,
  }))
  const { profile, lacks } =
    one && other && distance >= 1
      ? reckonProfile({ distance: km, ends: [one, other], samples, obstructions, frequency, factor })
      : { profile: null, lacks: null }
  return (
    <>
      <Bar className={styles.top}>
        <Figures big all={[['Distância', showKm(km)]]} />
        {can(user, downloadLinkProfile.id) && (
          <SavePdf
            url={callPath(downloadLinkProfile, { id: read.row.uuid })}
            name="perfil.pdf"
            query={queryOf(geometry, { heights, grounds, frequency, factor, obstructions })}
          >
            Baixar PDF
          </SavePdf>
        )}
      </Bar>
      <LinkEnds stations={stations} azimuths={azimuths} midpoint={midpoint} tilts={profile?.tilts ?? null} />
      {message && <Band tone="info">{message}</Band>}
      <section className={styles.part}>
        <h2>Perfil</h2>
        <LinkInputs stations={stations} sampled={samples.length > 0} distance={km} typed={typed} onType={type}>
          <ObstructionsSave read={read} ends={ends} distance={km} {...obstructionsTyped(typed, km)} />
        </LinkInputs>
        {lacks && <Band tone={profile ? 'atencao' : 'neutro'}>{lacks}</Band>}
        {profile && one && (
          <>
            <Verdict profile={profile} ends={[one, other ?? one]} />
            <ProfileDrawing profile={profile} names={[one.name, other?.name ?? '']} />
          </>
        )}
      </section>
      <RadioDetails profile={profile} distance={km} frequency={frequency} names={stations.map(({ name }) => name)} />
    </>
  )
}

/** To a decimetre: no model knows more. */
const metresText = (ground: number | null) => (ground === null ? '' : showDecimal(Math.round(ground * 10) / 10))

function positive(text: string): number | null {
  const value = typedNumber(text)
  return value !== null && value >= 0 ? value : null
}

interface ReadLink {
  readonly heights: readonly (number | null)[]
  readonly grounds: readonly (number | null)[]
  readonly frequency: number | null
  readonly factor: number
  readonly obstructions: readonly Obstruction[]
}
/** What was typed, as far as it can be read: of an obstruction both numbers are needed. */
function readTyped({ heights, grounds, frequency, factor, obstructions }: TypedLink): ReadLink {
  return {
    heights: heights.map(positive),
    grounds: grounds.map(typedNumber),
    frequency: positive(frequency) || null,
    factor: factors[factor],
    obstructions: obstructions.flatMap(each => obstructionIn(each) ?? []),
  }
}

function obstructionIn({ at, height, ground }: TypedObstruction): Obstruction | null {
  const [read, high] = [positive(at), positive(height)]
  return read === null || high === null ? null : { at: read, height: high, ground: typedNumber(ground) }
}

/** As they are saved, and whether each can be. */
function obstructionsTyped({ obstructions }: TypedLink, distance: number) {
  const typed = obstructions.flatMap(each => obstructionIn(each) ?? [])
  return { typed, whole: typed.length === obstructions.length && typed.every(({ at }) => at <= distance) }
}

const typedOf = ({ at, height, ground }: Obstruction, key: number): TypedObstruction => ({
  key,
  at: showDecimal(at),
  height: showDecimal(height),
  ground: ground == null ? '' : showDecimal(ground),
})

/** Answers the query of the same profile, so that the paper matches the screen. */
function queryOf({ stations: [one, other] }: LinkGeometry, read: ReadLink): Readonly<Record<string, string>> {
  const { heights, grounds, frequency, factor, obstructions } = read
  const said: Readonly<Record<string, number | null | undefined>> = {
    station_1: one.id,
    station_2: other.id,
    height_1: heights[0],
    height_2: heights[1],
    // What was left as it was known is known to the server too.
    ground_1: grounds[0] === typedNumber(metresText(one.ground)) ? null : grounds[0],
    ground_2: grounds[1] === typedNumber(metresText(other.ground)) ? null : grounds[1],
    frequency,
    k: factor,
  }
  return {
    ...Object.fromEntries(
      Object.entries(said).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    ),
    // An empty list is sent too: without it those stored with the link would be drawn.
    obstructions: obstructionsText(obstructions),
  }
}

interface VerdictProps {
  readonly profile: LinkProfile
  readonly ends: readonly [LinkEnd, LinkEnd]
}
function Verdict({ profile, ends }: VerdictProps) {
  const { said, tone, about } = pathStates[profile.state]
  const enough = clearanceInWords(profile, ends)
  return (
    <div className={styles.verdict} role="status">
      <StatusChip tone={tone}>{said}</StatusChip>{' '}
      <span>{profile.worst ? worstInWords(profile.worst, ends[0].name) : about}</span>
      {enough && <p>{enough}</p>}
    </div>
  )
}

interface DetailProps {
  readonly profile: LinkProfile | null
  readonly distance: number
  readonly frequency: number | null
  readonly names: readonly string[]
}
function RadioDetails({ profile, distance, frequency, names }: DetailProps) {
  const ghz = frequency && frequency / 1_000
  const least = profile?.least
  const alone = (at: 0 | 1) => {
    const height = least?.alone[at]
    return height == null ? 'não basta' : showMetres(height)
  }
  return (
    <details className={styles.details}>
      <summary>Detalhes de rádio</summary>
      {ghz ? (
        <Figures
          all={[
            ['Perda no espaço livre', showLoss(freeSpaceLoss(distance, ghz))],
            ['1ª zona de Fresnel no meio', showMetres(fresnelRadius(distance / 2, distance / 2, ghz))],
            ...(least
              ? ([
                  ['Alturas mínimas, as duas', least.both.map(showMetres).join(' e ')],
                  [`Só ${names[0]}`, alone(0)],
                  [`Só ${names[1]}`, alone(1)],
                ] as const)
              : []),
          ]}
        />
      ) : (
        <p className="meta">Informe a frequência para ver a perda no espaço livre e a zona de Fresnel.</p>
      )}
      <p className="meta">
        Perda no espaço livre pela Rec. UIT-R P.525, zona de Fresnel e curvatura da Terra pelas P.526 e P.530, em SIRGAS
        2000. As alturas mínimas deixam livres 60 % da primeira zona.
      </p>
    </details>
  )
}
