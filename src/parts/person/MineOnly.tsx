import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { filterName } from '#kernel/condition.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { useMine } from '#parts/person/useMine.web.ts'
import { useSearch } from '#web/table/useList.ts'

interface Props {
  readonly of: AnyResource
  /** The key of the reference that says whose a row is. */
  readonly by: string
}

/** Narrows a list to the reader's work today: their own, and that of people they substitute. */
export function MineOnly({ of, by }: Props) {
  const { people, waiting } = useMine()
  const { search, change } = useSearch(of)
  if (!people.length && !waiting) return null
  const [one, many] = [filterName(by), filterName(by, 'in')]
  const [name, value] = people.length === 1 ? [one, String(people[0])] : [many, people.join()]
  const on = search[name] === value
  return (
    <Button
      variant={on ? 'light' : 'default'}
      aria-pressed={on}
      disabled={waiting}
      leftSection={<IconUserCheck size={16} stroke={1.5} aria-hidden />}
      onClick={() => change({ [one]: null, [many]: null, ...(!on && { [name]: value }) })}
    >
      {of.text.gender === 'f' ? 'Só minhas' : 'Só meus'}
    </Button>
  )
}
