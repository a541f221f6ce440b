import { TextInput } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { searchPlaces, type FoundPlace } from '#features/network/stations/map/api.ts'
import { useAnswer } from '#web/call.ts'
import { messageOf } from '#web/api-error.ts'
import { useUser } from '#web/session/store.ts'
import styles from '#features/network/stations/map/map.module.css'

interface Props {
  readonly onFly: (place: FoundPlace) => void
}

/** Looks for a place by its name, and goes there on the map. */
export function PlacesBox({ onFly }: Props) {
  const may = can(useUser(), searchPlaces.id)
  const [words, setWords] = useState('')
  const [search, searchFor] = useState('')
  const { data, error, isFetching } = useAnswer(
    searchPlaces,
    { query: { search } },
    { enabled: search.length > 2, retry: false },
  )
  if (!may) return null
  const short = search !== '' && search.length < 3
  return (
    <form
      className={styles.places}
      onSubmit={event => {
        event.preventDefault()
        searchFor(words.trim())
      }}
    >
      <TextInput
        type="search"
        aria-label="Ir a um lugar"
        placeholder="Ir a um lugar"
        leftSection={<IconMapSearch size={16} stroke={1.5} aria-hidden />}
        maxLength={120}
        value={words}
        onChange={event => {
          setWords(event.currentTarget.value)
          if (!event.currentTarget.value.trim()) searchFor('')
        }}
      />
      {search !== '' && (
        <div className={styles.found}>
          {short ? (
            <p className="meta">Escreva ao menos três letras.</p>
          ) : isFetching ? (
            <output className="meta">Procurando…</output>
          ) : error ? (
            <p className="wrong" role="alert">
              {messageOf(error)}
            </p>
          ) : data?.data.length ? (
            <ul>
              {data.data.map(place => (
                <li key={`${place.lat} ${place.lng} ${place.name}`}>
                  <button
                    type="button"
                    onClick={() => {
                      onFly(place)
                      searchFor('')
                    }}
                  >
                    {place.name}
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <output className="meta">Nenhum lugar com este nome.</output>
          )}
        </div>
      )}
    </form>
  )
}
