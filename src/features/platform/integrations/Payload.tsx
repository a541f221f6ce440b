import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { can } from '#kernel/access.ts'
import styles from '#features/platform/integrations/integrations.module.css'
import { readPayload, readPayloadExtras } from '#features/platform/integrations/api.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { toast } from '#web/ui/toast.tsx'

const parts = [
  { call: readPayload, title: 'Conteúdo' },
  { call: readPayloadExtras, title: 'Conteúdo extra' },
] as const

/** What the item carries, for who may read it; where there is nothing beside the content, nothing is drawn. */
export function Payload({ uuid }: { readonly uuid: string }) {
  const user = useUser()
  return parts
    .filter(({ call }) => can(user, call.id))
    .map(({ call, title }) => <One key={call.id} uuid={uuid} call={call} title={title} />)
}

interface PayloadProps {
  readonly uuid: string
  readonly call: (typeof parts)[number]['call']
  readonly title: string
}
function One({ uuid, call, title }: PayloadProps) {
  const { data: answer, error, refetch } = useAnswer(call, { id: uuid })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const data = answer?.data
  if (data === undefined || data === null) return null
  const text = readable(data)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(`${title} copiado.`)
    } catch {
      toast('O navegador não deixou copiar. Selecione o texto e copie.', { type: 'error' })
    }
  }
  return (
    <Card
      title={title}
      beside={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copy()}
        >
          Copiar
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <pre className={styles.payload} tabIndex={0} aria-label={title}>
        {text}
      </pre>
      <p className="meta">
        Segredos e o CPF de pessoas aparecem encobertos (•••); o que foi enviado os tinha por inteiro.
      </p>
    </Card>
  )
}

/** JSON and XML with a line for each part. */
function readable(data: unknown): string {
  if (typeof data !== 'string') return JSON.stringify(data, null, 2)
  if (!data.trimStart().startsWith('<')) return data
  let deep = 0
  return data
    .replace(/>\s*</g, '>\n<')
    .split('\n')
    .map(line => {
      if (line.startsWith('</')) deep--
      const told = `${'  '.repeat(Math.max(0, deep))}${line}`
      if (/^<[^/?!][^>]*[^/]>$|^<\w>$/.test(line)) deep++
      return told
    })
    .join('\n')
}
