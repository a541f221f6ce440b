import type { HandingLook } from '#features/team/handing.ts'
import { workText } from '#features/team/kinds.ts'
import { showInteger } from '#kernel/show.ts'
import { agreed, capital, count, none } from '#kernel/text.ts'
import styles from '#features/team/team.module.css'

/** What passes, what goes along and what stays, of each kind. */
export const PassLook = ({ look }: { readonly look: HandingLook }) => (
  <ul className={styles.look} aria-label="O que passa">
    {look.kinds.map(each => (
      <li key={each.kind}>
        <Kind of={each} />
      </li>
    ))}
  </ul>
)

function Kind({ of }: { readonly of: HandingLook['kinds'][number] }) {
  const { kind, moved, carried, kept, rows, left } = of
  const text = workText(kind)
  const hidden = moved + carried - rows.length
  return (
    <>
      <p>
        <strong>{moved ? `${capital(count(moved, text))}` : capital(none(text))}</strong>{' '}
        {moved === 1 || !moved ? 'passa' : 'passam'}
        {carried > 0 && `, e ${count(carried, text)} ${carried === 1 ? 'acompanha' : 'acompanham'} o cliente`}
        {kept > 0 && (
          <>
            {'; '}
            <span className={styles.kept}>
              {showInteger(kept)} {kept === 1 ? 'fica' : 'ficam'}
            </span>
          </>
        )}
        .
      </p>
      {rows.length > 0 && (
        <details>
          <summary>{`Ver ${rows.length === 1 ? agreed(text, 'o') : `${agreed(text, 'o')}s`} ${count(rows.length, text)}`}</summary>
          <ul className={styles.names}>
            {rows.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {hidden > 0 && <li className="meta">e mais {showInteger(hidden)}</li>}
          </ul>
        </details>
      )}
      {left.length > 0 && (
        <ul className={styles.left}>
          {left.slice(0, 20).map(({ id, name, why }) => (
            <li key={id}>
              <strong>{name}</strong> fica: {why}
            </li>
          ))}
          {kept > 20 && <li className="meta">e mais {showInteger(kept - 20)}</li>}
        </ul>
      )}
    </>
  )
}
