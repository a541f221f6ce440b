import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import type { MadeToken } from '#features/people/tokens/api.ts'
import styles from '#features/people/tokens/tokens.module.css'
import { Band } from '#web/ui/Band.tsx'
import { announce } from '#web/ui/live.tsx'

interface Props extends MadeToken {
  readonly onClose: () => void
}

/** The token, the only time it is shown: it closes by its button alone. */
export function ShownToken({ token, made: { name }, onClose }: Props) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(token)
      setCopied(true)
      announce('Token copiado')
    } catch {
      // The clipboard is refused without HTTPS: the text is selected by hand.
    }
  }
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={`Token “${name}”`}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Band tone="atencao">Copie agora e guarde com o programa: ele não é mostrado de novo.</Band>
      <code className={styles.shown} data-testid="token">
        {token}
      </code>
      <p className="meta">
        Quem o tem age em seu nome. Ele vai no cabeçalho <code>Authorization: Bearer …</code> de cada pedido, nunca no
        endereço.
      </p>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={() => void copy()}>
          {copied ? 'Copiado' : 'Copiar'}
        </Button>
        <Button onClick={onClose}>Já guardei</Button>
      </Group>
    </Modal>
  )
}
