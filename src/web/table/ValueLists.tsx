import type { AnyResource } from '#kernel/resource.ts'
import type { Search } from '#web/table/address.ts'
import { valueListsIn } from '#web/table/pasted.ts'
import { latePart } from '#web/ui/latePart.tsx'

const ValuesFound = latePart(() => import('#web/table/ValuesFound.tsx'))

interface Props {
  readonly resource: AnyResource
  readonly search: Search
  readonly outside: boolean
}

/** What came of the pasted values that narrow a list. */
export const ValueLists = ({ resource, search, outside }: Props) =>
  valueListsIn(resource, search, outside).map(list => (
    <ValuesFound key={list.name} resource={resource} search={search} list={list} />
  ))
