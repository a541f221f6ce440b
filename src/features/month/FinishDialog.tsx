import { Button, Checkbox, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RefusedList } from '#features/month/RefusedList.tsx'
import { count, join } from '#kernel/text.ts'
import styles from '#features/month/quadro.module.css'
import type { Finished } from '#features/month/useMonth.web.ts'
import { label, type Period } from '#parts/period/period.ts'
import { plural } from '#features/collects/coleta/said.ts'
import { api } from '#web/api.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

interface Props {
  readonly uuids: readonly string[]
  readonly period: Period
  readonly onClose: () => void
  readonly onFinish: (awaiting: boolean) => void
}

/** What finishing the chosen will do, as the server sees it, before it is done. */
export function FinishDialog({ uuids, period, onClose, onFinish }: Props) {
  const [takes, take] = useState(false)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['collects', 'finalizar-mes', uuids],
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.put<Finished>('/collects/finalizar-mes', { uuids, dry: true }, { signal, timeout: 120_000, quiet: true }),
  })
  const { finished = 0, awaiting = [], refused = [] } = data?.data ?? {}
  const all = finished + (takes ? awaiting.length : 0)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Finalizar ${plural(uuids.length, 'coleta', 'coletas')} de ${label(period)}?`}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={4} height={28} />
      ) : (
        <div className={styles.finishing}>
          {all === 0 && <p>Nenhuma será finalizada: veja abaixo por quê.</p>}
          {finished > 0 && (
            <p>
              {plural(finished, 'passa na conferência e será finalizada', 'passam na conferência e serão finalizadas')}.
            </p>
          )}
          {awaiting.length > 0 && (
            <>
              <p>
                {plural(awaiting.length, 'passa, mas aguarda o cliente, e ', 'passam, mas aguardam o cliente, e ')}
                {awaiting.length === 1
                  ? takes
                    ? 'será finalizada também'
                    : 'fica como está'
                  : takes
                    ? 'serão finalizadas também'
                    : 'ficam como estão'}
                {': '}
                {join(awaiting.map(({ name }) => name))}.
              </p>
              <Checkbox
                label={awaiting.length === 1 ? 'Finalizar essa também' : `Finalizar essas ${awaiting.length} também`}
                checked={takes}
                onChange={e => take(e.currentTarget.checked)}
              />
            </>
          )}
          {refused.length > 0 && (
            <>
              <p>{plural(refused.length, 'não passa e fica como está', 'não passam e ficam como estão')}:</p>
              <RefusedList refused={refused} tab="conferencia" />
            </>
          )}
        </div>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button disabled={all === 0} onClick={() => onFinish(takes)}>
          {all === 0 ? 'Finalizar' : `Finalizar ${count(all, { one: 'coleta', many: 'coletas', gender: 'f' })}`}
        </Button>
      </Group>
    </Modal>
  )
}
