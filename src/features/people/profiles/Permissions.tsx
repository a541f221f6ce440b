import { Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { foldText } from '#kernel/text.ts'
import { listPermissions } from '#features/people/profiles/api.ts'
import type { RoleSection } from '#features/people/profiles/schema.ts'
import { levelOfRoles } from '#features/people/profiles/models.ts'
import { difference, rolesIn, turned, type Role } from '#features/people/profiles/roles.ts'
import { roleInWords } from '#features/people/profiles/role-words.ts'
import { useAnswer } from '#web/call.ts'
import type { Form } from '#web/form/useForm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/people/profiles/permissions.module.css'

/** What a profile may do, section by section, and what a save would change. */
export function Permissions({ form, readOnly = false }: { readonly form: Form; readonly readOnly?: boolean }) {
  const { data: answer, error, isPending, refetch } = useAnswer(listPermissions, {}, { staleTime: Infinity })
  const data = answer?.data
  const roles = rolesIn(form.values.profile_roles)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={8} height={28} />
  return (
    <RoleSections
      sections={data}
      roles={roles}
      readOnly={readOnly}
      empty="Nenhuma permissão tem"
      onChange={roles => form.set('profile_roles', roles)}
    >
      <Changes before={rolesIn(form.before.profile_roles)} after={roles} sections={data} />
    </RoleSections>
  )
}

interface RoleSectionsProps {
  readonly sections: readonly RoleSection[]
  readonly roles: readonly Role[]
  readonly readOnly?: boolean
  /** Begins the sentence that no permission has the words that were searched for. */
  readonly empty: string
  readonly onChange: (roles: readonly Role[]) => void
  /** Between the search and the sections. */
  readonly children?: ReactNode
}
/** Permissions to choose from, section by section, found by words of the section or their own. */
export function RoleSections({ sections, roles, readOnly = false, empty, onChange, children }: RoleSectionsProps) {
  const [words, setWords] = useState('')
  const sought = foldText(words)
  const matching = sections.flatMap(({ section, permissions }) => {
    const found = foldText(section).includes(sought)
      ? permissions
      : permissions.filter(({ label, role }) => foldText(`${label} ${role}`).includes(sought))
    return found.length ? [{ section, permissions: found }] : []
  })
  const turn: RoleGroupProps['onTurn'] = (granted, of) => {
    const refused = of.filter(name => !granted.includes(name))
    onChange(turned(turned(roles, refused, false), granted, true))
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
      {children}
      {matching.length === 0 && <p className="meta">{`${empty} “${words}” no nome.`}</p>}
      {matching.map(each => (
        <RoleGroup
          key={`${each.section} ${sought}`}
          {...each}
          roles={roles}
          open={sought !== ''}
          readOnly={readOnly}
          onTurn={turn}
        />
      ))}
    </div>
  )
}

interface RoleGroupProps extends RoleSection {
  readonly roles: readonly Role[]
  readonly open: boolean
  readonly readOnly: boolean
  /** Of some permissions only the given ones remain. */
  readonly onTurn: (given: readonly string[], of: readonly string[]) => void
}
const levels = [
  ['nada', 'Nada'],
  ['ver', 'Ver'],
  ['tudo', 'Tudo'],
] as const
/** A section on one line: none of it, what only reads, or all of it; its single permissions are behind the line. */
function RoleGroup({ section, permissions, roles, open: opens, readOnly, onTurn }: RoleGroupProps) {
  const [open, setOpen] = useState(opens)
  const held = new Set(roles.map(({ role }) => role))
  const names = permissions.map(({ role }) => role)
  const count = names.filter(name => held.has(name)).length
  const level = levelOfRoles(permissions, held)
  function turnTo(next: (typeof levels)[number][0]) {
    const seen = permissions.filter(each => each.level === 'ver').map(({ role }) => role)
    const given = next === 'tudo' ? names : next === 'ver' ? seen : []
    onTurn(given, names)
  }
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        <button type="button" aria-expanded={open} className={styles.opener} onClick={() => setOpen(!open)}>
          {section}
          {level === null && <span className="meta">{`${count} de ${names.length}`}</span>}
        </button>
        <div role="group" aria-label={`Quanto de ${section}`} className={styles.levels}>
          {levels.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={level === name}
              disabled={readOnly}
              onClick={() => turnTo(name)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {open && (
        <div className={styles.choices} role="group" aria-label={section}>
          {permissions.map(({ role, label }) => (
            <Checkbox
              key={role}
              label={label}
              title={role}
              checked={held.has(role)}
              disabled={readOnly}
              onChange={e => onTurn(e.currentTarget.checked ? [role] : [], [role])}
            />
          ))}
        </div>
      )}
    </div>
  )
}

interface RoleChangesProps {
  readonly before: readonly Role[]
  readonly after: readonly Role[]
  readonly sections: readonly RoleSection[]
}
/** Previews what the profile gains and loses, before it is saved. */
function Changes({ before, after, sections }: RoleChangesProps) {
  const { granted, taken } = difference(before, after)
  if (!granted.length && !taken.length) return null
  const said = (role: string) => roleInWords(sections, role)
  return (
    <Band className={styles.changes} tone="neutro" role="status">
      {granted.length > 0 && (
        <p data-tone="ok">
          <strong>Passa a poder:</strong> {granted.map(said).join(' · ')}
        </p>
      )}
      {taken.length > 0 && (
        <p data-tone="erro">
          <strong>Deixa de poder:</strong> {taken.map(said).join(' · ')}
        </p>
      )}
    </Band>
  )
}
