import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { count } from '#kernel/text.ts'
import {
  groupKey,
  lines,
  whereOf,
  type ProblemGroup,
  type Review,
  type RowsLook,
} from '#features/imports/review/review.ts'
import type { Importing } from '#features/imports/review/useImport.web.ts'
import { columnAt, importRules, isTranslated, type ImportSection } from '#features/imports/section/section.ts'
import { CellInput } from '#features/intake/CellInput.tsx'
import { wordsOfField } from '#features/intake/columns.ts'
import { FoundList, FoundSection } from '#features/intake/FoundList.tsx'
import { sourcesIn } from '#features/intake/mapping.ts'

interface Props {
  readonly section: ImportSection
  readonly review: Review
  readonly importing: Importing
  readonly look: RowsLook
  readonly onLook: (look: RowsLook) => void
}

/** All that is wrong, by column and rule: a click shows the rows, a value is put right in all of them at once. */
export const Problems = ({ section, review, importing, look, onLook }: Props) => (
  <FoundSection>
    <FoundList
      lines={review.groups.map(group => {
        const key = groupKey(group)
        const shown = look.problem === key
        return {
          key,
          tone: 'erro',
          word: 'Impede',
          title: `${group.label}: ${importRules[group.rule].toLowerCase()}`,
          count: count(group.rows, lines),
          where: shown ? group.message : `${whereOf(group)}.`,
          shown,
          below:
            shown &&
            group.values.map(({ value, rows }) => (
              <Swap
                key={value}
                value={value}
                rows={rows}
                group={group}
                section={section}
                review={review}
                importing={importing}
                onDone={() => group.values.length === 1 && onLook({ page: 1 })}
              />
            )),
        }
      })}
      onShow={key => onLook(look.problem === key ? { page: 1 } : { page: 1, problem: key })}
    />
  </FoundSection>
)

interface SwapProps extends Pick<Props, 'section' | 'review' | 'importing'> {
  readonly value: string
  readonly rows: number
  readonly group: ProblemGroup
  readonly onDone: () => void
}

/** One value, and what it should have been: said of the words of a column for good, else put right in the rows that have it. */
function Swap({ value, rows, group, section, review, importing, onDone }: SwapProps) {
  const [to, type] = useState('')
  const { header, mapping } = review
  const column = group.column === null ? undefined : columnAt(section, group.column)
  const at = column ? sourcesIn(mapping, header)(column.key) : -1
  if (!column || at < 0) return null
  const settle = (done: Promise<boolean>) => void done.then(ok => ok && onDone())
  if (isTranslated(column)) {
    const label = `“${value}” quer dizer`
    return (
      <form onSubmit={event => event.preventDefault()}>
        <span>{label}</span>
        <CellInput
          column={wordsOfField(column.field)}
          value=""
          label={label}
          wrong={false}
          onCommit={meant => settle(importing.say(mapping, { column: column.key, from: value, to: meant }))}
        />
      </form>
    )
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        settle(importing.act('corrigir', { at, from: value, to }, { tell: true }))
      }}
    >
      <TextInput label={`Trocar “${value}” por`} value={to} onChange={e => type(e.currentTarget.value)} size="xs" />
      <Button type="submit" variant="default" size="xs" disabled={importing.doing !== null || to.trim() === ''}>
        {rows === 1 ? 'Trocar' : `Trocar nas ${rows} linhas`}
      </Button>
    </form>
  )
}
