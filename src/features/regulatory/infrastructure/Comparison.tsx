import { Button, NumberInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { showDecimal, showInteger } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { compareWithAnatel, type ComparisonAnswer, type NamedClient } from '#features/regulatory/infrastructure/api.ts'
import {
  comparedRows,
  comparedSheet,
  type ComparedRow,
  type ComparedKind,
} from '#features/regulatory/infrastructure/compared.ts'
import { packed } from '#features/regulatory/infrastructure/packed.web.ts'
import { stations } from '#features/network/stations/stations.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { Counters } from '#parts/verdicts/Counters.tsx'
import { reasonOf } from '#web/api-error.ts'
import { sendCall } from '#web/call.ts'
import { saveFile } from '#web/files.ts'
import { useUser } from '#web/session/store.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/regulatory/infrastructure/infrastructure.module.css'

const usual = 50
const kinds = {
  'missing-here': { said: (n: number) => `${showInteger(n)} só na Anatel`, tone: 'erro' },
  'missing-there': { said: (n: number) => `${showInteger(n)} só aqui`, tone: 'atencao' },
  'not-compared': {
    said: (n: number) => `${showInteger(n)} ${n === 1 ? 'não comparada' : 'não comparadas'}`,
    tone: 'atencao',
  },
  doubtful: { said: (n: number) => `${showInteger(n)} a conferir`, tone: 'atencao' },
  numbers: { said: (n: number) => `${showInteger(n)} com outro número`, tone: 'atencao' },
  places: { said: (n: number) => `${showInteger(n)} longe demais`, tone: 'atencao' },
} as const

/** It compares our stations with a regulator's file, never stored. */
export function Comparison({ client }: { readonly client: NamedClient }) {
  const [tolerance, setTolerance] = useState<number>(usual)
  const [file, setFile] = useState<File | null>(null)
  const [found, setFound] = useState<ComparisonAnswer | null>(null)
  const [refusal, refuse] = useState<string | null>(null)
  const [stage, setStage] = useState<string | null>(null)
  const busy = stage !== null
  async function compare(given: File, within: number) {
    setFile(given)
    setStage('Preparando o arquivo…')
    refuse(null)
    try {
      const bytes = await packed(given, share => setStage(`Compactando o arquivo: ${Math.floor(share * 100)}%`))
      if (typeof bytes === 'string') {
        setFound(null)
        refuse(bytes)
        return
      }
      setStage('Enviando e lendo o arquivo…')
      const query = { client: client.uuid, tolerance: within }
      const { data } = await sendCall(compareWithAnatel, { query, body: bytes }, { quiet: true, timeout: 600_000 })
      setFound(data)
    } catch (error) {
      setFound(null)
      refuse(reasonOf(error))
    } finally {
      setStage(null)
    }
  }
  return (
    <div className={styles.compared}>
      <Bar>
        <NumberInput
          className={styles.tolerance}
          label="Tolerância das coordenadas (m)"
          description="Além dela, o lugar é outro."
          min={1}
          max={100_000}
          allowDecimal={false}
          value={tolerance}
          onChange={value => typeof value === 'number' && value >= 1 && setTolerance(value)}
        />
        {file && (
          <Button variant="default" disabled={busy} onClick={() => void compare(file, tolerance)}>
            Comparar de novo
          </Button>
        )}
      </Bar>
      <DropZone
        title={file ? `Comparado com ${file.name}` : 'Arquivo de estações da Anatel'}
        help="O do Mosaico, um arquivo anual, ou o de estações licenciadas dos dados abertos, de todas as prestadoras: dele só as linhas do cliente são lidas. CSV ou ZIP até 1,2 GB, XLSX até 20 MB. Nada é gravado."
        label="Arquivo de estações"
        accept=".csv,.txt,.xlsx,.zip"
        onFile={given => void compare(given, tolerance)}
      />
      {refusal && (
        <Band tone="erro" role="alert">
          {refusal}
        </Band>
      )}
      {busy && <p role="status">{stage}</p>}
      {busy ? <Skeletons waiting lines={6} height={28} /> : found && <Found key={found.tolerance} found={found} />}
    </div>
  )
}

function Found({ found }: { readonly found: ComparisonAnswer }) {
  const user = useUser()
  const rows = comparedRows(found)
  const of = (kind: ComparedKind) => rows.filter(row => row.kind === kind)
  const order: readonly ComparedKind[] = [
    'missing-here',
    'missing-there',
    'numbers',
    'places',
    'doubtful',
    'not-compared',
  ]
  const [picked, pick] = useState<ComparedKind>(() => order.find(kind => of(kind).length) ?? 'missing-here')
  const shown = of(picked)
  const save = () =>
    saveFile(new Blob([comparedSheet(rows)], { type: 'text/csv;charset=utf-8' }), 'comparacao-com-a-anatel.csv')
  return (
    <>
      <p role="status">{saidRead(found)}</p>
      {found.unlicensed > 0 && (
        <p className="meta">
          {found.unlicensed === 1
            ? 'Uma estação virtual ou em nuvem não tem licença, e não foi comparada.'
            : `${showInteger(found.unlicensed)} estações virtuais ou em nuvem não têm licença, e não foram comparadas.`}
        </p>
      )}
      {found.notes.map(note => (
        <p key={note} className="meta">
          {note}
        </p>
      ))}
      {found.unread_total > 0 && <Unread found={found} />}
      <Bar>
        <Counters
          counters={order.map(kind => ({
            show: kind,
            said: kinds[kind].said(of(kind).length),
            ...(of(kind).length > 0 && { tone: kinds[kind].tone }),
          }))}
          shown={picked}
          onShow={pick}
        >
          {found.equal === 1 ? '1 igual' : `${showInteger(found.equal)} iguais`}
        </Counters>
        {rows.length > 0 && (
          <Button variant="default" leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />} onClick={save}>
            Baixar as diferenças
          </Button>
        )}
      </Bar>
      {shown.length > 0 ? (
        <Table
          label="Diferenças"
          caption="Estações que diferem, aqui e na Anatel"
          columns={columnsOf(picked, found.client, can(user, permission(stations, 'store')))}
          rows={shown}
          keyOf={({ key }) => key}
          below={({ theirs }) => theirs?.doubt && <p className="meta">{`No arquivo: ${theirs.doubt}`}</p>}
          step={200}
          look="scrolling"
        />
      ) : (
        <p className="meta">Nenhuma estação assim.</p>
      )}
    </>
  )
}

const lines = (n: number) => `${showInteger(n)} ${n === 1 ? 'linha' : 'linhas'}`
/** '120 linhas no arquivo: 4 estações deste cliente, pelo CNPJ; 100 linhas de outros ficaram de fora e 16 linhas repetem uma estação.' */
function saidRead({ lines: all, theirs, told_by, others, ownerless, repeated }: ComparisonAnswer): string {
  const own = `${showInteger(theirs)} ${theirs === 1 ? 'estação' : 'estações'} deste cliente`
  const by = told_by ?? 'e o arquivo não diz de quem é cada linha: todas foram tidas por dele'
  const rest = [
    others ? `${lines(others)} de outros ${others === 1 ? 'ficou' : 'ficaram'} de fora` : '',
    repeated ? `${lines(repeated)} ${repeated === 1 ? 'repete' : 'repetem'} uma estação` : '',
    ownerless ? `de ${lines(ownerless)} o dono não se lê` : '',
  ].filter(Boolean)
  return `${lines(all)} no arquivo: ${own}, ${by}${rest.length ? `; ${join(rest)}` : ''}.`
}

const Unread = ({ found: { unread, unread_total } }: { readonly found: ComparisonAnswer }) => (
  <Band tone="atencao">
    <div>
      <strong>{`${lines(unread_total)} não ${unread_total === 1 ? 'entrou' : 'entraram'} na comparação:`}</strong>
      <ul className="points" tabIndex={0}>
        {unread.slice(0, 20).map(({ line, said }) => (
          <li key={line}>
            Linha {showInteger(line)}: {said}.
          </li>
        ))}
      </ul>
      {unread_total > 20 && <p>E outras {showInteger(unread_total - 20)}.</p>}
    </div>
  </Band>
)

/** A new station as the regulator has it: the form is filled in, and looked at before it is saved. */
function addressOfNew({ id }: NamedClient, { theirs }: ComparedRow): string {
  const said = new URLSearchParams({
    client_id: String(id),
    ...(theirs?.name && { name: theirs.name }),
    ...(theirs?.number && { station_number: theirs.number }),
    ...(theirs?.place && { lat: String(theirs.place.lat), lng: String(theirs.place.lng) }),
  })
  return `/stations/create?${said.toString()}`
}

function columnsOf(kind: ComparedKind, client: NamedClient, mayStore: boolean): readonly Column<ComparedRow>[] {
  const columns: readonly (Column<ComparedRow> & { readonly of?: readonly ComparedKind[] })[] = [
    {
      key: 'ours',
      title: 'Aqui',
      names: kind !== 'missing-here',
      of: ['missing-there', 'not-compared', 'doubtful', 'numbers', 'places'],
      cell: ({ ours }) => (ours ? <Link to={`/stations/${ours.uuid}`}>{ours.name}</Link> : '—'),
    },
    {
      key: 'number',
      title: 'Número aqui',
      of: ['missing-there', 'not-compared', 'doubtful', 'numbers', 'places'],
      cell: ({ ours }) => <span className="id">{ours?.number ?? '—'}</span>,
    },
    {
      key: 'theirs',
      title: 'Número na Anatel',
      names: kind === 'missing-here',
      of: ['missing-here', 'doubtful', 'numbers', 'places'],
      cell: ({ theirs }) => <span className="id">{theirs?.number ?? '—'}</span>,
    },
    // Beside the number, so that a phone shows it too.
    {
      key: 'act',
      title: <span className="sr-only">Ação</span>,
      of: mayStore ? ['missing-here', 'doubtful'] : [],
      cell: row => row.ours === null && <Link to={addressOfNew(client, row)}>Registrar</Link>,
    },
    { key: 'name', title: 'Como está lá', of: ['missing-here'], cell: ({ theirs }) => theirs?.name ?? '—' },
    {
      key: 'place',
      title: 'Coordenadas',
      of: ['missing-here', 'missing-there', 'not-compared'],
      cell: ({ ours, theirs }) => {
        const at = theirs ? theirs.place : ours?.place
        return at ? <span className="id">{`${showDecimal(at.lat)}; ${showDecimal(at.lng)}`}</span> : '—'
      },
    },
    {
      key: 'distance',
      title: 'Distância (m)',
      numeric: true,
      of: ['doubtful', 'numbers', 'places'],
      cell: ({ distance }) => (distance === null ? '—' : showDecimal(distance)),
    },
    {
      key: 'line',
      title: 'Linha',
      numeric: true,
      of: ['missing-here', 'doubtful', 'numbers', 'places'],
      cell: ({ theirs }) => theirs && showInteger(theirs.line),
    },
  ]
  return columns.filter(({ of }) => of?.includes(kind))
}
