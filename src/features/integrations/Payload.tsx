import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCopy } from '@tabler/icons-react'
import { can } from '#kernel/access.ts'
import styles from '#features/integrations/integrations.module.css'
import { integrationQueues } from '#parts/integration/queues.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { toast } from '#web/ui/toast.tsx'

const parts = [
  { verb: 'payload', title: 'Conteúdo' },
  { verb: 'payload-extras', title: 'Conteúdo extra' },
] as const

/** What the item carries, for who may read it; where there is nothing beside the content, nothing is drawn. */
export function Payload({ uuid }: { readonly uuid: string }) {
  const user = useUser()
  return parts
    .filter(({ verb }) => can(user, `integration-queues.${verb}`))
    .map(({ verb, title }) => <One key={verb} uuid={uuid} verb={verb} title={title} />)
}

interface PayloadProps {
  readonly uuid: string
  readonly verb: string
  readonly title: string
}
function One({ uuid, verb, title }: PayloadProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [integrationQueues.path, uuid, verb],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: unknown }>(`/integration-queues/${uuid}/${verb}`, { signal, quiet: true })).data,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
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
