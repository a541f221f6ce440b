import { Link } from '@tanstack/react-router'
import type { TimelineEvent } from '#features/platform/history/api.ts'
import { capital } from '#kernel/text.ts'
import { ReasonText } from '#web/ui/ReasonText.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import styles from '#features/platform/history/timeline.module.css'

interface EventRowProps {
  readonly event: TimelineEvent
  readonly now: number
  /** Its author is whose page it is on. */
  readonly bare?: true
}
/** 'Bruno mudou Situação: Ativo → Inativo', 'Ana abriu o chamado #42'. */
export function EventRow({ event, now, bare }: EventRowProps) {
  const { at, author, act, thing, title, path, deleted, reason, changes, changed } = event
  const [only] = changes
  const isWhole = thing === '' && changed === 1 && only !== undefined
  const name = title || (path ? 'ver' : '')
  return (
    <li>
      <div className={styles.sentence}>
        {bare ? (
          capital(act)
        ) : (
          <>
            <strong>{author ?? 'O sistema'}</strong> {act}
          </>
        )}{' '}
        {isWhole ? <Change of={only} /> : thing === '' ? 'o cadastro' : `${thing} `}
        {thing !== '' && (path ? <Link to={path}>{name}</Link> : name)}
        {deleted && <span className="meta"> (excluído)</span>}
        {reason && (
          <span className="meta">
            {' '}
            “<ReasonText of={reason} />”
          </span>
        )}
        {!isWhole && changes.length > 0 && (
          <ul className={styles.changes}>
            {changes.map(change => (
              <li key={change.label}>
                <Change of={change} />
              </li>
            ))}
            {changed > changes.length && <li>{`e mais ${changed - changes.length}`}</li>}
          </ul>
        )}
      </div>
      <time className="meta" dateTime={at} title={fullTime(at)}>
        {ago(at, now)}
      </time>
    </li>
  )
}

const Change = ({ of: { label, before, after } }: { readonly of: TimelineEvent['changes'][number] }) => (
  <>
    {label}: {before !== null && `${before} → `}
    {after ?? 'vazio'}
  </>
)
