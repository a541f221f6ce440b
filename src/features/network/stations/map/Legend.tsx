import type { MapStation } from '#features/network/stations/map/schema.ts'
import { markOfIcon, mediaMarks, type MediaMark } from '#features/network/stations/map/map.ts'
import { MediaIcon } from '#features/network/stations/map/MediaIcon.tsx'
import styles from '#features/network/stations/map/map.module.css'
import { count } from '#kernel/text.ts'

interface Props {
  readonly stations: readonly MapStation[]
  readonly hasLinks: boolean
  readonly hidden: ReadonlySet<MediaMark>
  readonly onTurn: (mark: MediaMark) => void
}
const text = { one: 'estação', many: 'estações', gender: 'f' } as const

/** What the signs mean; a medium is shown or left out by its name. */
export function Legend({ stations, hasLinks, hidden, onTurn }: Props) {
  const found = new Map<MediaMark, { readonly url: string; readonly names: Set<string>; n: number }>()
  for (const { icon_url, attendance_middle } of stations) {
    const mark = markOfIcon(icon_url)
    const entry = found.get(mark) ?? { url: icon_url, names: new Set<string>(), n: 0 }
    entry.names.add(attendance_middle?.name ?? 'Sem meio')
    entry.n++
    found.set(mark, entry)
  }
  const marks = Object.keys(mediaMarks).filter((name): name is MediaMark => name in mediaMarks)
  return (
    <ul className={styles.legend} aria-label="Legenda">
      {marks.flatMap(mark => {
        const entry = found.get(mark)
        if (!entry) return []
        const label = mark === 'outro' && entry.names.size > 1 ? 'Outros' : [...entry.names].join(', ')
        return [
          <li key={mark}>
            <button
              type="button"
              aria-pressed={!hidden.has(mark)}
              title={`${hidden.has(mark) ? 'Mostrar' : 'Ocultar'}: ${count(entry.n, text)}`}
              onClick={() => onTurn(mark)}
            >
              <MediaIcon url={entry.url} />
              {label}
            </button>
          </li>,
        ]
      })}
      {hasLinks && (
        <>
          <li>
            <span className={styles.line} data-tone="ok" /> Finalizado
          </li>
          <li>
            <span className={styles.line} data-tone="info" /> Em aberto
          </li>
          <li>
            <span className={styles.line} data-planned /> Ainda não existe
          </li>
          <li>
            <span className={styles.line} data-wide /> Mais capacidade
          </li>
        </>
      )}
    </ul>
  )
}
