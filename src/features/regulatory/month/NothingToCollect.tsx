import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import type { BoardBeginning } from '#features/regulatory/month/schema.ts'
import { beginningInWords } from '#features/regulatory/month/month.ts'
import { compare, label, type Period } from '#parts/period/period.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface Props {
  readonly period: Period
  readonly begins: BoardBeginning | null
  readonly onMonth: (month: Period) => void
}

/** A month nobody owes: before the first one of the fistels it leads to that, and without any fistel to where they come from. */
export function NothingToCollect({ period, begins, onMonth }: Props) {
  const user = useUser()
  const title = `Nada a coletar em ${label(period)}`
  if (begins && compare(begins.month, period) > 0)
    return (
      <EmptyState
        title={title}
        text={`${beginningInWords(begins)} Se a consultoria já respondia por eles, diga desde quando em cada fistel, ou na planilha.`}
      >
        {can(user, 'fistels.index') && (
          <Button component={Link} to="/fistels" variant="default">
            Ver os fistéis
          </Button>
        )}
        <Button onClick={() => onMonth(begins.month)}>{`Ir a ${label(begins.month)}`}</Button>
      </EmptyState>
    )
  return (
    <EmptyState
      title={title}
      text="Cada fistel ativo, de um serviço com arquivo mensal, ganha aqui a sua linha: registre os fistéis dos clientes e abra o mês."
    >
      {can(user, 'imports.enviar') && (
        <Button component={Link} to="/imports/create?secao=fistels" variant="default">
          Importar planilha
        </Button>
      )}
      {can(user, 'fistels.store') && (
        <Button component={Link} to="/fistels/create">
          Novo fistel
        </Button>
      )}
    </EmptyState>
  )
}
