import { Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { can } from '#kernel/access.ts'
import { pointIn } from '#kernel/coordinates.ts'
import { doubtOf } from '#kernel/place/doubt.ts'
import { showMeasure } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { linesOf, nameFor } from '#parts/line/line.ts'
import { checkStation, type LikeStation, type PlaceLook, type TypedStation } from '#features/network/stations/api.ts'
import { isNowhere } from '#features/network/stations/placing.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { fetchDelay } from '#web/constants.ts'
import type { Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/network/stations/look.module.css'

interface Props {
  readonly form: Form
  /** The station's uuid; none while it is new. */
  readonly except?: string
}

/** Under a station's form while it is typed: who is like it already, and whether its place is in doubt, which a save asks about. */
export function StationLook({ form, except }: Props) {
  const allowed = can(useUser(), checkStation.id)
  const [asked] = useDebouncedValue(JSON.stringify(queryOf(form.values, except)), fetchDelay)
  const query: TypedStation = JSON.parse(asked)
  const { data } = useAnswer(checkStation, { query }, { enabled: allowed && asked !== '{}' })
  const { askBefore, before } = form
  useEffect(() => {
    askBefore(
      async values =>
        !allowed ||
        ((isSamePlace(values, before) || (await agreesTo(values))) &&
          (!except || !isLessShared(values, before) || (await agreesToUnlink(values, except)))),
    )
    return () => askBefore(null)
  })
  if (!data) return null
  return (
    <div className={styles.look}>
      {data.place && <Placed look={data.place} form={form} />}
      {data.twins.length > 0 && <LikeOnes twins={data.twins} />}
    </div>
  )
}

const placeOf = (values: Values) => placeAsked(values) ?? {}
const isSamePlace = (values: Values, before: Values) =>
  JSON.stringify(placeOf(values)) === JSON.stringify(placeOf(before))

/** Whether the place is in no doubt, or is saved all the same. */
async function agreesTo(values: Values): Promise<boolean> {
  const query = placeAsked(values)
  if (!query) return true
  const { place } = await sendCall(checkStation, { query }, { quiet: true })
  if (!place?.doubt) return true
  return confirm({
    title: 'Salvar com estas coordenadas?',
    text: place.doubt.said,
    act: 'Salvar assim mesmo',
    cancel: 'Corrigir',
  })
}

const sharersOf = ({ client_shared_stations }: Values) =>
  linesOf(client_shared_stations).flatMap(({ client_id }) => (typeof client_id === 'number' ? [client_id] : []))
const isLessShared = (values: Values, before: Values) =>
  sharersOf(before).some(client => !sharersOf(values).includes(client))

/** Whether no link uses a sharing that is taken back, or it is taken back all the same. */
async function agreesToUnlink(values: Values, except: string): Promise<boolean> {
  const query = { except, kept: sharersOf(values).join() }
  const { unlinked } = await sendCall(checkStation, { query }, { quiet: true })
  if (!unlinked || !(unlinked.names.length + unlinked.more)) return true
  const { names, more } = unlinked
  const others = more === 1 ? 'um enlace que você não vê' : `${more} enlaces que você não vê`
  const said = join([...names, ...(more ? [names.length ? `mais ${more}` : others] : [])])
  return confirm({
    title: 'Deixar de compartilhar a estação?',
    text: `${names.length + more === 1 ? 'Usa este compartilhamento' : 'Usam este compartilhamento'}: ${said}. Quem perde a estação de vista vê o enlace sem ela.`,
    act: 'Deixar de compartilhar',
    cancel: 'Voltar',
  })
}

/** Answers the place to check; null while it is incomplete. */
function placeAsked({ address, station_type, is_virtual }: Values) {
  const [place = {}] = linesOf(address)
  const { city_id, in_ocean } = place
  const at = pointIn(place)
  const type = typeof station_type === 'string' ? station_type : null
  if (!at) return null
  return {
    lat: String(at.lat),
    lng: String(at.lng),
    ...(typeof city_id === 'number' && { city_id: String(city_id) }),
    ...(in_ocean === true && { in_ocean: 'true' as const }),
    ...(isNowhere({ station_type: type, is_virtual: is_virtual === true }) && { is_virtual: 'true' as const }),
  }
}

/** Answers the query of the check, without incomplete fields. */
function queryOf(values: Values, except?: string) {
  const { client_id, name, station_number } = values
  const words = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  const [named, numbered] = [words(name), words(station_number)]
  const asked = {
    ...(typeof client_id === 'number' && named && { client_id, name: named }),
    ...(numbered && { station_number: numbered }),
    ...placeAsked(values),
  }
  return Object.keys(asked).length && except ? { ...asked, except } : asked
}

function Placed({ look, form }: { readonly look: PlaceLook; readonly form: Form }) {
  const { doubt, town } = look
  const lines = linesOf(form.values.address)
  const [place] = lines
  const named = nameFor(place?.city, place?.city_id)
  const at = place && pointIn(place)
  const said = saidOf(look, named ? `de ${named}` : 'do município escolhido')
  // Doubts by Brazil's bounding box show beside the coordinates.
  if (!said || (at && place.in_ocean !== true && doubtOf(at))) return null
  const change = (to: object) =>
    form.set(
      'address',
      lines.map((line, i) => (i ? line : { ...line, ...to })),
    )
  const answers: readonly (readonly [label: string, to: object])[] = [
    ...(town && place?.city_id !== town.id
      ? [[`Usar ${town.name}`, { city_id: town.id, city: town, in_ocean: false }] as const]
      : []),
    ...(doubt?.among ?? []).map(cure => [`Usar ${cure.said}`, cure.at] as const),
    ...(doubt?.kind === 'mar' ? [['Marcar No mar', { in_ocean: true, city_id: null, city: null }] as const] : []),
  ]
  const Icon = doubt ? IconAlertTriangle : IconInfoCircle
  return (
    <Band tone={doubt ? 'atencao' : 'info'} role="status">
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        <strong>{said.title}</strong>
        <p>{said.text}</p>
        {answers.length > 0 && (
          <Group gap={8}>
            {answers.map(([label, to]) => (
              <Button key={label} size="compact-sm" variant="default" onClick={() => change(to)}>
                {label}
              </Button>
            ))}
          </Group>
        )}
      </div>
    </Band>
  )
}

function saidOf({ match, town, metres, doubt }: PlaceLook, chosen: string) {
  const where = town ? `O ponto fica em ${town.name}` : 'O ponto não fica em nenhum município'
  if (match === 'fora')
    return {
      title: `As coordenadas ficam fora ${chosen}`,
      text: `${where}${metres ? `, a ${showMetres(metres)} da divisa` : ''}.`,
    }
  if (doubt?.kind === 'mar') return { title: where, text: 'No mar, ou fora do Brasil? Confira as coordenadas.' }
  if (doubt) return { title: doubt.said, text: '' }
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
