import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnyResource, Verb } from '#kernel/resource.ts'
import { agreed, count } from '#kernel/text.ts'
import { titleIn } from '#web/kinds/targets.ts'
import type { useBulkActs } from '#web/table/bulk.ts'
import type { ListedRow } from '#web/table/useList.ts'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#web/table/list.module.css'

interface Props {
  readonly resource: AnyResource
  readonly rows: readonly ListedRow[]
  readonly may: (verb: Verb) => boolean
  readonly acts: ReturnType<typeof useBulkActs>
  readonly onClear: () => void
  readonly more?: ((rows: readonly ListedRow[], clear: () => void) => ReactNode) | undefined
}

/** In the toolbar's place while rows are marked. What was done unmarks them. */
export function BulkBar({ resource: { text, path }, rows, may, acts, onClear, more }: Props) {
  const named = rows.map(row => ({ uuid: row.uuid, name: titleIn(path, row) }))
  const run = (act: Promise<boolean>) => void act.catch(() => false).then(done => done && onClear())
  return (
    <Bar of="marked" className={styles.bar} role="toolbar" aria-label="Ações em lote">
      <strong>
        {count(rows.length, text)} {agreed(text, 'selecionado') + (rows.length === 1 ? '' : 's')}
      </strong>
      {may('enable') && rows.some(({ active }) => !active) && (
        <Button variant="default" onClick={() => run(acts.turn('enable', named))}>
          Ativar
        </Button>
      )}
      {may('disable') && rows.some(({ active }) => active) && (
        <Button variant="default" onClick={() => run(acts.turn('disable', named))}>
          Inativar
        </Button>
      )}
      {may('destroy') && (
        <Button variant="outline" color="danger" onClick={() => run(acts.remove(named))}>
          Excluir
        </Button>
      )}
      {more?.(rows, onClear)}
      <span className={styles.grow} />
      <Button variant="subtle" onClick={onClear}>
        Desmarcar
      </Button>
    </Bar>
  )
}
