import { Button } from '@mantine/core'
import { showInteger } from '#kernel/show.ts'
import styles from '#web/ui/pages.module.css'

interface Props {
  /** From 1 on. */
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onPage: (page: number) => void
  /** This is shown when there is nothing. */
  readonly none?: string
  /** This is shown beside it. */
  readonly note?: string
}

/** '51–100 de 240', and the pages before and after. */
export function Pages({ page, size, total, onPage, none = '', note = '' }: Props) {
  const [first, last] = [(page - 1) * size + 1, Math.min(page * size, total)]
  const said = total ? `${showInteger(first)}–${showInteger(last)} de ${showInteger(total)}` : none
  return (
    <div className={styles.pages}>
      <span className="meta">{[said, note].filter(Boolean).join('. ')}</span>
      {total > size && (
        <>
          <Button variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
            Anteriores
          </Button>
          <Button variant="default" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Próximas
          </Button>
        </>
      )}
    </div>
  )
}
