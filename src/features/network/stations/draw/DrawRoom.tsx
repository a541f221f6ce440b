import { useState } from 'react'
import { Connections } from '#features/network/stations/draw/Connections.tsx'
import { drawings } from '#features/network/stations/draw/drawings.ts'
import { LikeLinks } from '#features/network/stations/draw/LikeLinks.tsx'
import { StationPicker } from '#features/network/stations/draw/StationPicker.tsx'
import type { DrawnProperty } from '#features/network/stations/draw/properties.ts'
import { useDrawing } from '#features/network/stations/draw/useDrawing.web.ts'
import { isDrawable } from '#features/network/stations/map/drawable.web.ts'
import { linesOf, type FormLine } from '#parts/line/line.ts'
import { FieldInputs } from '#web/form/FormFrame.tsx'
import type { Form } from '#web/form/useForm.ts'
import { Band } from '#web/ui/Band.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageLoading } from '#web/ui/Loading.tsx'
import sections from '#web/form/form.module.css'
import map from '#features/network/stations/map/map.module.css'
import styles from '#features/network/stations/draw/draw.module.css'
import { latePart } from '#web/ui/latePart.tsx'

const PlanView = latePart(
  async () => ({ default: (await import('#features/network/stations/map/PlanView.tsx')).PlanView }),
  <PageLoading />,
)

/** What of the link is there already, and may not be changed here. */
interface DrawnBefore {
  readonly id: number
  readonly closed: readonly FormLine[]
  readonly properties: readonly DrawnProperty[]
  readonly unseen: number
}
const fresh: DrawnBefore = { id: 0, closed: [], properties: [], unseen: 0 }

interface Props {
  readonly form: Form
  readonly before?: DrawnBefore
}

/** A link as it is drawn: what it is, its client's stations as a list and on the map, and the connections between them. */
export function DrawRoom({ form, before = fresh }: Props) {
  const drawing = useDrawing(form, before.closed, before.properties)
  const { network, clients } = drawing
  const [drawn, setDrawn] = useState(isDrawable)
  return (
    <div data-wide className={styles.page}>
      <FieldInputs resource={drawings} names={ownFields(before)} form={form} />
      {!clients.length ? (
        <EmptyState
          title="Escolha o cliente"
          text="As estações dele aparecem aqui, na lista e no mapa, para serem conectadas."
        />
      ) : network.error ? (
        <ErrorState error={network.error} onRetry={network.retry} />
      ) : network.pending ? (
        <PageLoading />
      ) : (
        <div className={styles.room}>
          <StationPicker drawing={drawing} />
          {drawn && network.onMap.length > 0 ? (
            <div className={map.drawing} key={clients.join()}>
              <PlanView
                scene={drawing.scene}
                onPick={drawing.pickOnMap}
                onReady={ready}
                onFail={() => setDrawn(false)}
              />
            </div>
          ) : (
            <Band tone="info" className={styles.none}>
              {drawn
                ? 'Nenhuma estação tem coordenadas: não há o que mostrar no mapa. Conecte as estações pela lista.'
                : 'Este navegador não desenha mapas: falta WebGL. Conecte as estações pela lista.'}
            </Band>
          )}
        </div>
      )}
      <section className={sections.section} aria-labelledby="connections-title">
        <h2 id="connections-title">Conexões</h2>
        {before.unseen > 0 && (
          <p>{`Além destas, ${before.unseen === 1 ? 'há uma que termina' : `há ${before.unseen} que terminam`} em estação fora da sua vista. O que se salva aqui não muda isso.`}</p>
        )}
        <Connections form={form} drawing={drawing} closed={before.closed} />
      </section>
      <LikeLinks form={form} drawing={drawing} own={before.id} />
      <section className={sections.section}>
        <h2>Observações</h2>
        <FieldInputs resource={drawings} names={['observations']} form={form} title="Observações" />
      </section>
    </div>
  )
}

/** Nothing is done with the map but looked at and clicked. */
const ready = () => undefined

/** The property is named where it is about to be made. */
const ownFields = ({ properties }: DrawnBefore) => [
  'client',
  'attendance_middle',
  'shared_client',
  'station_link_type',
  'own_link',
  ...(properties.some(each => !each.status_closed) ? [] : ['slp_id']),
]

/** Answers what a read row has of the current link. */
export const beforeOf = (row: FormLine & { readonly id: number }): DrawnBefore => ({
  id: row.id,
  closed: linesOf(row.closed),
  properties: linesOf(row.properties).flatMap(({ id, slp_id, status_closed }) =>
    typeof id === 'number'
      ? [{ id, slp_id: typeof slp_id === 'string' ? slp_id : null, status_closed: status_closed === true }]
      : [],
  ),
  unseen: typeof row.unseen === 'number' ? row.unseen : 0,
})
