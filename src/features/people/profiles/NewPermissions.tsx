import { Button } from '@mantine/core'
import { can } from '#kernel/access.ts'
import { decidePermissions, listPermissions } from '#features/people/profiles/api.ts'
import styles from '#features/people/profiles/permissions.module.css'
import { roleInWords } from '#features/people/profiles/role-words.ts'
import { useAnswer, useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

const wordsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** Shows the permissions that new versions added since the last decision on this profile; a user grants each by hand. */
export function NewPermissions({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const { send, sending } = useCall(decidePermissions)
  const sections = useAnswer(listPermissions, {}, { staleTime: Infinity }).data?.data ?? []
  const undecided = wordsIn(row.undecided_roles)
  const offered = wordsIn(row.offered_roles)
  if (!undecided.length || !can(user, decidePermissions.id)) return null
  const like = row.audience === 'equipe' ? 'Colaborador' : 'Cliente'
  async function decide(roles: readonly string[]) {
    try {
      const { message } = await send({ id: row.uuid, body: { roles: [...roles] } })
      toast(message)
      announce(message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  return (
    <Band tone="atencao" className={styles.fresh} role="region" aria-label="Permissões novas">
      <p>
        <strong>Permissões novas desde a última gravação: {undecided.length} a decidir.</strong> Vieram com novas
        versões, e este perfil não as tem enquanto ninguém decidir.
      </p>
      <details>
        <summary>Ver quais são</summary>
        <ul>
          {undecided.map(role => (
            <li key={role}>
              {roleInWords(sections, role)}
              {offered.includes(role) && <span className="meta"> · o perfil {like} tem</span>}
            </li>
          ))}
        </ul>
      </details>
      <div className={styles.acts}>
        {offered.length > 0 && (
          <BusyButton busy={sending} doing="Gravando…" onClick={() => void decide(offered)}>
            {offered.length === 1
              ? `Dar a que o perfil ${like} tem`
              : `Dar as ${offered.length} que o perfil ${like} tem`}
          </BusyButton>
        )}
        <Button variant="default" disabled={sending} onClick={() => void decide([])}>
          Não dar nenhuma
        </Button>
        <span className="meta">Ou marque abaixo as que quiser e salve: assim ficam todas decididas.</span>
      </div>
    </Band>
  )
}
