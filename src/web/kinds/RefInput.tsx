import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { foldText } from '#kernel/text.ts'
import { fetchDelay } from '#web/constants.ts'
import type { InputProps } from '#web/kinds/input-props.ts'
import { isSearched } from '#web/kinds/targets.ts'
import { useRefName, useRefOptions, type RefOption } from '#web/kinds/useRef.ts'
import { useUser } from '#web/session/store.ts'

interface Props extends InputProps {
  /** Label, hint, error and the rest every input is given. */
  readonly base: Partial<SelectProps>
  /** Narrows the options: `{ 'filter[client_id]': '7' }`. */
  readonly query?: Readonly<Record<string, string>>
  /** The id of a row that is not offered. */
  readonly without?: number
}

/** Chooses a row of another resource: typed to search, on the server. */
export function RefInput({ field, value, onChange, known, query, without, base }: Props) {
  const path = field.options.to ?? ''
  const user = useUser()
  const allowed = !isSearched(path) || can(user, permission({ path }, 'index'))
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words, fetchDelay)
  const [open, setOpen] = useState(false)
  const [chosen, choose] = useState<RefOption | null>(null)
  const id = typeof value === 'number' ? value : null
  const here = chosen && chosen.value === String(id) ? chosen.label : known
  const name = useRefName(field, here === undefined && id !== null ? id : 0)
  const current = id === null ? null : { value: String(id), label: here ?? name }
  /** What is looked for: the name of the one in force is no search. */
  const sought = (said: string) => (said === current?.label ? '' : said)
  const search = sought(asked)
  const {
    data = [],
    isFetching,
    isError,
    isPlaceholderData,
  } = useRefOptions(path, { ...query, search }, allowed && open, field.options.among)
  const typed = sought(words)
  // Until the server answers for these letters, of what it found before only what has them too.
  const found =
    typed === search && !isPlaceholderData
      ? data
      : data.filter(({ label }) => foldText(label).includes(foldText(typed)))
  const all = current && !data.some(each => each.value === current.value) ? [current, ...found] : found
  const options = all.filter(each => each.value !== String(without))
  return (
    <Select
      {...base}
      data={options}
      filter={given => given.options}
      searchable
      clearable={!field.required}
      allowDeselect={false}
      disabled={!allowed}
      value={current?.value ?? null}
      onSearchChange={setWords}
      // What is typed takes the place of the name in force.
      onFocus={event => event.currentTarget.select()}
      onClick={event => words === current?.label && event.currentTarget.select()}
      onDropdownOpen={() => setOpen(true)}
      onChange={(_, option) => {
        choose(option)
        onChange(option === null ? null : Number(option.value))
      }}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
      nothingFoundMessage={
        isError
          ? 'Não foi possível carregar as opções'
          : isFetching || typed !== search
            ? 'Buscando…'
            : 'Nada encontrado'
      }
    />
  )
}
