import { Button } from '@mantine/core'
import type { Page } from '#kernel/page.ts'
import { Bar } from '#web/ui/Bar.tsx'

interface Props {
  readonly of: Pick<Page<unknown>, 'current_page' | 'last_page' | 'total'>
  readonly onTurn: (page: number) => void
}

/** The pages of a list, where there is more than one. */
export const Pages = ({ of: { current_page, last_page }, onTurn }: Props) =>
  last_page > 1 ? (
    <Bar role="navigation" aria-label="Páginas">
      <Button variant="default" size="compact-md" disabled={current_page <= 1} onClick={() => onTurn(current_page - 1)}>
        Anterior
      </Button>
      <span className="figure">
        {current_page} de {last_page}
      </span>
      <Button
        variant="default"
        size="compact-md"
        disabled={current_page >= last_page}
        onClick={() => onTurn(current_page + 1)}
      >
        Próxima
      </Button>
    </Bar>
  ) : null
