import type { HandingLook } from '#features/people/team/api.ts'
import { workText } from '#features/people/team/kinds.ts'
import { showInteger } from '#kernel/show.ts'
import { agreed, capital, count, noneOf } from '#kernel/text.ts'
import styles from '#features/people/team/team.module.css'

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
  const there = moved + carried
  return (
    <>
      <p>{saidOf(of)}</p>
      {there > 0 && (
        <Names
          label={`Ver ${agreed(text, 'o')}${there === 1 ? '' : 's'} ${count(there, text)}`}
          rows={rows}
          all={there}
        />
      )}
      {[...new Set(left.map(({ why }) => why))].map(why => {
        const same = left.filter(each => each.why === why)
        const n = same.length === left.length ? kept : same.length
        return (
          <div key={why} className={styles.left}>
            <p>
              <strong>{`${showInteger(n)} ${n === 1 ? 'fica' : 'ficam'}.`}</strong> {why}
            </p>
            <Names label={`Ver o que fica (${showInteger(n)})`} rows={same} all={n} />
          </div>
        )
      })}
    </>
  )
}

/** '11 clientes passam.', '3 coletas acompanham os clientes.' */
function saidOf({ kind, moved, carried, kept }: HandingLook['kinds'][number]) {
  const text = workText(kind)
  const goes = `${carried === 1 ? 'acompanha' : 'acompanham'} ${carried === 1 ? 'o cliente' : 'os clientes'}`
  if (!moved && carried) return <strong>{`${count(carried, text)} ${goes}.`}</strong>
  if (!moved) return <strong>{kept ? `${capital(noneOf(text))} passa.` : `Não há ${text.many}.`}</strong>
  const passes = `${count(moved, text)} ${moved === 1 ? 'passa' : 'passam'}`
  return (
    <>
      <strong>{passes}</strong>
      {carried > 0 && `, e ${count(carried, text)} ${goes}`}.
    </>
  )
}

interface NamesProps {
  readonly label: string
  readonly rows: readonly { readonly id: number; readonly name: string }[]
  readonly all: number
}
/** The names are collapsed: their number appears above. */
const Names = ({ label, rows, all }: NamesProps) => (
  <details>
    <summary>{label}</summary>
    <ul className={styles.names}>
      {rows.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {all > rows.length && <li className="meta">{`e mais ${showInteger(all - rows.length)}`}</li>}
    </ul>
  </details>
)
