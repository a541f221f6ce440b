import { Button } from '@mantine/core'
import { IconCopy, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { makeSecret } from '#features/platform/webhooks/api.ts'
import styles from '#features/platform/webhooks/webhooks.module.css'
import { useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'

const rotation =
  'O segredo de agora continua assinando junto com o novo por 24 horas: troque-o em quem recebe nesse prazo. O novo é mostrado uma vez.'

/** What signs the messages: when it was made, how to make another, and the new one for as long as the screen is open. */
export function SecretCard({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const [secret, setSecret] = useState<string | null>(null)
  const { send, sending } = useCall(makeSecret)
  const isFirst = row.secret_at === null
  const make = async () => {
    if (!isFirst && !(await confirm({ title: 'Trocar o segredo?', text: rotation, act: 'Trocar' }))) return
    try {
      setSecret((await send({ id: row.uuid })).data.secret)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  return (
    <Card title="Segredo">
      {secret === null ? (
        <p>
          {isFirst
            ? 'Quem recebe confere com ele que o aviso veio daqui. Nada é enviado enquanto não houver um.'
            : `Gerado em ${showInstant(String(row.secret_at))}. Não é mostrado de novo.`}
          {typeof row.former_until === 'string' && ` O anterior também assina até ${showInstant(row.former_until)}.`}
        </p>
      ) : (
        <NewSecret secret={secret} />
      )}
      {can(user, makeSecret.id) && (
        <BusyButton
          variant={isFirst ? 'filled' : 'default'}
          busy={sending}
          doing="Gerando…"
          leftSection={<IconKey size={16} stroke={1.75} aria-hidden />}
          onClick={() => void make()}
        >
          {isFirst ? 'Gerar o segredo' : 'Trocar o segredo'}
        </BusyButton>
      )}
    </Card>
  )
}

function NewSecret({ secret }: { readonly secret: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast('Segredo copiado.')
    } catch {
      toast('O navegador não deixou copiar. Selecione o texto e copie.', { type: 'error' })
    }
  }
  return (
    <Band tone="atencao" className={styles.secret}>
      <div>
        Copie agora: quando você sair desta tela, ninguém mais o vê.
        <code>{secret}</code>
      </div>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
        onClick={() => void copy()}
      >
        Copiar
      </Button>
    </Band>
  )
}
