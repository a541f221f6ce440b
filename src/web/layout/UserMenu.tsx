import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconLogout, IconPencil, IconShieldLock, IconUser } from '@tabler/icons-react'
import type { User } from '#kernel/access.ts'
import { ownPath, securityPath } from '#kernel/guard.ts'
import { initialsOf } from '#kernel/text.ts'
import { draftDesk } from '#web/form/draftStore.ts'
import styles from '#web/layout/topbar.module.css'
import { logout } from '#web/session.ts'
import { LateMenu } from '#web/ui/LateMenu.tsx'
import { mayLeave } from '#web/ui/leave.ts'
import { coverPage } from '#web/ui/Loading.tsx'

async function leave() {
  if (!(await mayLeave())) return
  coverPage(true)
  await logout()
  coverPage(false)
}

/** How many drafts there are, as the menu is opened. */
function DraftCount() {
  const { data } = useQuery({
    queryKey: ['drafts', 'count'],
    staleTime: 0,
    queryFn: () => draftDesk()?.count() ?? 0,
  })
  return data ? <span className="meta">{data}</span> : null
}

export function UserMenu({ user }: { user: User }) {
  const navigate = useNavigate()
  return (
    <LateMenu
      position="bottom-end"
      width={240}
      target={
        <button type="button" className={styles.user} aria-label={`Conta de ${user.name}`}>
          <span className={styles.initials} aria-hidden>
            {initialsOf(user.name)}
          </span>
          <span>{user.name.split(' ')[0]}</span>
        </button>
      }
    >
      {Menu => (
        <>
          <div className={styles.who}>
            <div className={styles.name}>{user.name}</div>
            <div className="meta">{user.email}</div>
            <div className="meta">{user.profile.name}</div>
          </div>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconUser size={16} stroke={1.5} />}
            onClick={() => void navigate({ to: ownPath(user) })}
          >
            Meu perfil
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldLock size={16} stroke={1.5} />}
            onClick={() => void navigate({ to: securityPath })}
          >
            Segurança
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.5} />}
            rightSection={<DraftCount />}
            onClick={() => void navigate({ to: draftDesk()?.screen ?? '/' })}
          >
            Rascunhos
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={() => void leave()}>
            Sair
          </Menu.Item>
        </>
      )}
    </LateMenu>
  )
}
