import { CloseButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { clearMessages, messageData } from '#web/messages.ts'
import { useStore } from '#web/store.ts'
import styles from '#web/ui/states.module.css'

interface Props {
  /** 'finances.0.icms_percent' → 'ICMS (%)'. Without it the messages stand alone. */
  readonly labelOf?: (field: string) => string
  /** Takes the reader to the field. */
  readonly onPick?: (field: string) => void
}

/** What the server refused, on top of the page: the page scrolls there and focus moves to it. */
export function MessageSummary({ labelOf, onPick }: Props) {
  const body = useStore(messageData)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!body) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' })
    box.current?.focus({ preventScroll: true })
  }, [body])
  if (!body) return null
  const fields = Object.entries(body.errors ?? {})
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} ref={box}>
      <div className={styles.top}>
        <strong>{fields.length ? attention(fields.length) : body.message}</strong>
        <CloseButton size="sm" aria-label="Fechar aviso" onClick={clearMessages} c="inherit" />
      </div>
      {fields.length > 0 && (
        <ul className="points">
          {fields.flatMap(([field, messages]) =>
            messages.map(message => {
              const words = labelOf ? `${labelOf(field)}: ${message}` : message
              return (
                <li key={`${field} ${message}`}>
                  {onPick ? (
                    <button type="button" onClick={() => onPick(field)}>
                      {words}
                    </button>
                  ) : (
                    words
                  )}
                </li>
              )
            }),
          )}
        </ul>
      )}
      {body.status >= 500 && <small>Código do pedido: {body.request_id}</small>}
    </div>
  )
}

const attention = (n: number) => (n === 1 ? '1 campo precisa de atenção' : `${n} campos precisam de atenção`)
