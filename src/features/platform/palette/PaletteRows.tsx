import { Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconHelp, IconHistory, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { PaletteEntry, PaletteSection } from '#features/platform/palette/entries.web.ts'
import { markedPieces } from '#features/platform/palette/mark.ts'
import styles from '#features/platform/palette/palette.module.css'
import { icons } from '#web/layout/icons.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

const allIcons = { ...icons, plus: IconPlus, help: IconHelp, recent: IconHistory, more: IconArrowRight }

interface Props {
  readonly id: string
  readonly sections: readonly PaletteSection[]
  readonly chosen: number
  readonly text: string
  readonly isFresh: boolean
  readonly error: unknown
  readonly onRetry: () => void
  readonly onPoint: (at: number) => void
  readonly onOpen: (entry: PaletteEntry, apart: boolean) => void
}

/** What was found, in groups. The field has the focus; a row is pointed to by it. */
export function PaletteRows({ id, sections, chosen, text, isFresh, error, onRetry, onPoint, onOpen }: Props) {
  const firstOf = sections.map((_, at) => sections.slice(0, at).reduce((sum, { entries }) => sum + entries.length, 0))
  return (
    <Spotlight.ActionsList className={styles.list}>
      {error !== null && <ErrorState error={error} onRetry={onRetry} />}
      <div id={id} role="listbox" aria-label="Resultados">
        {sections.map((section, group) => (
          <Spotlight.ActionsGroup key={section.id} role="group" aria-label={section.title} label={section.title}>
            {section.entries.map((entry, n) => {
              const at = (firstOf[group] ?? 0) + n
              return (
                <Row
                  key={entry.key}
                  id={`${id}-${at}`}
                  entry={entry}
                  text={text}
                  chosen={at === chosen}
                  onPoint={() => onPoint(at)}
                  onOpen={apart => onOpen(entry, apart)}
                />
              )
            })}
          </Spotlight.ActionsGroup>
        ))}
      </div>
      {!sections.length && error === null && isFresh && (
        <EmptyState
          title="Nada encontrado"
          text="Procure por nome ou parte do CNPJ, número de fistel, de estação, de conta ou de ordem, #chamado, mês da coleta (mar/2026), tela, ação ou ajuda."
        />
      )}
    </Spotlight.ActionsList>
  )
}

interface FoundRowProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly text: string
  readonly chosen: boolean
  readonly onPoint: () => void
  readonly onOpen: (apart: boolean) => void
}
function Row({ id, entry, text, chosen, onPoint, onOpen }: FoundRowProps) {
  const row = useRef<HTMLButtonElement>(null)
  const Icon = allIcons[entry.icon]
  useEffect(() => {
    if (!row.current) return
    // The part takes no id, and the field names the chosen row by it.
    row.current.id = id
    if (chosen) row.current.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  return (
    <Spotlight.Action
      ref={row}
      role="option"
      aria-selected={chosen}
      data-selected={chosen || undefined}
      className={styles.row}
      closeSpotlightOnTrigger={false}
      onMouseMove={onPoint}
      onClick={event => onOpen(event.ctrlKey || event.metaKey)}
      onAuxClick={event => event.button === 1 && onOpen(true)}
    >
      <Icon size={18} stroke={1.5} aria-hidden />
      <span className={styles.label}>
        <Marked text={entry.label} search={text} />
      </span>
      {entry.inactive && <StatusChip tone="neutro">Inativo</StatusChip>}
      <span className={styles.about}>
        <Marked text={entry.about} search={text} />
      </span>
    </Spotlight.Action>
  )
}

const Marked = ({ text, search }: { readonly text: string; readonly search: string }) =>
  markedPieces(text, search).map(({ text: piece, marked }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name than their place
    marked ? <mark key={at}>{piece}</mark> : piece,
  )
