import { Box, Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { decimals, degrees } from '#kernel/coordinates.ts'
import { count } from '#kernel/text.ts'
import { linesOf } from '#parts/line/line.ts'
import {
  checkStation,
  createStations,
  undoStations,
  type PlaceLook,
  type TypedStation,
} from '#features/network/stations/api.ts'
import { seriesIn, seriesLimit, type SeriesLine } from '#features/network/stations/series.ts'
import { stations } from '#features/network/stations/stations.ts'
import { sendCall, useAnswer, useCall, useRenewal } from '#web/call.ts'
import { messageOf } from '#web/api-error.ts'
import { fetchDelay } from '#web/constants.ts'
import { sentOf, type Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { forgetDirty } from '#web/ui/leave.ts'
import { popup } from '#web/ui/popup.ts'
import { toast } from '#web/ui/toast.tsx'

/** A line with its place judged; null while that is not known, and of a line without one. */
interface JudgedLine extends SeriesLine {
  readonly look: PlaceLook | null
}
const wrongOf = ({ wrong, look }: JudgedLine) =>
  wrong ?? (look?.doubt && look.match !== 'fora' ? look.doubt.said : undefined)
/** The municipality of the coordinates, where the form's is another one or none. */
const townOf = ({ look }: JudgedLine) => (look?.match === 'fora' || look?.match === null ? look.town : null)

const columns: readonly Column<JudgedLine>[] = [
  { key: 'name', title: 'Nome', names: true, cell: ({ name }) => name },
  { key: 'decimals', title: 'Coordenadas', label: 'Coordenadas', cell: ({ at }) => (at ? decimals(at) : '—') },
  {
    key: 'degrees',
    title: 'Em graus',
    label: 'Em graus',
    cell: ({ at }) => (at ? <span className="id">{degrees(at)}</span> : '—'),
  },
  {
    key: 'town',
    title: 'Município',
    label: 'Município',
    cell: line => (line.at && line.look && !wrongOf(line) ? (townOf(line)?.name ?? 'O do formulário') : '—'),
  },
]
const saidBelow = (line: JudgedLine) => {
  const wrong = wrongOf(line)
  return wrong ? <p className="wrong">{wrong}</p> : line.changed && <p className="meta">{line.changed}</p>
}

/** The places of lines, beside the municipality of the form: one question for all of them. */
function useLooks(lines: readonly SeriesLine[], { address }: Values) {
  const [{ city_id = null } = {}] = linesOf(address)
  const points = lines.flatMap(({ at }) => (at ? [`${at.lat},${at.lng}`] : [])).slice(0, seriesLimit)
  const query = { points: points.join(';'), ...(typeof city_id === 'number' && { city_id: String(city_id) }) }
  const [asked] = useDebouncedValue(JSON.stringify(query), fetchDelay)
  const sent: TypedStation = JSON.parse(asked)
  const enabled = can(useUser(), checkStation.id) && points.length > 0
  const { data, isError } = useAnswer(checkStation, { query: sent }, { enabled })
  const isKnown = asked === JSON.stringify(query) && data !== undefined
  const looks = isKnown ? [...data.places] : []
  const judged = lines.map((line): JudgedLine => ({ ...line, look: line.at ? (looks.shift() ?? null) : null }))
  return { judged, isWaiting: points.length > 0 && !isKnown && !isError }
}

/** Several stations like the one in the form, each with its own name and place: registered together, taken back together. */
export function Series({ form }: { readonly form: Form }) {
  const user = useUser()
  const renew = useRenewal(createStations)
  const { send: undo } = useCall(undoStations)
  const go = useNavigate()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, refuse] = useState<string | null>(null)
  const [opened, open] = useState(false)
  const name = typeof form.values.name === 'string' ? form.values.name : ''
  const { judged: lines, isWaiting } = useLooks(seriesIn(text, name || 'Estação'), form.values)
  const isWrong = lines.some(wrongOf)

  if (!can(user, createStations.id)) return null
  async function register() {
    setBusy(true)
    refuse(null)
    try {
      const drafts = lines.map(line => draftAs(form, line))
      const { message, data } = await sendCall(createStations, { body: { stations: drafts } }, { quiet: true })
      forgetDirty()
      await go({ to: `/${stations.path}` })
      await renew()
      toast(message, { undo: () => void takeBack(data.ids).catch(showNotUndone) })
    } catch (error) {
      refuse(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  async function takeBack(ids: readonly number[]) {
    await undo({ body: { stations: [...ids] } }, { quiet: true })
    toast(`${count(ids.length, stations.text)}: registro desfeito.`)
  }
  if (!opened)
    return (
      <Button variant="default" mt="md" onClick={() => open(true)}>
        Registrar em série
      </Button>
    )
  return (
    <Box component="section" mt="md" aria-label="Em série">
      <Textarea
        label="Uma estação por linha"
        description={`O nome, as coordenadas, ou os dois separados por ponto e vírgula ou colados de uma planilha. Sem nome, vale ${seriesIn('0; 0', name || 'Estação')[0]?.name}.`}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        error={refused}
      />
      {lines.length > 0 && (
        <>
          <Table
            style={{ marginTop: 8 }}
            label="Estações que serão registradas"
            cards
            rows={lines}
            columns={columns}
            below={saidBelow}
            keyOf={(_, at) => at ?? 0}
          />
          <BusyButton
            mt="md"
            type="button"
            disabled={isWrong || isWaiting}
            busy={busy}
            doing="Registrando…"
            onClick={() => void register()}
          >
            {`Registrar ${count(lines.length, stations.text)}`}
          </BusyButton>
        </>
      )}
    </Box>
  )
}

/** All of them stay registered where one of them cannot be removed. */
const showNotUndone = (error: unknown) =>
  popup({
    type: 'error',
    title: 'Nada foi desfeito',
    message: `As estações continuam registradas. ${messageOf(error)}`,
  })

/** The form's station by another name and in another place, without the licence's number. */
function draftAs({ values, fields }: Form, line: JudgedLine) {
  const { name, at } = line
  const [first, ...others] = linesOf(values.address)
  const town = townOf(line)
  const address = at ? [{ ...first, ...at, ...(town && { city_id: town.id }) }, ...others] : linesOf(values.address)
  return sentOf(fields, { ...values, name, station_number: null, address })
}
