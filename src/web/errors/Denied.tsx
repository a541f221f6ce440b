import { Link, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { isStaff } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { setTitle } from '#web/config.ts'
import styles from '#web/errors/errors.module.css'
import { lackOf, whomToAsk, type Granters } from '#web/errors/whom.ts'
import type { RefusedEntry } from '#web/route/faults.ts'
import { useUser } from '#web/session/store.ts'
import { announce } from '#web/ui/live.tsx'

/** In the place of a screen the profile may not enter: which it is, who can give it, and the ways on. */
export default function Denied({ refused }: { readonly refused: RefusedEntry }) {
  const { history } = useRouter()
  const user = useUser()
  const lack = lackOf(refused)
  const { data, isPending } = useQuery({
    queryKey: ['granters'],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Granters }>('/users/me/acesso', { signal, quiet: true })).data,
  })
  useEffect(() => {
    setTitle('Sem acesso')
    announce(lack)
  }, [lack])
  return (
    <section className={styles.page} aria-busy={isPending}>
      <IconLock size={32} stroke={1.5} aria-hidden />
      <h1>{lack}</h1>
      {/* The names come a moment later, in the space reserved for them. */}
      <p>{isPending ? '\u00a0' : whomToAsk(data ?? { house: null, people: [], others: 0 })}</p>
      {isStaff(user) && (
        <p className="meta">
          Falta ao perfil {user.profile.name} a permissão {refused.permission}.
        </p>
      )}
      <div className={styles.acts}>
        <Link to="/">Ir para a página inicial</Link>
        {history.canGoBack() && (
          <button type="button" onClick={() => history.back()}>
            Voltar
          </button>
        )}
      </div>
    </section>
  )
}
