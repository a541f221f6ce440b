import { Link } from '@tanstack/react-router'
import { showInteger } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import { infrastructureKinds, layoutStates } from '#features/regulatory/anatel/infrastructure-layouts.ts'
import type { FilingCheck, PlannedFile, ListedFinding } from '#features/regulatory/infrastructure/api.ts'
import { toSearch } from '#web/table/address.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/infrastructure/infrastructure.module.css'

/** What will be in the files, and what will not and why; each reason leads to the list it comes from. */
export function FilingFindings({
  check: { blocked, files, findings, warnings, unchanged, filing },
}: {
  readonly check: FilingCheck
}) {
  const [out, doubtful] = [true, false].map(is => findings.filter(each => each.out === is))
  return (
    <div className={styles.area}>
      {blocked && <Band tone="erro">{blocked}</Band>}
      {filing?.step === 'enviada' && unchanged === false && (
        <Band tone="atencao">
          O cadastro mudou desde a versão {filing.edition}, que foi enviada. O que está abaixo é o de agora.
        </Band>
      )}
      {filing?.step === 'gerada' && unchanged === false && (
        <Band tone="atencao">
          O cadastro mudou desde a versão {filing.edition}. Para enviar o que está abaixo, gere outra versão.
        </Band>
      )}
      {!blocked && (
        <Table
          label="Arquivos do ano"
          caption="Os arquivos que serão gerados, com o layout e os registros de cada um"
          columns={fileColumns}
          rows={files}
          keyOf={({ kind }) => kind}
        />
      )}
      <Findings title="Fica de fora" tone="erro" findings={out ?? []} none="Nada fica de fora." />
      <Findings title="Confira" tone="atencao" findings={doubtful ?? []} />
      {warnings.length > 0 && (
        <section>
          <h2>Antes de enviar</h2>
          <ul className="points">
            {warnings.map(said => (
              <li key={said}>{said}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const tones = { legado: 'neutro', conferir: 'atencao', rascunho: 'erro' } as const
const fileColumns: readonly Column<PlannedFile>[] = [
  { key: 'kind', title: 'Arquivo', names: true, cell: ({ kind }) => infrastructureKinds[kind].name },
  {
    key: 'standing',
    title: 'Layout',
    cell: ({ standing, said }) => (
      <StatusChip tone={tones[standing]} title={capital(said)}>
        {layoutStates[standing].name}
      </StatusChip>
    ),
  },
  { key: 'rows', title: 'Registros', numeric: true, cell: ({ rows }) => showInteger(rows) },
]

interface FindingsProps {
  readonly title: string
  readonly tone: 'erro' | 'atencao'
  readonly findings: readonly ListedFinding[]
  /** Text shown when there are no findings. */
  readonly none?: string
}
const names = { estacoes: 'Estações', enlaces: 'Conexões de enlaces' } as const

function Findings({ title, tone, findings, none }: FindingsProps) {
  if (!findings.length) return none ? <p className="meta">{none}</p> : null
  const total = findings.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles.findings} data-tone={tone}>
      <h2>
        {title} <span>{showInteger(total)}</span>
      </h2>
      {(['estacoes', 'enlaces'] as const).map(of => {
        const own = findings.filter(each => each.of === of)
        return (
          own.length > 0 && (
            <div key={of}>
              <h3 className="meta">{names[of]}</h3>
              <ul className="points">
                {own.map(({ rule, count, label, path, query }) => (
                  <li key={rule}>
                    <Link to={`${path}${toSearch(query)}`}>
                      {showInteger(count)} {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        )
      })}
    </section>
  )
}
