import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { isLocked } from '#kernel/resource.ts'
import type { Obstruction } from '#features/network/stations/geometry/profile.ts'
import {
  obstructionsBetween,
  withObstructions,
  type StoredObstruction,
} from '#features/network/stations/geometry/stored.ts'
import { stationLinks } from '#features/network/stations/stations.ts'
import { linesOf, numberOf } from '#parts/line/line.ts'
import { sendCall, useRenewal } from '#web/call.ts'
import { reasonOf } from '#web/api-error.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'

const { update } = callsOf(stationLinks)

interface Props {
  /** The link, with the version a save is based on. */
  readonly read: ReadRow
  readonly ends: readonly [number, number]
  /** Km. */
  readonly distance: number
  readonly typed: readonly Obstruction[]
  /** Can every line that was typed be read? */
  readonly whole: boolean
}

/** Stores what was typed between two stations with their link, for those who may change it. */
export function ObstructionsSave({ read: { row, version }, ends, distance, typed, whole }: Props) {
  const may = can(useUser(), update.id)
  const [busy, setBusy] = useState(false)
  const [refused, refuse] = useState<string | null>(null)
  const renew = useRenewal(update)
  const stored = storedIn(row)
  const isOpen = row.active && !isLocked(stationLinks, row)
  const isChanged = !whole || asText(typed) !== asText(obstructionsBetween(stored, ends, distance))
  useConfirmLeave(may && isOpen && isChanged)
  if (!may || !isOpen)
    return (
      <p className="meta">
        {may
          ? 'O que mudar aqui vale só nesta tela e no PDF: o enlace está fechado. Reabra-o para salvar.'
          : 'O que mudar aqui vale só nesta tela e no PDF.'}
      </p>
    )
  const save = async () => {
    setBusy(true)
    refuse(null)
    try {
      const obstructions = withObstructions(stored, ends, typed)
      await sendCall(update, { id: row.uuid, body: { obstructions } }, { version, quiet: true })
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      // Refused because somebody changed the link meanwhile, the next press saves it over what is read now.
      await renew()
      setBusy(false)
    }
  }
  return (
    <Bar>
      <BusyButton
        variant="default"
        busy={busy}
        doing="Salvando…"
        disabled={!isChanged || !whole}
        onClick={() => void save()}
      >
        Salvar obstáculos
      </BusyButton>
      {refused ? (
        <span className="wrong" role="alert">
          {refused}
        </span>
      ) : (
        <span className="meta" role="status">
          {!whole
            ? 'Complete a distância e a altura de cada obstáculo para salvar.'
            : isChanged
              ? 'Ainda não salvos.'
              : typed.length > 0 && 'Salvos com o enlace.'}
        </span>
      )}
    </Bar>
  )
}

/** In order along the path, as they are stored. */
const asText = (all: readonly Obstruction[]) =>
  all
    .map(({ at, height, ground }) => [at, height, ground ?? ''].join(':'))
    .toSorted()
    .join(';')

/** The obstructions of a link's row, whichever its stations are. */
export const storedIn = (row: ReadRow['row']): readonly StoredObstruction[] =>
  linesOf(row.obstructions).flatMap(line => {
    const [id, one, other] = [numberOf(line.id), numberOf(line.station_1_id), numberOf(line.station_2_id)]
    const [distance, height] = [numberOf(line.distance), numberOf(line.height)]
    if (id === null || one === null || other === null || distance === null || height === null) return []
    return [{ id, station_1_id: one, station_2_id: other, distance, height, ground: numberOf(line.ground) }]
  })
