import { Box, Button, Textarea } from '@mantine/core'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { decimals, degrees } from '#kernel/coordinates.ts'
import { count } from '#kernel/text.ts'
import { linesOf } from '#parts/line/line.ts'
import { seriesIn, type SeriesLine } from '#features/stations/series.ts'
import { stations } from '#features/stations/stations.ts'
import { api } from '#web/api.ts'
import { messageOf } from '#web/api-error.ts'
import { sentOf } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { forgetDirty } from '#web/ui/leave.ts'
import { popup } from '#web/ui/popup.ts'
import { toast } from '#web/ui/toast.tsx'

const columns: readonly Column<SeriesLine>[] = [
  { key: 'name', title: 'Nome', cell: ({ name }) => name },
  { key: 'decimals', title: 'Coordenadas', cell: ({ at }) => (at ? decimals(at) : '—') },
  {
    key: 'degrees',
    title: 'Em graus',
    cell: ({ at, wrong }) => wrong ?? (at && <span className="id">{degrees(at)}</span>),
  },
]

/** Several stations like the one in the form, each with its own name and place: registered together, taken back together. */
export function Series({ form }: { readonly form: Form }) {
  const user = useUser()
  const queries = useQueryClient()
  const go = useNavigate()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, refuse] = useState<string | null>(null)
  const [opened, open] = useState(false)
  if (!can(user, permission(stations, 'serie'))) return null
  const name = typeof form.values.name === 'string' ? form.values.name : ''
  const lines = seriesIn(text, name || 'Estação')
  const wrong = lines.some(line => line.wrong)

  async function register() {
    setBusy(true)
    refuse(null)
    try {
      const drafts = lines.map(line => draftAs(form, line))
      const { message, data } = await api.post<{ message: string; data: { ids: readonly number[] } }>(
        '/stations/serie',
        { stations: drafts },
        { quiet: true },
      )
      forgetDirty()
      await go({ to: `/${stations.path}` })
      await queries.invalidateQueries({ queryKey: [stations.path] })
      toast(message, { undo: () => void takeSeriesBack(queries, data.ids).catch(tellUndone) })
    } catch (error) {
      refuse(messageOf(error))
    } finally {
      setBusy(false)
    }
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
            rows={lines}
            columns={columns}
            keyOf={(_, at) => at ?? 0}
          />
          <BusyButton
            mt="md"
            type="button"
            disabled={wrong}
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

/** All of them or none: what is told is why none was. */
async function takeSeriesBack(queries: QueryClient, ids: readonly number[]) {
  await api.put('/stations/desfazer', { stations: ids }, { quiet: true })
  await queries.invalidateQueries({ queryKey: [stations.path] })
  toast(`${count(ids.length, stations.text)}: registro desfeito.`)
}
const tellUndone = (error: unknown) =>
  popup({
    type: 'error',
    title: 'Nada foi desfeito',
    message: `As estações continuam registradas. ${messageOf(error)}`,
  })

/** The form's station by another name and in another place, without the licence's number. */
function draftAs({ values, fields }: Form, { name, at }: SeriesLine) {
  const [first, ...others] = linesOf(values.address)
  const address = at ? [{ ...first, ...at }, ...others] : linesOf(values.address)
  return sentOf(fields, { ...values, name, station_number: null, address })
}
