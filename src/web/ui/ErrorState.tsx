import { Button } from '@mantine/core'
import { IconCloudOff, IconLock } from '@tabler/icons-react'
import { ApiError, messageOf } from '#web/api-error.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** In the place of what could not be loaded. */
export function ErrorState({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const request = error instanceof ApiError ? error.body?.request_id : undefined
  // A second request would be refused again.
  const denied = error instanceof ApiError && error.status === 403
  const Icon = denied ? IconLock : IconCloudOff
  return (
    <div role="alert">
      <EmptyState
        icon={<Icon size={32} stroke={1.5} aria-hidden />}
        title={denied ? 'Sem acesso' : 'Não foi possível carregar'}
        text={
          <>
            {error !== undefined && messageOf(error)}
            {request && <span className="meta"> Código do pedido: {request}</span>}
          </>
        }
      >
        {onRetry && !denied && (
          <Button variant="default" onClick={onRetry}>
            Tentar de novo
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
