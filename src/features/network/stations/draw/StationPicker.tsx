import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { showInteger } from '#kernel/show.ts'
import { count, foldText } from '#kernel/text.ts'
import { MediaIcon } from '#features/network/stations/map/MediaIcon.tsx'
import { stations } from '#features/network/stations/stations.ts'
import { propertyOptions } from '#features/network/stations/draw/properties.ts'
import type { DrawingState } from '#features/network/stations/draw/useDrawing.web.ts'
import map from '#features/network/stations/map/map.module.css'
import styles from '#features/network/stations/draw/draw.module.css'

/** More than these are found by their name, or on the map. */
const stationsOffered = 100

/** The stations one by one, for the keyboard and for where there is no map: two of them are picked, and are connected. */
export function StationPicker({ drawing }: { readonly drawing: DrawingState }) {
  const { network, from, pick, drawable, property, want } = drawing
  const [words, setWords] = useState('')
  const wanted = foldText(words.trim())
  const found = network.listed.filter(({ name }) => foldText(name).includes(wanted))
  const start = from === null ? undefined : network.byId.get(from)
  return (
    <section className={`${map.list} ${styles.list}`} aria-label="Estações para conectar">
      {drawable.length > 1 && (
        <Select
          size="xs"
          label="Propriedade em desenho"
          data={propertyOptions(drawable)}
          value={String(property)}
          allowDeselect={false}
          onChange={chosen => want(chosen === null ? null : Number(chosen))}
        />
      )}
      {network.listed.length > 8 && (
        <TextInput
          size="xs"
          type="search"
          aria-label="Buscar estação"
          placeholder="Buscar estação"
          leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
      )}
      <output className={styles.next}>
        {start ? `De ${start.name}. Escolha a outra estação, ou a mesma para desfazer.` : 'Escolha duas estações.'}
      </output>
      <ul>
        {found.slice(0, stationsOffered).map(station => {
          const placed = network.placed.get(station.id)
          return (
            <li key={station.id}>
              <button type="button" aria-pressed={station.id === from} onClick={() => pick(station)}>
                {placed && <MediaIcon url={placed.icon_url} />}
                <span>
                  <strong>{station.name}</strong>
                  <span className="meta">{placed ? placed.client.name : 'Sem coordenadas'}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {found.length > stationsOffered && (
        <p className="meta">
          E mais {showInteger(found.length - stationsOffered)}. Busque pelo nome para ver as outras.
        </p>
      )}
      {!network.listed.length && <p className="meta">O cliente não tem estações: registre-as antes.</p>}
      {network.listed.length > 0 && !found.length && <p className="meta">Nenhuma estação com este nome.</p>}
      <p className="meta">{count(network.listed.length, stations.text)}</p>
    </section>
  )
}
