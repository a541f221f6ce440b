import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endCalendarLink, readCalendarLink, renewCalendarLink } from '#features/people/auth/api.ts'
import { LinkField } from '#parts/link/LinkField.tsx'
import { messageOf } from '#web/api-error.ts'
import { renewAnswers, sendCall, useAnswer } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

/** The private link that brings the calendar to a phone or to an agenda: made, copied once, changed, ended. */
export function FeedLink({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const { data, isPending } = useAnswer(readCalendarLink, {}, { staleTime: 0 })
  async function run(work: () => Promise<string | null>) {
    setBusy(true)
    refuse(null)
    try {
      setUrl(await work())
      await renewAnswers(queries, readCalendarLink)
    } catch (error) {
      refuse(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const make = () => run(async () => (await sendCall(renewCalendarLink, {}, { quiet: true })).data.url)
  const end = () =>
    run(async () => {
      await sendCall(endCalendarLink, {}, { quiet: true })
      toast('O link deixou de valer.')
      return null
    })
  const since = data?.data.created_at
  return (
    <Modal opened onClose={onClose} title="Prazos na sua agenda" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <Stack gap={16}>
        <p>
          Assine este calendário no celular, no Google Agenda ou no Outlook. Ele mostra o que você veria aqui e se
          atualiza sozinho.
        </p>
        <Skeletons waiting={isPending} lines={2} />
        {url ? (
          <LinkField label="Seu link" url={url} />
        ) : (
          since && <p className="meta">Você tem um link desde {fullTime(since)}.</p>
        )}
        <p className="meta">
          Quem tiver o link vê os prazos sem entrar no sistema. Se ele escapou, troque: o anterior deixa de valer.
        </p>
        {refusal && (
          <p role="alert" className="wrong">
            {refusal}
          </p>
        )}
        {data && (
          <Group justify="flex-end" gap="sm">
            {since && (
              <Button variant="subtle" color="gray" disabled={busy} onClick={() => void end()}>
                Encerrar o link
              </Button>
            )}
            <BusyButton busy={busy} doing="Criando…" variant={url ? 'default' : 'filled'} onClick={() => void make()}>
              {since ? 'Trocar o link' : 'Criar o link'}
            </BusyButton>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}
