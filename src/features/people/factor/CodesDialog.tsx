import { Button, Modal } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import styles from '#features/people/factor/factor.module.css'
import { siteConfig } from '#web/config.ts'
import { saveFile } from '#web/files.ts'
import { useUser } from '#web/session/store.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** New recovery codes, which nobody can show again. It closes by its button alone. */
export function CodesDialog({ codes, onClose }: Props) {
  const { email } = useUser()
  const { name } = siteConfig()
  const text = `Códigos de recuperação de ${email} em ${name}. Cada um vale uma vez.\n\n${codes.join('\n')}\n`
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast('Códigos copiados')
      announce('Códigos copiados')
    } catch {
      toast('O navegador não deixou copiar. Selecione os códigos e copie.', { type: 'error' })
    }
  }
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
  return (
    <Modal
      opened
      onClose={() => undefined}
      title="Códigos de recuperação"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={styles.dialog}>
        <p>
          Guarde estes códigos onde só você os ache. Se perder o segundo fator, entre com a senha e um deles; cada um
          vale uma vez. Eles não serão mostrados de novo.
        </p>
        <ul className={styles.codes} aria-label="Códigos de recuperação">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.foot}>
          <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
            Copiar
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload {...icon} />}
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'codigos-de-recuperacao.txt')}
          >
            Baixar
          </Button>
          <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => print()}>
            Imprimir
          </Button>
          <Button onClick={onClose}>Já guardei</Button>
        </div>
      </div>
    </Modal>
  )
}
