import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { showInstant } from '#kernel/show.ts'
import { leaveView, storedView } from '#features/clients/clients/seeing.web.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import styles from '#features/clients/clients/see-as.module.css'

/** Under the top bar of every page, while this tab looks through a client's eyes. */
export default function SeeAsBand() {
  const [sight] = useState(storedView)
  const [leaving, leave] = useState(false)
  if (!sight) return null
  const { person, client, until } = sight
  return (
    <section className={styles.band} aria-label="Visão do cliente">
      <IconEye size={20} stroke={1.5} aria-hidden />
      <p>
        {person ? (
          <>
            Você está vendo como <strong>{person}</strong>, de <strong>{client.name}</strong>.{' '}
          </>
        ) : (
          <>
            Você está vendo como alguém de <strong>{client.name}</strong> veria.{' '}
          </>
        )}
        Nada pode ser alterado. <span className={styles.until}>Até {showInstant(until).slice(-5)}.</span>
      </p>
      <BusyButton
        className={styles.leave}
        size="compact-sm"
        variant="outline"
        busy={leaving}
        doing="Saindo…"
        onClick={() => {
          leave(true)
          void leaveView()
        }}
      >
        Sair da visão do cliente
      </BusyButton>
    </section>
  )
}
