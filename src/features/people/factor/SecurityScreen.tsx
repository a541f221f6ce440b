import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ownPath } from '#kernel/guard.ts'
import { showDate } from '#kernel/show.ts'
import { readOwnSecurity } from '#features/people/factor/api.ts'
import { CodesDialog } from '#features/people/factor/CodesDialog.tsx'
import { Factors } from '#features/people/factor/Factors.tsx'
import { Recovery } from '#features/people/factor/Recovery.tsx'
import { RememberedDevices } from '#features/people/factor/RememberedDevices.tsx'
import styles from '#features/people/factor/factor.module.css'
import { Sessions } from '#features/people/users/Sessions.tsx'
import { useAnswer } from '#web/call.ts'
import { doubt, useUser } from '#web/session/store.ts'
import { isRecord, keys, recall } from '#web/storage.ts'
import { Band } from '#web/ui/Band.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'

/** By what one's account is protected: second factors, recovery codes, remembered browsers and sessions. */
export default function SecurityScreen() {
  return (
    <Page title="Segurança">
      {recall(keys.seeing, isRecord) ? (
        <EmptyState title="Isto é só da própria pessoa" text="A segurança da conta não aparece na visão do cliente." />
      ) : (
        <Security />
      )}
    </Page>
  )
}

function Security() {
  const user = useUser()
  const { data, error, isPending, refetch } = useAnswer(readOwnSecurity, {}, { staleTime: 0 })
  const [codes, setCodes] = useState<readonly string[]>([])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} />
  const security = data.data
  /** What changed is read again, of the user too: who had to register a factor goes on now. */
  async function renew(fresh: readonly string[] = []) {
    setCodes(fresh)
    await refetch()
    doubt()
  }
  const confined = user.cadastrar_segundo_fator
  return (
    <div className={styles.page}>
      <Demand />
      <Factors security={security} onChanged={renew} />
      {security.factors.length > 0 && !confined && (
        <>
          <Recovery security={security} onChanged={renew} />
          <RememberedDevices devices={security.devices} onChanged={renew} />
        </>
      )}
      {!confined && (
        <>
          <section>
            <h2>Senha</h2>
            <p>
              A senha troca-se em <Link to={ownPath(user)}>Meu perfil</Link>. Ao trocá-la, você sai dos outros
              aparelhos.
            </p>
          </section>
          <section>
            <h2>Onde você está conectado</h2>
            <p>Encerre o que não reconhecer, e troque a senha.</p>
            <Sessions />
          </section>
        </>
      )}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => setCodes([])} />}
    </div>
  )
}

/** Who is to register a second factor reads here until when. */
function Demand() {
  const { segundo_fator_ate: until, cadastrar_segundo_fator: isLate } = useUser()
  if (until === null) return null
  return (
    <Band tone={isLate ? 'atencao' : 'info'} role="status">
      <div>
        {isLate
          ? 'O seu perfil exige um segundo fator. Cadastre um para continuar; o resto do sistema abre em seguida.'
          : `O seu perfil exige um segundo fator. Cadastre um até ${showDate(until.slice(0, 10))}.`}
      </div>
      {!isLate && (
        <Button component={Link} to="/" variant="default">
          Agora não
        </Button>
      )}
    </Band>
  )
}
