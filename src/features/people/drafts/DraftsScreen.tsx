import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconDeviceDesktop, IconDeviceMobile, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useDrafts } from '#features/people/drafts/DraftsBand.tsx'
import { deviceOf } from '#features/people/users/device.ts'
import { discardDraft, restoreDraft, type ListedDraft } from '#parts/draft/api.ts'
import { useCall } from '#web/call.ts'
import { deviceWord } from '#web/form/localDraft.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

/** What the user typed in forms and has not saved, on whatever device. */
export default function DraftsScreen() {
  const { data, error, isPending, refetch } = useDrafts()
  return (
    <Page title="Rascunhos" crumbs={[]} facts="O que você digitou em formulários e ainda não salvou.">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={4} height={56} />
      {data &&
        (data.data.length ? (
          <Drafts drafts={data.data} />
        ) : (
          <EmptyState
            title="Nada por salvar"
            icon={<IconPencil size={32} stroke={1.5} aria-hidden />}
            text="O que você digita em um formulário é guardado sozinho, poucos segundos depois da última tecla. Se sair sem salvar, o rascunho espera aqui por 30 dias, neste aparelho e em qualquer outro em que você entrar."
          />
        ))}
    </Page>
  )
}

function Drafts({ drafts }: { readonly drafts: readonly ListedDraft[] }) {
  const [now] = useState(() => Date.now())
  const [here] = useState(deviceWord)
  const discarding = useCall(discardDraft)
  const restoring = useCall(restoreDraft)
  async function discard({ uuid, title }: ListedDraft) {
    await discarding.send({ draft: uuid })
    toast(`Rascunho descartado: ${title}`, {
      undo: () => void restoring.send({ draft: uuid }).catch(() => undefined),
    })
  }
  return (
    <List boxed wrap aria-label="Rascunhos">
      {drafts.map(draft => {
        const { uuid, title, about, address, at, device, agent } = draft
        const Icon = /Mobile|Android|iPhone|iPad/.test(agent) ? IconDeviceMobile : IconDeviceDesktop
        return (
          <li key={uuid}>
            <Icon size={20} stroke={1.5} aria-hidden />
            <div>
              <Link to={address}>{title}</Link>{' '}
              {device === here && <StatusChip tone="neutro">Este aparelho</StatusChip>}
              <p className="meta">
                {about && `${about} · `}
                <time dateTime={at} title={fullTime(at)}>
                  {ago(at, now)}
                </time>
                {agent && ` · ${deviceOf(agent)}`}
              </p>
            </div>
            <Button
              variant="subtle"
              color="gray"
              disabled={discarding.sending}
              aria-label={`Descartar o rascunho de ${title}`}
              onClick={() => void discard(draft).catch(() => undefined)}
            >
              Descartar
            </Button>
          </li>
        )
      })}
    </List>
  )
}
