import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { ApiError, messageOf } from '#web/api-error.ts'
import { setTitle } from '#web/config.ts'
import styles from '#web/errors/errors.module.css'
import { knock, online } from '#web/online.ts'
import { chunk } from '#web/route/chunk.ts'
import { RouteRefusal } from '#web/route/faults.ts'
import { routeState } from '#web/route/state.ts'
import { useSession } from '#web/session/store.ts'
import { useStore } from '#web/store.ts'

const heading = 'Erro ao exibir esta página'
const Denied = lazy(() => chunk(() => import('#web/errors/Denied.tsx')))

/** The number a fault brought along; a network that is away has none. */
const statusOf = (error: unknown) =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status > 0
    ? error.status
    : null

/** In the place of a screen that failed, or may not be entered. */
export const Faulty = ({ error }: { readonly error: unknown }) =>
  error instanceof RouteRefusal ? (
    <Suspense>
      <Denied refused={error.refused} />
    </Suspense>
  ) : (
    <Failed error={error} />
  )

function Failed({ error }: { readonly error: unknown }) {
  const reachable = useStore(online)
  const before = useRef(reachable)
  const code = statusOf(error)
  const request = error instanceof ApiError ? error.body?.request_id : undefined
  // A screen that failed while the server was unreachable is loaded again as soon as it can be reached.
  useEffect(() => {
    if (reachable && !before.current) location.reload()
    before.current = reachable
  }, [reachable])
  // A page loaded again without a network would be the browser's own.
  const again = async () => {
    await knock()
    if (online.get()) location.reload()
  }
  return (
    <Told code={code} message={messageOf(error)}>
      {request && <p className="meta">Código do pedido: {request}</p>}
      <div className={styles.acts}>
        <button type="button" onClick={() => void again()}>
          Tentar de novo
        </button>
        <Ways />
      </div>
    </Told>
  )
}

/** At `/errors/{status}`: what the last address was refused for. */
export function RouteError() {
  const { status } = useParams({ strict: false })
  const { error } = useStore(routeState)
  const { user } = useSession()
  const shown = error ?? nothingWrong(Number(status), user !== null)
  return (
    <Told code={shown.code} message={shown.message}>
      <div className={styles.acts}>
        {!user && <Link to="/account/login">Entrar</Link>}
        <Ways />
      </div>
    </Told>
  )
}

/** Nobody was refused anything: the address was opened by itself. */
const nothingWrong = (code: number, inside: boolean) =>
  inside
    ? { code: null, message: 'Nenhum erro aconteceu agora: sua sessão está aberta e você pode continuar.' }
    : code === 401
      ? { code, message: 'Ninguém está com a sessão aberta neste navegador. Entre para continuar.' }
      : { code: null, message: 'Nenhum erro aconteceu agora. Entre para continuar.' }

const Ways = () => (
  <>
    <Link to="/" reloadDocument>
      Ir para a página inicial
    </Link>
    <button type="button" onClick={() => history.back()}>
      Voltar
    </button>
  </>
)

function Told({ code, message, children }: { code: number | null; message: string; children: ReactNode }) {
  useEffect(() => setTitle(heading), [])
  return (
    <section className={styles.page} role="alert">
      {code !== null && <div className={styles.code}>{code}</div>}
      <h1>{heading}</h1>
      <p>{message}</p>
      {children}
    </section>
  )
}
