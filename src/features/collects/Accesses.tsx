import { Button, TextInput } from '@mantine/core'
import { IconFileUpload, IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { plain } from '#kernel/text.ts'
import { collects } from '#features/collects/collects.ts'
import { lineAfter, nameFor, totalOfAll } from '#features/collects/lines.ts'
import { Place } from '#features/collects/Place.tsx'
import { plural, under } from '#features/collects/said.ts'
import { useKinds } from '#features/collects/useKinds.web.ts'
import { useLocations } from '#features/collects/useLocations.web.ts'
import type { Form } from '#web/form/useForm.ts'
import { Input } from '#web/kinds/Input.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/collects/accesses.module.css'

/** With more lines than this, only what is asked for opens. */
const fewLines = 150
/** With more municipalities than this, there is a search. */
const fewPlaces = 8
const city = collects.fields.locations.options.shape?.city ?? collects.fields.client

interface Props {
  readonly form: Form
  readonly readOnly: boolean
  /** Sends a file instead of typing; none where the reader may not, or the form has work unsaved. */
  readonly onUpload?: (() => void) | undefined
  /** Why not, when it cannot be now. */
  readonly why?: ReactNode
}

/** The accesses, municipality by municipality, as a grid to type in. */
export function Accesses({ form, readOnly, onUpload, why }: Props) {
  const { locations, change, edit, remove, checked } = useLocations(form)
  const options = useKinds()
  const [words, setWords] = useState('')
  const [added, add] = useState<ReadonlySet<unknown>>(new Set())
  const { lines } = totalOfAll(locations)
  const seen = locations.flatMap((location, at) => {
    const name = nameFor(location.city, location.city_id)
    return !words || !name || plain(name).includes(plain(words)) ? [{ location, at }] : []
  })
  function choose(id: unknown) {
    if (typeof id !== 'number') return
    if (locations.some(({ city_id }) => city_id === id))
      return toast('Este município já está na coleta', { type: 'info' })
    setWords('')
    add(new Set([...added, id]))
    change(now => [...now, { city_id: id, accesses: [lineAfter(undefined)] }])
  }
  return (
    <>
      <div className={styles.bar}>
        {locations.length > fewPlaces && (
          <TextInput
            aria-label="Buscar município da coleta"
            placeholder="Buscar município"
            leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
            value={words}
            onChange={e => setWords(e.currentTarget.value)}
          />
        )}
        <span className={styles.hint}>
          {!readOnly && lines > 0 && 'Enter passa à linha de baixo e, na última, cria outra do mesmo tipo.'}
        </span>
        {onUpload && (
          <Button
            variant="default"
            leftSection={<IconFileUpload size={16} stroke={1.5} aria-hidden />}
            disabled={Boolean(why)}
            aria-describedby={why ? 'upload-why' : undefined}
            onClick={onUpload}
          >
            Enviar arquivo
          </Button>
        )}
        {why && (
          <span className="meta" id="upload-why">
            {why}
          </span>
        )}
      </div>
      {locations.length === 0 && (
        <EmptyState
          title="Nenhum acesso ainda"
          text={readOnly ? undefined : 'Envie o arquivo do provedor, ou escolha um município para digitar.'}
        />
      )}
      {words && seen.length === 0 && <p className={styles.none}>Nenhum município da coleta tem “{words}” no nome.</p>}
      {seen.map(({ location, at }) => (
        <Place
          key={String(location.city_id)}
          location={location}
          at={at}
          options={options}
          wrong={under(form.errors, `locations.${at}`)}
          readOnly={readOnly}
          startsOpen={lines <= fewLines || added.has(location.city_id) || (words !== '' && seen.length <= fewPlaces)}
          onEdit={edit}
          onLeave={checked}
          onRemove={remove}
        />
      ))}
      {!readOnly && (
        <div className={styles.add}>
          <Input
            key={locations.length}
            name="add-city"
            field={{ ...city, label: 'Adicionar município', required: true }}
            value={null}
            onChange={choose}
          />
          {words && <span className="meta">{plural(locations.length, 'município', 'municípios')} ao todo</span>}
        </div>
      )}
    </>
  )
}
