import { Select } from '@mantine/core'
import { useState } from 'react'
import { count, join } from '#kernel/text.ts'
import type { Import } from '#features/platform/imports/section/imports.ts'
import { LeftColumns } from '#features/platform/imports/review/LeftColumns.tsx'
import type { Review } from '#features/platform/imports/section/schema.ts'
import { lackingIn, sectionColumns, valuesSeen } from '#features/platform/imports/review/review.ts'
import type { Importing } from '#features/platform/imports/review/useImport.web.ts'
import {
  columnAt,
  isWithinOwner,
  modes,
  type ImportSection,
  type Mode,
} from '#features/platform/imports/section/section.ts'
import { titlesLeft, samplesOf, columnText } from '#features/regulatory/intake/mapping.ts'
import { MapColumns } from '#features/regulatory/intake/MapColumns.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import styles from '#features/platform/imports/section/imports.module.css'
import judged from '#parts/verdicts/verdicts.module.css'

interface Props {
  readonly row: Import
  readonly section: ImportSection
  readonly review: Review
  readonly importing: Importing
  readonly onDone: () => void
}

function labelOf(section: ImportSection, key: string) {
  const named = isWithinOwner(section, key) ? [section.owner, key] : [key]
  return join(named.map(each => columnAt(section, each)?.label ?? each))
}

/** Where each of a section's columns comes from in the file, and what becomes of rows that are known already. */
export function Columns({ row, section, review, importing, onDone }: Props) {
  const { header, data, remembered } = review
  const keys = section.groups ? [] : section.keys
  const [mapping, setMapping] = useState(review.mapping)
  const [mode, setMode] = useState<Mode>(row.mode)
  const [by, setBy] = useState(row.match_by ?? section.keys[0] ?? '')
  const lacking = lackingIn(section, mapping)
  const missing = mode === 'atualizar' ? [] : lacking.map(({ key }) => key)
  async function judge() {
    if (await importing.prepare({ mapping, mode, match_by: by })) onDone()
  }
  return (
    <MapColumns
      title="Colunas"
      columns={sectionColumns(section)}
      header={header}
      samples={samplesOf({ header, records: data })}
      mapping={mapping}
      missing={missing}
      remembered={remembered}
      values={valuesSeen(section, { ...review, mapping })}
      onMap={setMapping}
      onForget={onDone}
      left={
        <LeftColumns
          section={section}
          header={header}
          rows={data.map(({ cells }) => cells)}
          mapping={mapping}
          onMap={setMapping}
        />
      }
      foot={
        <>
          <p className={judged.said} data-wrong={missing.length > 0 || undefined}>
            {lacking.length
              ? `Sem coluna no arquivo: ${lacking.map(({ label }) => label).join(', ')}. Sem ${lacking.length === 1 ? 'ela' : 'elas'} nada novo é criado.`
              : `${count(header.length - titlesLeft(mapping, header).length, columnText)} de ${header.length} entram.`}
          </p>
          <BusyButton busy={importing.doing === 'preparar'} doing="Conferindo…" onClick={() => void judge()}>
            Conferir as linhas
          </BusyButton>
        </>
      }
    >
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
            data={keys.map(key => ({ value: key, label: labelOf(section, key) }))}
            value={by}
            onChange={value => value && setBy(value)}
            allowDeselect={false}
          />
        )}
      </div>
    </MapColumns>
  )
}
