import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, messageOf } from '#web/api-error.ts'
import { setTitle } from '#web/config.ts'
import styles from '#web/errors/errors.module.css'
import { routeState } from '#web/route/state.ts'
import { useStore } from '#web/store.ts'

const heading = 'Erro ao exibir esta página'

const statusOf = (error: unknown) =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status > 0
    ? error.status
    : 500

/** In the place of a screen that failed, and at `/errors/{status}`. */
export function RouteError({ error }: { error?: unknown }) {
  const { status } = useParams({ strict: false })
  const { error: routed } = useStore(routeState)
  useEffect(() => setTitle(heading), [])
  const code = error !== undefined ? statusOf(error) : (routed?.code ?? (Number(status) || null))
  const request = error instanceof ApiError ? error.body?.request_id : undefined
  return (
    <section className={styles.page} role="alert">
      {code !== null && <div className={styles.code}>{code}</div>}
      <h1>{heading}</h1>
      <p>
        {(error === undefined ? undefined : messageOf(error)) ??
          routed?.message ??
          'Algo impediu que a página fosse mostrada.'}
      </p>
      {request && <p className="meta">Código do pedido: {request}</p>}
      <div className={styles.acts}>
        <Link to="/" reloadDocument>
          Ir para a página inicial
        </Link>
        <button type="button" onClick={() => history.back()}>
          Voltar
        </button>
      </div>
    </section>
  )
}
