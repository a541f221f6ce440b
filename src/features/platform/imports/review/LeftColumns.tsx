import { Button } from '@mantine/core'
import { contents, leftProposals, type ColumnProposal } from '#features/platform/imports/section/proposals.ts'
import { columnAt, type ImportSection } from '#features/platform/imports/section/section.ts'
import { withSource, samplesOf, titlesOf, type Mapping } from '#features/regulatory/intake/mapping.ts'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/regulatory/intake/intake.module.css'

interface Props {
  readonly section: ImportSection
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly mapping: Mapping
  readonly onMap: (mapping: Mapping) => void
}

/** Proposals that are buttons; the others are in the list beside them. */
const proposalsShown = 3

/** The columns of the file that stay out, each with what it may be: one press takes it. */
export function LeftColumns({ section, header, rows, mapping, onMap }: Props) {
  const titles = titlesOf(header)
  const samples = samplesOf({ header, records: rows.map(cells => ({ cells })) })
  const free = section.columns.filter(({ key }) => !(key in mapping.columns))
  const labelOf = (key: string) => columnAt(section, key)?.label ?? key
  const take = ({ title }: ColumnProposal, key: string) =>
    onMap(withSource(mapping, key, { from: 'coluna', text: title }))
  return (
    <>
      <h3>Colunas do arquivo que ficam de fora</h3>
      <Table
        label="Colunas do arquivo que ficam de fora"
        columns={[
          {
            key: 'title',
            title: 'No arquivo',
            names: true,
            className: styles.known,
            cell: ({ title, holds }) => (
              <>
                {title}
                {holds && <small>parece ter {contents[holds]}</small>}
              </>
            ),
          },
          {
            key: 'meant',
            title: 'O que é',
            phone: 'line',
            className: styles.given,
            cell: proposal => (
              <>
                <select
                  aria-label={`O que é: ${proposal.title}`}
                  value=""
                  onChange={e => e.currentTarget.value && take(proposal, e.currentTarget.value)}
                >
                  <option value="">Fica de fora</option>
                  {free.map(({ key, label }) => (
                    <option key={key} value={key}>
                      {label}
                    </option>
                  ))}
                </select>
                {proposal.keys.length > 0 && (
                  <div className={styles.among} role="group" aria-label={`O que ${proposal.title} pode ser`}>
                    {proposal.keys.slice(0, proposalsShown).map(key => (
                      <Button key={key} variant="default" size="compact-sm" onClick={() => take(proposal, key)}>
                        É {labelOf(key)}
                      </Button>
                    ))}
                  </div>
                )}
              </>
            ),
          },
          {
            key: 'samples',
            title: 'Exemplos',
            label: 'Exemplos',
            phone: 'line',
            className: styles.samples,
            cell: ({ title }) => samples[titles.indexOf(title)]?.join(' · ') || '—',
          },
        ]}
        rows={leftProposals(section, mapping, header, rows)}
        keyOf={({ title }) => title}
        told={({ keys }) => ({ 'data-tone': keys.length ? 'atencao' : undefined })}
        cards
      />
    </>
  )
}
