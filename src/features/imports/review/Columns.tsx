import { Select } from '@mantine/core'
import { useState } from 'react'
import type { Import } from '#features/imports/section/imports.ts'
import type { Review } from '#features/imports/review/review.ts'
import type { Importing } from '#features/imports/review/useImport.web.ts'
import { modes, type Mode } from '#features/imports/section/section.ts'
import { Table } from '#web/table/Table.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/imports/section/imports.module.css'
import judged from '#parts/verdicts/verdicts.module.css'

interface Props {
  readonly row: Import
  readonly review: Review
  readonly importing: Importing
  readonly onDone: () => void
}

/** What each column of the file is, and what becomes of rows that are known already. */
export function Columns({ row, review, importing, onDone }: Props) {
  const { header, columns, keys, data } = review
  const [mapping, setMapping] = useState(review.mapping)
  const [mode, setMode] = useState<Mode>(row.mode)
  const [by, setBy] = useState(row.match_by ?? keys[0]?.key ?? '')
  const left = columns.filter(({ key, needed }) => needed && !mapping.includes(key))
  const options = columns.map(({ key, label, needed }) => ({ value: key, label: needed ? `${label} *` : label }))
  async function judge() {
    const match_by = keys.length ? by : (row.match_by ?? 'fistel')
    if (await importing.act('preparar', { mapping, mode, match_by })) onDone()
  }
  return (
    <section className={styles.columns} aria-labelledby="columns">
      <h2 id="columns">Colunas</h2>
      <p className="meta">O que você escolher fica lembrado para a próxima planilha com estes nomes.</p>
      <Table
        label="Colunas do arquivo"
        columns={[
          { key: 'name', title: 'No arquivo', names: true, cell: (name, at) => name || `Coluna ${at + 1}` },
          {
            key: 'samples',
            title: 'Exemplos',
            className: 'meta',
            phone: 'line',
            cell: (_, at) =>
              [...new Set(data.map(({ cells }) => cells[at]?.trim()).filter(Boolean))].slice(0, 3).join(' · '),
          },
          {
            key: 'mapping',
            title: 'No sistema',
            phone: 'line',
            cell: (name, at) => (
              <Select
                aria-label={`No sistema: ${name}`}
                data={options.filter(({ value }) => value === mapping[at] || !mapping.includes(value))}
                value={mapping[at] ?? null}
                onChange={key => setMapping(mapping.map((each, i) => (i === at ? key : each)))}
                placeholder="Fica de fora"
                searchable
                clearable
                nothingFoundMessage="Nenhuma coluna"
              />
            ),
          },
        ]}
        rows={header}
        keyOf={(_, at) => at}
        look="scrolling"
        cards
        className={judged.rows}
      />
      <div className={styles.choices}>
        <Select
          label="O que fazer"
          data={Object.entries(modes).map(([value, label]) => ({ value, label }))}
          value={mode}
          onChange={value => setMode(value === 'criar' || value === 'atualizar' ? value : 'ambos')}
          allowDeselect={false}
        />
        {keys.length > 0 && (
          <Select
            label="Reconhecer o que já existe por"
            data={keys.map(({ key, label }) => ({ value: key, label }))}
            value={by}
            onChange={value => value && setBy(value)}
            allowDeselect={false}
          />
        )}
      </div>
      <Bar of="foot" className={judged.keep}>
        <p className={judged.said} data-wrong={(left.length > 0 && mode !== 'atualizar') || undefined}>
          {left.length
            ? `Sem coluna no arquivo: ${left.map(({ label }) => label).join(', ')}. Sem ${left.length === 1 ? 'ela' : 'elas'} nada novo é criado.`
            : `${mapping.filter(key => key !== null).length} de ${header.length} colunas entram.`}
        </p>
        <BusyButton busy={importing.doing === 'preparar'} doing="Conferindo…" onClick={() => void judge()}>
          Conferir as linhas
        </BusyButton>
      </Bar>
    </section>
  )
}
