import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import styles from '#features/profiles/permissions.module.css'
import { profiles } from '#features/profiles/profiles.ts'
import { saidRole, usePermissions } from '#features/profiles/usePermissions.web.ts'
import { api } from '#web/api.ts'
import type { ReadRow } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

const wordsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** What new versions brought since this profile was last decided upon: told, and given only by somebody's hand. */
export function NewPermissions({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { data: sections = [] } = usePermissions()
  const undecided = wordsIn(row.undecided_roles)
  const offered = wordsIn(row.offered_roles)
  if (!undecided.length || !can(user, permission(profiles, 'decidir'))) return null
  const like = row.audience === 'equipe' ? 'Colaborador' : 'Cliente'
  async function decide(roles: readonly string[]) {
    setBusy(true)
    try {
      const { message } = await api.put<{ message: string }>(`/profiles/${row.uuid}/permissoes-novas`, { roles })
      await queries.invalidateQueries({ queryKey: [profiles.path] })
      toast(message)
      announce(message)
    } catch {
      // Told on top of the page.
    } finally {
      setBusy(false)
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
              {saidRole(sections, role)}
              {offered.includes(role) && <span className="meta"> · o perfil {like} tem</span>}
            </li>
          ))}
        </ul>
      </details>
      <div className={styles.acts}>
        {offered.length > 0 && (
          <BusyButton busy={busy} doing="Gravando…" onClick={() => void decide(offered)}>
            {offered.length === 1
              ? `Dar a que o perfil ${like} tem`
              : `Dar as ${offered.length} que o perfil ${like} tem`}
          </BusyButton>
        )}
        <Button variant="default" disabled={busy} onClick={() => void decide([])}>
          Não dar nenhuma
        </Button>
        <span className="meta">Ou marque abaixo as que quiser e salve: assim ficam todas decididas.</span>
      </div>
    </Band>
  )
}
