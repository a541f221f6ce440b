import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { can, permission } from '#kernel/access.ts'
import { showMeasure } from '#kernel/show.ts'
import { linesOf, nameFor } from '#parts/line/line.ts'
import type { PlaceLook } from '#features/stations/placing.ts'
import { stations } from '#features/stations/stations.ts'
import { api } from '#web/api.ts'
import { fetchDelay } from '#web/constants.ts'
import type { Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/stations/look.module.css'

interface LikeStation {
  readonly uuid: string
  readonly name: string
  readonly client: string
  readonly why: readonly ('number' | 'name' | 'near')[]
  readonly metres: number | null
}
interface StationLooked {
  readonly twins: readonly LikeStation[]
  readonly place: PlaceLook | null
}
interface Props {
  readonly form: Form
  /** The station's uuid; none while it is new. */
  readonly except?: string
}

/** Under a station's form while it is typed: who is like it already, and whether it stands in its municipality. Nothing is held up. */
export function StationLook({ form, except }: Props) {
  const allowed = can(useUser(), permission(stations, 'conferir'))
  const [asked] = useDebouncedValue(JSON.stringify(queryOf(form.values, except)), fetchDelay)
  const { data } = useQuery({
    queryKey: [stations.path, 'conferir', asked],
    enabled: allowed && asked !== '{}',
    queryFn: ({ signal }) =>
      api.get<StationLooked>('/stations/conferir', { query: JSON.parse(asked), signal, quiet: true }),
  })
  if (!data) return null
  return (
    <div className={styles.look}>
      {data.place && <Placed look={data.place} form={form} />}
      {data.twins.length > 0 && <LikeOnes twins={data.twins} />}
    </div>
  )
}

/** What of the form is asked about; what is not whole yet is left out. */
function queryOf({ client_id, name, station_number, address }: Values, except?: string) {
  const [place = {}] = linesOf(address)
  const { lat, lng, city_id, in_ocean } = place
  const whole = typeof lat === 'number' && typeof lng === 'number'
  const words = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  const [named, numbered] = [words(name), words(station_number)]
  const asked = {
    ...(typeof client_id === 'number' && named && { client_id, name: named }),
    ...(numbered && { station_number: numbered }),
    ...(whole && { lat, lng, ...(typeof city_id === 'number' && { city_id }) }),
    ...(whole && in_ocean === true && { in_ocean: 'true' }),
  }
  return Object.keys(asked).length && except ? { ...asked, except } : asked
}

function Placed({ look: { match, metres, town }, form }: { readonly look: PlaceLook; readonly form: Form }) {
  const lines = linesOf(form.values.address)
  const [place] = lines
  const named = nameFor(place?.city, place?.city_id)
  const take = town && place?.city_id !== town.id && (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() =>
        form.set(
          'address',
          lines.map((line, at) => (at ? line : { ...line, city_id: town.id, city: town })),
        )
      }
    >
      {`Usar ${town.name}`}
    </Button>
  )
  const said = saidOf(match, town, named ? `de ${named}` : 'do município escolhido', metres)
  if (!said) return null
  const Icon = match === 'fora' ? IconAlertTriangle : IconInfoCircle
  return (
    <Band tone={match === 'fora' ? 'atencao' : 'info'} role="status">
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        <strong>{said.title}</strong>
        <p>{said.text}</p>
        {take}
      </div>
    </Band>
  )
}

function saidOf(match: PlaceLook['match'], town: PlaceLook['town'], chosen: string, metres: number | null) {
  const where = town
    ? `O ponto fica em ${town.name}`
    : 'O ponto não fica em nenhum município: confira as coordenadas ou, se for o caso, marque No mar'
  if (match === 'fora')
    return {
      title: `As coordenadas ficam fora ${chosen}`,
      text: `${where}${metres ? `, a ${showMetres(metres)} da divisa` : ''}.`,
    }
  if (match === 'divisa')
    return {
      title: `Perto da divisa ${chosen}`,
      text: `${where}, mas tão perto que o contorno dos municípios não decide. Confira pela licença.`,
    }
  return match === null && town ? { title: `As coordenadas ficam em ${town.name}`, text: '' } : null
}
const showMetres = (metres: number) =>
  metres < 1_000 ? showMeasure(metres, 'm') : showMeasure(Math.round(metres / 100) / 10, 'km')

const reasons = { number: 'mesmo número', name: 'mesmo nome' } as const

const LikeOnes = ({ twins }: { readonly twins: readonly LikeStation[] }) => (
  <Band tone="atencao" role="status">
    <IconAlertTriangle size={20} stroke={1.5} aria-hidden />
    <div>
      <strong>{twins.length === 1 ? 'Há uma estação parecida' : 'Há estações parecidas'}</strong>
      <ul>
        {twins.map(({ uuid, name, client, why, metres }) => (
          <li key={uuid}>
            <Link to={`/stations/${uuid}`} target="_blank">
              {name}
            </Link>{' '}
            {[client, ...why.map(each => (each === 'near' ? `a ${showMeasure(metres ?? 0, 'm')}` : reasons[each]))]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </div>
  </Band>
)
