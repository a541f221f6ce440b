import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { isUnread } from '#features/regulatory/collects/grid/columns.ts'
import { totalOf } from '#features/regulatory/collects/coleta/lines.ts'
import type { FormLine } from '#parts/line/line.ts'
import { totalInWords } from '#features/regulatory/collects/coleta/said.ts'
import { Input } from '#web/kinds/Input.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/collects/grid/grid.module.css'

const city = collects.fields.locations.options.shape?.city ?? collects.fields.client

/** What can be done to a municipality, by its place in the coleta; the same functions from one drawing to the next. */
export interface PlaceActs {
  readonly fold: (at: number) => void
  readonly add: (at: number) => void
  readonly remove: (at: number) => void
  readonly place: (at: number, city: number) => void
}
interface Props {
  readonly at: number
  readonly location: FormLine
  readonly name: string
  readonly wrong: string | undefined
  /** Whether what was written of it is still followed up; undefined when nothing was. */
  readonly noted: boolean | undefined
  readonly folded: boolean
  readonly readOnly: boolean
  /** Counts its grid's columns; null among cards. */
  readonly span: number | null
  readonly acts: PlaceActs
}

/** A municipality, how many accesses it has, and what can be done to all of it. */
export const PlaceRow = memo(function PlaceRow(props: Props) {
  const { at, location, name, wrong, noted, folded, readOnly, span, acts } = props
  const id = `locations.${at}`
  const unknown = isUnread(location.city_id)
  return (
    <div className={styles.place} role={span ? 'gridcell' : undefined} aria-colspan={span ?? undefined}>
      <div className={styles.town}>
        <button type="button" id={`${id}.city_id`} aria-expanded={!folded} onClick={() => acts.fold(at)}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
          {unknown ? `“${name}”` : name}
        </button>
      </div>
      {unknown && !readOnly && (
        <div className={styles.unknown}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <Input
            name={`${id}.choose`}
            field={{ ...city, label: `Município que não foi encontrado: ${name}`, required: true }}
            value={null}
            bare
            onChange={chosen => typeof chosen === 'number' && acts.place(at, chosen)}
          />
        </div>
      )}
      {wrong && <span className={styles.refused}>{wrong}</span>}
      {noted !== undefined && (
        <StatusChip tone={noted ? 'atencao' : 'neutro'}>{noted ? 'Acompanhar' : 'Comentado'}</StatusChip>
      )}
      <span className={styles.total}>{totalInWords(totalOf(location))}</span>
      {!readOnly && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={`Adicionar linha em ${name}`}
            onClick={() => acts.add(at)}
          >
            Linha
          </Button>
          <ActionIcon aria-label={`Retirar ${name}`} onClick={() => acts.remove(at)}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </>
      )}
    </div>
  )
})
