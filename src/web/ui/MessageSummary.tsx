import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useContext, useEffect, useRef } from 'react'
import { clearMessages, messageData } from '#web/messages.ts'
import { useStore } from '#web/store.ts'
import { FieldGuides, goToField } from '#web/ui/fieldGuide.ts'
import styles from '#web/ui/states.module.css'

/** What was refused, between the head of a page and its areas: the page scrolls there and focus moves to it. */
export function MessageSummary() {
  const refusal = useStore(messageData)
  const guides = useContext(FieldGuides)
  const box = useRef<HTMLDivElement>(null)
  // A popup says that something is forbidden, and has the focus.
  const isSaid = refusal?.status === 403
  useEffect(() => {
    if (!refusal || !box.current) return
    show(box.current)
    if (!isSaid) box.current.focus({ preventScroll: true })
  }, [refusal, isSaid])
  if (!refusal) return null
  const fields = Object.entries(refusal.errors ?? {})
  const lent = [...guides].map(({ current }) => current)
  const labelOf = lent.find(guide => guide.labelOf)?.labelOf
  const leads = lent.some(guide => guide.open ?? guide.labelOf)
  return (
    <div className={styles.summary} role={isSaid ? undefined : 'alert'} tabIndex={-1} ref={box}>
      <div className={styles.top}>
        <strong>{fields.length ? attention(fields.length) : refusal.message}</strong>
        <CloseButton size="sm" aria-label="Fechar aviso" onClick={clearMessages} c="inherit" />
      </div>
      {fields.length > 0 && (
        <ul className="points">
          {fields.flatMap(([field, messages]) =>
            messages.map(message => {
              const words = labelOf ? `${labelOf(field)}: ${message}` : message
              return (
                <li key={`${field} ${message}`}>
                  {leads ? (
                    <button type="button" onClick={() => goToField(guides, field)}>
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
      {refusal.holder && (
        <Link to={`/${refusal.holder.path}/${refusal.holder.uuid}`}>Abrir {refusal.holder.name || 'o registro'}</Link>
      )}
      {refusal.status >= 500 && refusal.request_id && <small>Código do pedido: {refusal.request_id}</small>}
    </div>
  )
}

/** The top of the page or, where its head fills the window, the refusal itself. */
function show(box: HTMLElement) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const behavior = calm ? 'auto' : 'smooth'
  const end = box.getBoundingClientRect().bottom + scrollY
  if (end < innerHeight - foot) scrollTo({ top: 0, behavior })
  else box.scrollIntoView({ block: 'start', behavior })
}
/** Pixels that a bar at the foot of the window covers at most. */
const foot = 120

const attention = (n: number) => (n === 1 ? '1 campo precisa de atenção' : `${n} campos precisam de atenção`)
