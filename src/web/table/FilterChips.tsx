import { CloseButton, UnstyledButton } from '@mantine/core'
import { Fragment } from 'react'
import { companyOf } from '#kernel/access.ts'
import { companyToken } from '#kernel/condition.ts'
import { grouped } from '#kernel/grouped.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { useRefName } from '#web/kinds/useRef.ts'
import { useUser } from '#web/session/store.ts'
import { filtersIn, groupFor, type AddressChange, type ChosenFilter, type Search } from '#web/table/address.ts'
import { filterWords } from '#web/table/filter.ts'
import styles from '#web/table/list.module.css'

interface Props {
  readonly resource: AnyResource
  readonly search: Search
  readonly onChange: (by: AddressChange) => void
  /** Adds an alternative to a filter. */
  readonly onOr: (chosen: ChosenFilter) => void
}

/** The filters of a list as words that can be taken away; alternatives share a frame, with 'ou' between them. */
export function FilterChips({ resource, search, onChange, onOr }: Props) {
  const groups = [...grouped(filtersIn(resource, search), ({ names, group }) => (group === 0 ? names.join() : group))]
  const chipOf = (chosen: ChosenFilter, isLast: boolean) => (
    <span key={chosen.names.join()} className={styles.chip}>
      <FilterText filter={chosen} />
      {isLast && groupFor(search, chosen) && (
        <UnstyledButton
          className={styles.or}
          aria-label={`${chosen.field.label}: ou outra condição`}
          onClick={() => onOr(chosen)}
        >
          ou…
        </UnstyledButton>
      )}
      <CloseButton
        size="xs"
        aria-label={`Tirar o filtro ${chosen.field.label}`}
        onClick={() => onChange(Object.fromEntries(chosen.names.map(name => [name, null])))}
      />
    </span>
  )
  return groups.map(([id, filters]) => {
    const last = filters.length - 1
    const chips = filters.map((filter, index) => chipOf(filter, index === last))
    if (last === 0) return chips
    return (
      <span key={id} role="group" aria-label="Uma destas condições" className={styles.either}>
        {chips.map((chip, index) => (
          <Fragment key={chip.key}>
            {index > 0 && 'ou'}
            {chip}
          </Fragment>
        ))}
      </span>
    )
  })
}

/** A filter in words; a reference by the name of its row. */
export function FilterText({ filter }: { readonly filter: ChosenFilter }) {
  const { field, value } = filter
  const [label, words] = filterWords(filter)
  const company = companyOf(useUser())
  const isOwn = field.kind === 'ref' && value === companyToken
  const name = useRefName(field, isOwn ? (company ?? 0) : Number(value))
  if (isOwn)
    return (
      <>
        {label} <strong>{words}</strong> ({company === null ? 'você está vendo todas' : name})
      </>
    )
  return (
    <>
      {label} <strong>{field.kind === 'ref' && Number(value) ? name : words}</strong>
    </>
  )
}
