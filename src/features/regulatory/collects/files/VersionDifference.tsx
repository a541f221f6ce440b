import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { showInstant, showInteger } from '#kernel/show.ts'
import { Changes } from '#features/regulatory/collects/compare/Compare.tsx'
import type { CollectVersions, VersionPair } from '#features/regulatory/collects/files/api.ts'
import { useVersions } from '#features/regulatory/collects/files/useVersions.web.ts'
import { differenceInWords } from '#features/regulatory/collects/files/versions.ts'
import { messageOf } from '#web/api-error.ts'
import styles from '#features/regulatory/collects/compare/compare.module.css'

interface Props {
  readonly uuid: string
  readonly version: string | null
}

/** What a version changes of the one sent before it; of several, any two. */
export function VersionDifference({ uuid, version }: Props) {
  const [chosen, choose] = useState<VersionPair>({})
  const { data: answer, error, isPlaceholderData } = useVersions(uuid, version, chosen)
  if (error) return <p role="alert">{messageOf(error)}</p>
  const data = answer?.data
  if (!data?.pair || !data.difference) return null
  const { pair, difference } = data
  const names = namesOf(data)
  const known = [...names.keys()]
  const options = (fit: (edition: number) => boolean) =>
    known.filter(fit).map(edition => ({ value: String(edition), label: names.get(edition) ?? '' }))
  const headings = [`versão ${pair.before}`, `versão ${pair.after}`] as const
  return (
    <section className={styles.compare} aria-labelledby="difference" aria-busy={isPlaceholderData}>
      <div>
        <h2 id="difference">
          O que muda da versão {pair.before} para a {pair.after}
        </h2>
        <p role="status">{differenceInWords(difference)}</p>
      </div>
      {known.length > 2 && (
        <Group gap={12}>
          <NativeSelect
            label="De"
            data={options(edition => edition !== pair.after)}
            value={String(pair.before)}
            onChange={e => choose({ de: Number(e.currentTarget.value), ate: pair.after })}
          />
          <NativeSelect
            label="Para"
            data={options(edition => edition !== pair.before)}
            value={String(pair.after)}
            onChange={e => choose({ de: pair.before, ate: Number(e.currentTarget.value) })}
          />
        </Group>
      )}
      {difference.places.length > 0 && (
        <Changes title="Municípios que mudaram" rows={difference.places} months={headings} show={showInteger} />
      )}
      {difference.groups.length > 0 && (
        <Changes
          title="Registros que mudaram"
          rows={difference.groups.map(({ place, name, ...counts }) => ({ ...counts, name: `${place}: ${name}` }))}
          months={headings}
          show={showInteger}
        />
      )}
    </section>
  )
}

/** '2, como está agora', '1, enviada em 15/03/2026': the newest first. */
const namesOf = ({ versions, current }: CollectVersions): ReadonlyMap<number, string> =>
  new Map([
    ...(current === null ? [] : [[current, `${current}, como está agora`] as const]),
    ...versions.map(({ edition, at }) => [edition, `${edition}, enviada em ${showInstant(at).slice(0, 10)}`] as const),
  ])
