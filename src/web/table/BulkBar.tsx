import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { can, permission } from '#kernel/access.ts'
import { actionsForMany, isOpenTo, type AnyResource, type Verb } from '#kernel/resource.ts'
import { showInteger } from '#kernel/show.ts'
import { agreed, count } from '#kernel/text.ts'
import { titleIn } from '#web/kinds/targets.ts'
import { useUser } from '#web/session/store.ts'
import type { Search } from '#web/table/address.ts'
import type { useBulkActs } from '#web/table/bulk.ts'
import { listDesk, type WholeAct } from '#web/table/desk.ts'
import type { ListedRow } from '#web/table/useList.ts'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#web/table/list.module.css'

interface Props {
  readonly resource: AnyResource
  readonly rows: readonly ListedRow[]
  /** How many rows match, where all of the page are marked; 0 where they are not. */
  readonly total: number
  readonly search: Search
  readonly may: (verb: Verb) => boolean
  readonly acts: ReturnType<typeof useBulkActs>
  readonly onClear: () => void
  /** Marks all rows of the page, where nothing above them does; none where they are marked. */
  readonly onPage?: (() => void) | undefined
  /** Opens the dialog in which fields of these rows are changed; none where nothing may be. */
  readonly onFields: ((rows: FieldsOfRows) => void) | undefined
  readonly more?: ((rows: readonly ListedRow[], clear: () => void) => ReactNode) | undefined
}

/** The rows a query finds, and how many they are. */
export interface FieldsOfRows {
  readonly search: Search
  readonly total: number
}

/** In the toolbar's place while rows are marked. What was done unmarks them. */
export function BulkBar({ resource, rows, total, search, may, acts, onClear, onPage, onFields, more }: Props) {
  const { text, path } = resource
  const go = useNavigate()
  const user = useUser()
  const [wantsAll, wantAll] = useState(false)
  const actions = actionsForMany(resource).filter(({ name }) => can(user, permission(resource, name)))
  const offersAll =
    total > rows.length &&
    (may('enable') || may('disable') || may('destroy') || onFields !== undefined || actions.length > 0)
  const isAll = wantsAll && offersAll
  // Another search, or a row that was unmarked: all of them were meant of what was there.
  if (wantsAll && !offersAll) wantAll(false)
  const named = rows.map(row => ({ uuid: row.uuid, name: titleIn(path, row) }))
  const run = (done: Promise<boolean> | undefined) => void done?.catch(() => false).then(done => done && onClear())
  const { page: _page, per_page: _size, columns: _shown, sort: _order, ...narrowing } = search
  const marked = isAll ? total : rows.length
  const query: Search = isAll ? narrowing : { 'filter[id][in]': rows.map(({ id }) => id).join() }
  const runAll = (act: WholeAct['act']) =>
    run(listDesk()?.act({ resource, search: query, act, total: marked, go: to => void go({ to }) }))
  const turn = (act: 'enable' | 'disable') => (isAll ? runAll(act) : run(acts.turn(act, named)))
  return (
    <Bar of="marked" className={styles.bar} role="toolbar" aria-label="Ações em lote">
      <strong>
        {count(marked, text)} {agreed(text, 'selecionado') + (marked === 1 ? '' : 's')}
      </strong>
      {onPage && (
        <Button variant="subtle" onClick={onPage}>
          Marcar a página
        </Button>
      )}
      {offersAll && !isAll && (
        <Button variant="subtle" onClick={() => wantAll(true)}>
          {`Selecionar ${agreed(text, 'todo')}s ${text.gender === 'f' ? 'as' : 'os'} ${showInteger(total)} que correspondem`}
        </Button>
      )}
      {onFields && (
        <Button variant="default" onClick={() => onFields({ search: query, total: marked })}>
          Alterar campos
        </Button>
      )}
      {actions
        .filter(({ action }) => isAll || rows.some(row => row.active && isOpenTo(resource, action, row, user)))
        .map(({ name, action }) => (
          <Button key={name} variant="default" onClick={() => runAll(name)}>
            {action.label}
          </Button>
        ))}
      {may('enable') && (isAll || rows.some(({ active }) => !active)) && (
        <Button variant="default" onClick={() => turn('enable')}>
          Ativar
        </Button>
      )}
      {may('disable') && (isAll || rows.some(({ active }) => active)) && (
        <Button variant="default" onClick={() => turn('disable')}>
          Inativar
        </Button>
      )}
      {may('destroy') && (
        <Button variant="outline" color="danger" onClick={() => (isAll ? runAll('destroy') : run(acts.remove(named)))}>
          Excluir
        </Button>
      )}
      {isAll
        ? more && <p className="meta">Os outros atos desta lista valem só para o que se marca na página.</p>
        : more?.(rows, onClear)}
      <span className={styles.grow} />
      <Button variant="subtle" onClick={onClear}>
        Desmarcar
      </Button>
    </Bar>
  )
}
