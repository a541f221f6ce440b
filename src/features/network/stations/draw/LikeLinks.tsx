import { Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findLikeLinks } from '#features/network/stations/draw/api.ts'
import { ConnectionTitle } from '#features/network/stations/draw/Connections.tsx'
import type { DrawingState } from '#features/network/stations/draw/useDrawing.web.ts'
import { linesOf, numberOf, type FormLine } from '#parts/line/line.ts'
import { useAnswer } from '#web/call.ts'
import { fetchDelay } from '#web/constants.ts'
import type { Form } from '#web/form/useForm.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/network/stations/draw/draw.module.css'

interface Props {
  readonly form: Form
  readonly drawing: DrawingState
  /** The id of the link itself; 0 of a new one. */
  readonly own: number
}

/** Shows why the server would refuse the link without a confirmation: a similar link, no station, or a sharing with its own client. */
export function LikeLinks({ form, drawing, own }: Props) {
  const { values } = form
  const client = numberOf(values.client_id)
  const medium = numberOf(values.attendance_middle_id)
  const ids = drawing.now.stations.flatMap(({ station_id }) => numberOf(station_id) ?? []).toSorted((a, b) => a - b)
  const [asked] = useDebouncedValue(ids.join(), fetchDelay)
  const query = {
    client_id: String(client ?? 0),
    stations: asked,
    ...(medium !== null && { attendance_middle_id: String(medium) }),
    ...(own && { except: String(own) }),
  }
  const isSettled = asked !== '' && asked === ids.join()
  const { data } = useAnswer(findLikeLinks, { query }, { enabled: client !== null && isSettled })
  const like = isSettled ? (data?.data ?? []) : []
  const reasons = [
    ...(like.length ? ['Já há um enlace entre as mesmas estações, pelo mesmo meio.'] : []),
    ...(client !== null && client === values.shared_client_id
      ? ['O enlace é compartilhado com o próprio cliente.']
      : []),
    ...(client !== null && !ids.length ? ['O enlace não tem estações.'] : []),
  ]
  const refused = form.errorOf('create_anyway')
  if (!reasons.length && !refused && values.create_anyway !== true) return null
  return (
    <section className={styles.like} aria-label="Antes de salvar">
      {reasons.length > 0 && (
        <Band tone="atencao" role="status">
          {reasons.join(' ')}
        </Band>
      )}
      {like.length > 0 && (
        <div className={styles.beside}>
          <Beside title="O que está sendo desenhado" lines={drawing.now.connections} drawing={drawing} />
          {like.map(link => (
            <Beside
              key={String(link.uuid)}
              title={
                <Link to={`/station-links/${String(link.uuid)}`} target="_blank">
                  {String(link.name)}
                </Link>
              }
              about={[
                `Enlace ${String(link.id)}`,
                nameOfRef(link.status),
                link.own_link === true ? 'próprio' : 'contratado',
              ]}
              lines={[...linesOf(link.connections), ...linesOf(link.closed)]}
              drawing={drawing}
            />
          ))}
        </div>
      )}
      <Checkbox
        id="create_anyway"
        label="Registrar mesmo assim"
        description="Sem esta marca, o enlace é recusado pelo que está dito acima."
        checked={values.create_anyway === true}
        error={refused}
        onChange={event => form.set('create_anyway', event.currentTarget.checked)}
      />
    </section>
  )
}

interface BesideProps {
  readonly title: ReactNode
  readonly about?: readonly string[]
  readonly lines: readonly FormLine[]
  readonly drawing: DrawingState
}
const Beside = ({ title, about = [], lines, drawing }: BesideProps) => (
  <article>
    <h3>{title}</h3>
    {about.length > 0 && <p className="meta">{about.filter(Boolean).join(' · ')}</p>}
    {lines.length ? (
      <ul>
        {lines.map((line, at) => (
          <li key={String(line.id ?? at)}>
            <ConnectionTitle line={line} drawing={drawing} told />
          </li>
        ))}
      </ul>
    ) : (
      <p className="meta">Nenhuma conexão.</p>
    )}
  </article>
)
