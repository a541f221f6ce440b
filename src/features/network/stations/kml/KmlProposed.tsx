import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { decimals } from '#kernel/coordinates.ts'
import { count, join } from '#kernel/text.ts'
import type { KmlLeft } from '#features/network/stations/kml/kml.ts'
import { besideMetres } from '#features/network/stations/gaps.ts'
import { tolerances, type ProposedLink, type ProposedStation } from '#features/network/stations/kml/proposal.ts'
import type { KmlImport } from '#features/network/stations/kml/useKmlImport.web.ts'
import { showDistance } from '#features/network/stations/map/near.ts'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { address } from '#parts/address/address.ts'
import { Input } from '#web/kinds/Input.tsx'
import { Table } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import styles from '#features/network/stations/kml/kml.module.css'

const step = 50

/** What a file would register, station by station and link by link, to be agreed to; then what it did, to be taken back. */
export function KmlProposed({ incoming }: { readonly incoming: KmlImport }) {
  const { proposal, read, taken, nameless, refused, busy, written } = incoming
  const left = read?.left.length ?? 0
  const townless = taken.filter(({ key }) => incoming.cityOf(key) === null).length
  const twins = proposal.stations.filter(({ twin }) => twin !== null).length
  if (written) return <KmlDone incoming={incoming} />
  return (
    <div className={styles.proposed}>
      <p>
        {`O arquivo traz ${count(proposal.stations.length, pointText)} e ${count(read?.lines.length ?? 0, lineText)}. `}
        {twins > 0 &&
          `${count(twins, stations.text)} ${twins === 1 ? 'parece' : 'parecem'} já existir (a menos de ${besideMetres} m, ou de mesmo nome): só ${twins === 1 ? 'entra se for marcada' : 'entram as que forem marcadas'}. `}
        {left > 0 &&
          `${count(left, placeText)} ${left === 1 ? 'não pôde ser aproveitado' : 'não puderam ser aproveitados'}.`}
      </p>
      {read?.notes.map(note => (
        <p key={note} className="meta">
          {note}
        </p>
      ))}
      <div className={styles.choices}>
        <NumberInput
          label="Até quantos metros da estação uma linha pode acabar"
          min={tolerances.least}
          max={tolerances.most}
          value={incoming.tolerance}
          onChange={metres =>
            typeof metres === 'number' &&
            metres >= tolerances.least &&
            incoming.setTolerance(Math.min(metres, tolerances.most))
          }
        />
        <Input
          name="medium"
          field={stationLinks.fields.attendance_middle}
          value={incoming.medium}
          onChange={value => incoming.setMedium(typeof value === 'number' ? value : null)}
        />
      </div>
      <p className="meta">O meio escolhido vale para o que o arquivo não diz por qual meio é.</p>
      <h3>{`Estações: ${taken.length} de ${proposal.stations.length}`}</h3>
      {proposal.stations.length > 0 && <StationRows incoming={incoming} />}
      {townless > 0 && (
        <p className="meta">{`${count(townless, stations.text)} sem município: o ponto fica perto de uma divisa ou fora de todos. Escolha-o na lista, pois o arquivo anual da Anatel o pede.`}</p>
      )}
      <h3>{`Enlaces: ${proposal.links.length}`}</h3>
      {proposal.links.length > 0 && <LinkRows links={proposal.links} />}
      <LeftRows title="Linhas que não viram enlace" rows={proposal.loose} />
      <LeftRows title="O que não pôde ser aproveitado" rows={read?.left ?? []} />
      <Bar of="foot">
        <BusyButton
          busy={busy === 'writing'}
          doing="Registrando…"
          disabled={(!taken.length && !proposal.links.length) || nameless > 0}
          onClick={() => void incoming.write()}
        >
          {`Registrar ${
            join([
              ...(taken.length ? [count(taken.length, stations.text)] : []),
              ...(proposal.links.length ? [count(proposal.links.length, stationLinks.text)] : []),
            ]) || 'nada'
          }`}
        </BusyButton>
        <Button variant="subtle" color="gray" onClick={incoming.forget}>
          Descartar
        </Button>
        {nameless > 0 && (
          <span className="wrong">{`${count(nameless, stations.text)} sem nome: dê um nome ou desmarque.`}</span>
        )}
        {refused && (
          <span className="wrong" role="alert">
            {refused} Nada foi gravado.
          </span>
        )}
      </Bar>
    </div>
  )
}
const pointText = { one: 'ponto', many: 'pontos', gender: 'm' } as const
const lineText = { one: 'linha', many: 'linhas', gender: 'f' } as const
const placeText = { one: 'lugar', many: 'lugares', gender: 'm' } as const

const StationRows = ({ incoming }: { readonly incoming: KmlImport }) => {
  const { proposal, taken, turn, rename } = incoming
  const chosen = new Set(taken.map(({ key }) => key))
  return (
    <Table
      label="Estações propostas"
      rows={proposal.stations}
      step={step}
      cards
      keyOf={({ key }) => key}
      columns={[
        {
          key: 'taken',
          title: 'Registrar',
          label: 'Registrar',
          cell: ({ key, name }: ProposedStation) => (
            <Checkbox
              aria-label={`Registrar ${name || `o ponto ${key + 1}`}`}
              checked={chosen.has(key)}
              onChange={() => turn(key)}
            />
          ),
        },
        {
          key: 'name',
          title: 'Nome',
          names: true,
          cell: ({ key, name }: ProposedStation) => (
            <TextInput
              aria-label={`Nome do ponto ${key + 1}`}
              maxLength={120}
              value={name}
              onChange={event => rename(key, event.currentTarget.value)}
            />
          ),
        },
        {
          key: 'place',
          title: 'Coordenadas',
          label: 'Coordenadas',
          cell: ({ at }: ProposedStation) => <span className="id">{decimals(at)}</span>,
        },
        {
          key: 'town',
          title: 'Município',
          label: 'Município',
          cell: ({ key }: ProposedStation) => <TownCell at={key} taken={chosen.has(key)} incoming={incoming} />,
        },
        {
          key: 'twin',
          title: 'O que se sabe',
          label: 'O que se sabe',
          cell: ({ twin }: ProposedStation) => twin ?? 'Nova',
        },
      ]}
    />
  )
}

interface TownProps {
  readonly at: number
  /** Is the station to be registered? */
  readonly taken: boolean
  readonly incoming: KmlImport
}
/** The municipality of a point: proposed by its coordinates until somebody chooses another, an empty input where there is no proposal. */
function TownCell({ at, taken, incoming: { read, cityOf, setCity } }: TownProps) {
  const proposed = read?.points[at]?.town ?? null
  const city = cityOf(at)
  return (
    <div className={styles.town}>
      <Input
        bare
        name={`point_${at}_city_id`}
        field={{ ...address.city, label: `Município do ponto ${at + 1}` }}
        value={city}
        known={city !== null && city === proposed?.id ? proposed.name : undefined}
        onChange={value => setCity(at, typeof value === 'number' ? value : null)}
        errorOf={() => (taken && city === null ? 'Escolha o município.' : undefined)}
      />
      {city !== null && city === proposed?.id && <span className="meta">Proposto pelas coordenadas</span>}
    </div>
  )
}

const LinkRows = ({ links }: { readonly links: readonly ProposedLink[] }) => (
  <Table
    label="Enlaces propostos"
    rows={links}
    step={step}
    cards
    keyOf={({ key }) => key}
    columns={[
      { key: 'from', title: 'De', names: true, cell: ({ ends }: ProposedLink) => ends[0].name || 'Sem nome' },
      { key: 'to', title: 'Para', label: 'Para', cell: ({ ends }: ProposedLink) => ends[1].name || 'Sem nome' },
      {
        key: 'metres',
        title: 'Distância',
        label: 'Distância',
        numeric: true,
        cell: ({ metres }: ProposedLink) => showDistance(metres),
      },
      { key: 'line', title: 'Linha do arquivo', label: 'Linha', cell: ({ name }: ProposedLink) => name || '—' },
    ]}
  />
)

const LeftRows = ({ title, rows }: { readonly title: string; readonly rows: readonly KmlLeft[] }) =>
  rows.length > 0 && (
    <details>
      <summary>{`${title}: ${rows.length}`}</summary>
      <Table
        label={title}
        rows={rows}
        step={step}
        keyOf={(_, at) => at ?? 0}
        columns={[
          { key: 'name', title: 'Nome no arquivo', names: true, cell: ({ name }: KmlLeft) => name || 'Sem nome' },
          { key: 'why', title: 'Por quê', cell: ({ why }: KmlLeft) => why },
        ]}
      />
    </details>
  )

/** What was registered, whole or not, and the way back. */
function KmlDone({ incoming: { written, whole, busy, undo, forget, refused } }: { readonly incoming: KmlImport }) {
  const { links = [], stations: made = [] } = written ?? {}
  const said = join([
    ...(made.length ? [count(made.length, stations.text)] : []),
    ...(links.length ? [count(links.length, stationLinks.text)] : []),
  ])
  return (
    <div className={styles.proposed}>
      <Band tone={whole && !refused ? 'ok' : 'atencao'} role="status">
        <div>
          {busy === 'writing'
            ? `Registrando: ${said} até agora.`
            : whole
              ? `Registrado: ${said || 'nada'}.`
              : `O registro parou no meio: só entrou o que segue: ${said || 'nada'}.`}
          {refused && ` ${refused}`}
        </div>
      </Band>
      <div className={styles.acts}>
        <BusyButton variant="default" busy={busy === 'undoing'} doing="Desfazendo…" onClick={() => void undo()}>
          Desfazer
        </BusyButton>
        <Button variant="subtle" color="gray" disabled={busy !== null} onClick={forget}>
          Trazer outro arquivo
        </Button>
      </div>
    </div>
  )
}
