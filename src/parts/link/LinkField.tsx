import { Button, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Puts a link where the next paste takes it from, and says so; without leave to, how it is done by hand. */
export async function copyLink(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    toast('Link copiado')
    announce('Link copiado')
  } catch {
    toast('O navegador não deixou copiar. Selecione o link e copie.', { type: 'error' })
  }
}

interface Props {
  readonly label: string
  readonly url: string
}

/** A link that is shown once: to be selected by hand, or copied. */
export const LinkField = ({ label, url }: Props) => (
  <>
    <TextInput
      label={label}
      description="Copie agora: ele não será mostrado de novo."
      readOnly
      value={url}
      onFocus={e => e.currentTarget.select()}
    />
    <Button leftSection={<IconCopy size={16} stroke={1.5} aria-hidden />} onClick={() => void copyLink(url)}>
      Copiar link
    </Button>
  </>
)
