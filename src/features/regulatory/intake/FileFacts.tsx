import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Figures } from '#parts/figures/Figures.tsx'
import styles from '#features/regulatory/intake/intake.module.css'

interface Props {
  /** How the file was written, in pairs of what and how. */
  readonly facts: readonly (readonly [what: string, how: string])[]
  /** The tabs of a workbook, where another may be read. */
  readonly tabs?: { readonly all: readonly string[]; readonly read: string; readonly busy: boolean } | null
  readonly onTab?: (tab: string) => void
  /** What is done with the file. */
  readonly beside?: ReactNode
  /** What else is to be known of it. */
  readonly children?: ReactNode
}

/** What file this is, and the tab of it that was read. */
export function FileFacts({ facts, tabs, onTab, beside, children }: Props) {
  const choice = tabs && onTab && tabs.all.length > 1 && (
    <NativeSelect
      aria-label="Aba da planilha"
      size="xs"
      data={[...tabs.all]}
      value={tabs.read}
      disabled={tabs.busy}
      onChange={e => onTab(e.currentTarget.value)}
    />
  )
  return (
    <Card className={styles.facts}>
      <Figures all={facts.map(([what, how]) => [what, (what === 'Aba' && choice) || how])} />
      {beside}
      {children}
    </Card>
  )
}
