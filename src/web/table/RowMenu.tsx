import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AnyResource, Verb } from '#kernel/resource.ts'
import { titleIn } from '#web/kinds/targets.ts'
import type { useBulkActs } from '#web/table/bulk.ts'
import type { ListedRow } from '#web/table/useList.ts'
import styles from '#web/table/table.module.css'
import { LateMenu } from '#web/ui/LateMenu.tsx'

interface Props {
  readonly resource: AnyResource
  readonly row: ListedRow
  readonly may: (verb: Verb) => boolean
  readonly acts: ReturnType<typeof useBulkActs>
}

/** Lists what can be done to one row. Errors are shown on top of the page. */
export function RowMenu({ resource: { path, copied }, row, may, acts }: Props) {
  const run = (act: Promise<unknown>) => void act.catch(() => undefined)
  const one = [{ uuid: row.uuid, name: titleIn(path, row) }]
  return (
    <LateMenu
      position="bottom-end"
      target={
        <button type="button" className={styles.dots} aria-label={`Ações de ${titleIn(path, row)}`}>
          <IconDots size={16} aria-hidden />
        </button>
      }
    >
      {Menu => (
        <>
          <Menu.Item component={Link} to={`/${path}/${row.uuid}`}>
            Abrir
          </Menu.Item>
          {copied && may('store') && (
            <Menu.Item component={Link} to={`/${path}/duplicate/${row.uuid}`}>
              Duplicar
            </Menu.Item>
          )}
          {row.active && may('disable') && (
            <Menu.Item onClick={() => run(acts.turn('disable', one))}>Inativar</Menu.Item>
          )}
          {!row.active && may('enable') && <Menu.Item onClick={() => run(acts.turn('enable', one))}>Ativar</Menu.Item>}
          {may('destroy') && (
            <Menu.Item color="danger" onClick={() => run(acts.remove(one))}>
              Excluir
            </Menu.Item>
          )}
        </>
      )}
    </LateMenu>
  )
}
