import { RoleSections } from '#features/people/profiles/Permissions.tsx'
import { readTokenScopes } from '#features/people/tokens/api.ts'
import { useAnswer } from '#web/call.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

interface Props {
  readonly scopes: readonly string[]
  readonly onChange: (scopes: readonly string[]) => void
}

/** What a token may do, section by section, of what its author may. */
export function ScopePicker({ scopes, onChange }: Props) {
  const { data: answer, error, isPending, refetch } = useAnswer(readTokenScopes, {}, { staleTime: Infinity })
  const data = answer?.data
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={8} height={28} />
  return (
    <RoleSections
      sections={data}
      roles={scopes.map(role => ({ role }))}
      empty="Nenhuma permissão sua tem"
      onChange={roles => onChange(roles.map(({ role }) => role))}
    />
  )
}
