import { ActionIcon, Button, Group, Radio, Select } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { IconTrash } from '@tabler/icons-react'
import type { Field } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'
import { drawings } from '#features/network/stations/draw/drawings.ts'
import { lonelyIn } from '#features/network/stations/draw/pairs.ts'
import { propertyOptions } from '#features/network/stations/draw/properties.ts'
import type { DrawingState } from '#features/network/stations/draw/useDrawing.web.ts'
import { metresApart, showDistance } from '#features/network/stations/map/near.ts'
import { placeOfStation, showCapacity } from '#features/network/stations/map/read.ts'
import { nameFor, numberOf, type FormLine } from '#parts/line/line.ts'
import type { Form } from '#web/form/useForm.ts'
import { Input } from '#web/kinds/Input.tsx'
import styles from '#features/network/stations/draw/draw.module.css'

const shape: Readonly<Record<string, Field>> = drawings.fields.connections.options.shape ?? {}
const connectionFields = ['capacity', 'attendance_middle', 'exists', 'swap'].flatMap(name => {
  const field = shape[name]
  return field ? [[name, field] as const] : []
})

interface Props {
  readonly form: Form
  readonly drawing: DrawingState
  readonly closed: readonly FormLine[]
}

/** Each connection with what is known of it, and the stations of the link that none joins. */
export function Connections({ form, drawing, closed }: Props) {
  const { now, put, nameOf } = drawing
  const lonely = lonelyIn(now, closed)
  return (
    <>
      <Radio.Group
        className={styles.existing}
        label="O que você desenha já existe?"
        description="Vale para as conexões novas; cada uma pode ser mudada"
        value={drawing.existing === null ? null : drawing.existing ? 'sim' : 'nao'}
        onChange={answer => drawing.answerExisting(answer === 'sim')}
      >
        <Group mt={4}>
          <Radio value="sim" label="Sim, já está no ar" />
          <Radio value="nao" label="Ainda não" />
        </Group>
      </Radio.Group>
      {!now.connections.length && (
        <p className="meta">Nenhuma ainda. Clique em duas estações, no mapa ou na lista, para conectá-las.</p>
      )}
      <ol className={styles.connections}>
        {now.connections.map((line, at) => (
          <ConnectionInputs
            key={String(line.id ?? `${String(line.station_1_id)}-${String(line.station_2_id)}`)}
            form={form}
            drawing={drawing}
            line={line}
            at={at}
          />
        ))}
      </ol>
      {closed.length > 0 && (
        <>
          <h3>Em propriedades fechadas</h3>
          <p className="meta">Só mudam depois de reabertas.</p>
          <ul className={styles.connections}>
            {closed.map(line => (
              <li key={String(line.id)}>
                <ConnectionTitle line={line} drawing={drawing} told />
              </li>
            ))}
          </ul>
        </>
      )}
      {lonely.length > 0 && (
        <>
          <h3>Estações do enlace sem conexão</h3>
          <ul className={styles.lonely}>
            {lonely.map(line => (
              <li key={String(line.station_id)}>
                {nameOf(line.station_id, line.station)}{' '}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  onClick={() => put({ ...now, stations: now.stations.filter(each => each !== line) })}
                >
                  Retirar do enlace
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface LineProps extends Omit<Props, 'closed'> {
  readonly line: FormLine
  readonly at: number
}
/** What is known of one connection, to be typed; and what the server refused of its ends. */
function ConnectionInputs({ form, drawing, line, at }: LineProps) {
  const { now, nameOf, drawable, part } = drawing
  const key = (name: string) => `connections.${at}.${name}`
  const set = (name: string, value: unknown) =>
    form.set(
      'connections',
      now.connections.map((each, i) => (i === at ? { ...each, [name]: value } : each)),
    )
  const refused = ['station_1_id', 'station_2_id', 'station_link_property_id'].flatMap(
    name => form.errorOf(key(name)) ?? [],
  )
  return (
    <li>
      <ConnectionTitle line={line} drawing={drawing} />
      <div className={styles.fields}>
        {connectionFields.map(([name, field]) => (
          <Input
            key={name}
            name={key(keyOf(name, field))}
            field={field}
            value={line[keyOf(name, field)]}
            known={nameFor(line[name], line[keyOf(name, field)]) || undefined}
            onChange={value => set(keyOf(name, field), value)}
            onBlur={left => void form.leave(left)}
            errorOf={form.errorOf}
          />
        ))}
        {drawable.length > 1 && (
          <Select
            label="Propriedade"
            data={propertyOptions(drawable)}
            value={String(line.station_link_property_id)}
            allowDeselect={false}
            onChange={chosen => chosen && set('station_link_property_id', Number(chosen))}
          />
        )}
      </div>
      {refused.length > 0 && <p className="wrong">{refused.join(' ')}</p>}
      <ActionIcon
        className={styles.away}
        aria-label={`Retirar a conexão entre ${nameOf(line.station_1_id, line.station_1)} e ${nameOf(line.station_2_id, line.station_2)}`}
        onClick={() => part(at)}
      >
        <IconTrash size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  )
}

interface TitleProps {
  readonly line: FormLine
  readonly drawing: DrawingState
  /** With what is known of it, where there are no inputs that say so. */
  readonly told?: boolean
}
/** 'Torre Norte → Torre Sul · 12,3 km'. */
export function ConnectionTitle({ line, drawing: { network, nameOf }, told }: TitleProps) {
  const [one, other] = [network.placed.get(Number(line.station_1_id)), network.placed.get(Number(line.station_2_id))]
  const capacity = numberOf(line.capacity)
  const facts = [
    one && other ? showDistance(metresApart(placeOfStation(one), placeOfStation(other))) : 'distância não conhecida',
    ...(told
      ? [capacity !== null && showCapacity(capacity), nameFor(line.attendance_middle, line.attendance_middle_id)]
      : []),
    ...(told ? [line.swap === true && 'em swap', line.exists !== true && 'ainda não existe'] : []),
  ].filter(Boolean)
  return (
    <p className={styles.title}>
      <strong>
        {nameOf(line.station_1_id, line.station_1)} → {nameOf(line.station_2_id, line.station_2)}
      </strong>{' '}
      <span className="meta">{facts.join(' · ')}</span>
    </p>
  )
}
