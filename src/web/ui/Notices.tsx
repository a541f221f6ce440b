import { Button } from '@mantine/core'
import { IconBuilding, IconWifiOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { knock, online } from '#web/online.ts'
import { lacksPart } from '#web/route/chunk.ts'
import { companyDrawnFor, companyKey, companyName, useSession } from '#web/session/store.ts'
import { useStore } from '#web/store.ts'
import styles from '#web/ui/states.module.css'

const knockTime = 5_000

/** Lines over every page while something around it is not as it should be. */
export function Notices() {
  const reachable = useStore(online)
  const { user } = useSession()
  const lacking = useStore(lacksPart)
  const company = useStore(companyName)
  const moved = user !== null && companyKey(user) !== companyDrawnFor()
  useEffect(() => {
    if (reachable) return
    const timer = setInterval(() => void knock(), knockTime)
    return () => clearInterval(timer)
  }, [reachable])
  return (
    <output>
      {!reachable && (
        <span className={styles.notice}>
          <IconWifiOff size={16} stroke={1.5} aria-hidden />
          <span>Sem conexão com o servidor. O que você digitar continua aqui; salve quando a conexão voltar.</span>
        </span>
      )}
      {reachable && lacking && (
        <span className={styles.notice}>
          <IconWifiOff size={16} stroke={1.5} aria-hidden />
          <span>Parte do sistema não foi carregada quando a conexão caiu. O que você digitou continua aqui.</span>
          <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
            Atualizar
          </Button>
        </span>
      )}
      {moved && (
        <span className={styles.notice}>
          <IconBuilding size={16} stroke={1.5} aria-hidden />
          <span>
            {company ? `Agora você vê ${company}.` : 'A empresa em visualização mudou em outra aba.'} O que está nesta
            página é de antes.
          </span>
          <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
            Atualizar
          </Button>
        </span>
      )}
    </output>
  )
}
