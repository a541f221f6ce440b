import { showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { plural, totalInWords } from '#features/regulatory/collects/coleta/said.ts'
import styles from '#features/regulatory/collects/sources.module.css'

const files = { one: 'arquivo recebido', many: 'arquivos recebidos', gender: 'm' } as const

/** Where the accesses came from: the provider's files, the last one first. */
export function Sources({ takings }: Pick<Collect, 'takings'>) {
  if (!takings.length) return null
  return (
    <section className={styles.sources} aria-labelledby="sources">
      <h2 id="sources">{count(takings.length, files)}</h2>
      <ul>
        {takings.toReversed().map(({ uuid, name, rows, refused, accesses, added, user, at }) => (
          <li key={uuid}>
            <span>{name}</span>
            <span className="meta">
              {totalInWords({ lines: rows, accesses })}
              {added && ' · somado ao que havia'}
              {refused > 0 && ` · ${plural(refused, 'recusada', 'recusadas')}`}
            </span>
            <span className="meta">
              {showInstant(at)}
              {user && `, ${user.name}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
