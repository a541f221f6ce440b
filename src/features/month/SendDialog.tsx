import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RefusedList } from '#features/month/RefusedList.tsx'
import { count } from '#kernel/text.ts'
import styles from '#features/month/quadro.module.css'
import type { SentMonth } from '#features/month/useMonth.web.ts'
import { plural } from '#features/collects/coleta/said.ts'
import { label, type Period } from '#parts/period/period.ts'
import { anatelSite } from '#parts/sending/site.ts'
import { api } from '#web/api.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

interface Props {
  readonly uuids: readonly string[]
  readonly period: Period
  readonly onClose: () => void
  readonly onSend: () => void
}

/** Of which of the chosen it will be said that they went, before it is. */
export function SendDialog({ uuids, period, onClose, onSend }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['collects', 'enviar-mes', uuids],
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.put<SentMonth>('/collects/enviar-mes', { uuids, dry: true }, { signal, timeout: 120_000, quiet: true }),
  })
  const { sent = 0, refused = [] } = data?.data ?? {}
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Os arquivos de ${label(period)} já foram enviados no site da Anatel?`}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={4} height={28} />
      ) : (
        <div className={styles.finishing}>
          {sent > 0 ? (
            <p>
              {plural(sent, 'coleta passa a Enviada', 'coletas passam a Enviada')}, com{' '}
              {sent === 1 ? 'o arquivo' : 'o arquivo de cada uma'} guardado como foi, a data e o seu nome. O envio é
              feito à mão em{' '}
              <a href={anatelSite} target="_blank" rel="noreferrer">
                Coletas, no site da Anatel
              </a>
              .
            </p>
          ) : (
            <p>Nenhuma pode ser registrada: veja abaixo por quê.</p>
          )}
          {refused.length > 0 && (
            <>
              <p>{plural(refused.length, 'fica como está', 'ficam como estão')}:</p>
              <RefusedList refused={refused} />
            </>
          )}
        </div>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button disabled={sent === 0} onClick={onSend}>
          {sent === 0
            ? 'Registrar envio'
            : `Registrar envio de ${count(sent, { one: 'coleta', many: 'coletas', gender: 'f' })}`}
        </Button>
      </Group>
    </Modal>
  )
}
