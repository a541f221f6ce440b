import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { foldText } from '#kernel/text.ts'
import { RoleGroup } from '#features/people/profiles/Permissions.tsx'
import { turned } from '#features/people/profiles/roles.ts'
import styles from '#features/people/profiles/permissions.module.css'
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
  const [words, setWords] = useState('')
  const { data: answer, error, isPending, refetch } = useAnswer(readTokenScopes, {}, { staleTime: Infinity })
  const data = answer?.data
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={8} height={28} />
  const sought = foldText(words)
  const matching = data.flatMap(({ section, permissions }) => {
    const found = foldText(section).includes(sought)
      ? permissions
      : permissions.filter(({ label, role }) => foldText(`${label} ${role}`).includes(sought))
    return found.length ? [{ section, permissions: found }] : []
  })
  const roles = scopes.map(role => ({ role }))
  const turn = (given: readonly string[], of: readonly string[]) => {
    const others = turned(
      roles,
      of.filter(name => !given.includes(name)),
      false,
    )
    onChange(turned(others, given, true).map(({ role }) => role))
  }
  return (
    <div className={styles.permissions}>
      <TextInput
        aria-label="Buscar permissão"
        placeholder="Buscar seção ou permissão"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        value={words}
        onChange={e => setWords(e.currentTarget.value)}
      />
      {matching.length === 0 && <p className="meta">Nenhuma permissão sua tem “{words}” no nome.</p>}
      {matching.map(each => (
        <RoleGroup
          key={`${each.section} ${sought}`}
          {...each}
          roles={roles}
          open={sought !== ''}
          readOnly={false}
          onTurn={turn}
        />
      ))}
    </div>
  )
}
