import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { findMergedClient, listClientMerges } from '#features/clients/merges/api.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { fullTime } from '#web/ui/time.ts'

/** At the address of a client that is not there: where it went, if it became part of another. */
export function MergedNotice({ uuid }: { readonly uuid: string }) {
  const user = useUser()
  const { data, isPending } = useAnswer(
    findMergedClient,
    { id: uuid },
    { enabled: can(user, findMergedClient.id), retry: false },
  )
  if (isPending && can(user, findMergedClient.id)) return null
  const merge = data?.data
  if (!merge)
    return <EmptyState title="Registro não encontrado" text="Ele pode ter sido excluído, ou não ser seu para ver." />
  return (
    <EmptyState
      title={`${merge.from.name} foi unificado`}
      text={`Desde ${fullTime(merge.at)}, tudo o que era deste cadastro está em ${merge.into.name}.`}
    >
      <Button component={Link} to={`/clients/${merge.into.uuid}`}>
        {`Abrir ${merge.into.name}`}
      </Button>
      {can(user, listClientMerges.id) && (
        <Button component={Link} to={`/clients/${merge.into.uuid}/unificar`} variant="default">
          Ver a unificação
        </Button>
      )}
    </EmptyState>
  )
}
