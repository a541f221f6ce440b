import { Button, Group, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Tone } from '#kernel/field.ts'
import { count } from '#kernel/text.ts'
import type { RowsLook } from '#features/platform/imports/section/api.ts'
import type { NoticeGroup, ProblemGroup, Review } from '#features/platform/imports/section/schema.ts'
import { groupKey, lines, whereOf } from '#features/platform/imports/review/review.ts'
import type { Importing } from '#features/platform/imports/review/useImport.web.ts'
import { notationChoices } from '#features/platform/imports/section/notation.ts'
import {
  columnAt,
  importRules,
  isTranslated,
  noticeRules,
  type ImportSection,
} from '#features/platform/imports/section/section.ts'
import { CellInput } from '#features/regulatory/intake/CellInput.tsx'
import { wordsOfField, sourcesIn } from '#features/regulatory/intake/mapping.ts'
import { FoundList, FoundSection, type FoundLine } from '#features/regulatory/intake/FoundList.tsx'
import styles from '#features/regulatory/intake/intake.module.css'

interface Props {
  readonly section: ImportSection
  readonly review: Review
  readonly importing: Importing
  readonly look: RowsLook
  readonly onLook: (look: RowsLook) => void
}

/** All that is wrong, by column and rule, and what is left out of rows that go in: a click shows the rows, a value is put right in all of them at once. */
export const Problems = ({ section, review, importing, look, onLook }: Props) => {
  const lineOf = (
    group: ProblemGroup | NoticeGroup,
    [tone, word, title]: readonly [Tone, string, string],
    notations: ReactNode = null,
  ): FoundLine => {
    const key = groupKey(group)
    const shown = look.problem === key
    return {
      key,
      tone,
      word,
      title: `${group.label}: ${title.toLowerCase()}`,
      count: count(group.rows, lines),
      where: shown ? group.message : `${whereOf(group)}.`,
      shown,
      below: (
        <>
          {notations}
          {shown &&
            group.values.map(({ value, rows, among }) => (
              <Swap
                key={value}
                value={value}
                rows={rows}
                among={among ?? []}
                group={group}
                section={section}
                review={review}
                importing={importing}
                onDone={() => group.values.length === 1 && onLook({ page: 1 })}
              />
            ))}
        </>
      ),
    }
  }
  return (
    <FoundSection>
      <FoundList
        lines={[
          ...review.groups.map(group =>
            lineOf(
              group,
              ['erro', 'Impede', importRules[group.rule]],
              <Notations group={group} section={section} review={review} importing={importing} onLook={onLook} />,
            ),
          ),
          ...review.notices.map(group => lineOf(group, ['atencao', 'Entra', noticeRules[group.rule]])),
        ]}
        onShow={key => onLook(look.problem === key ? { page: 1 } : { page: 1, problem: key })}
      />
    </FoundSection>
  )
}

/** How a column writes what may be two things: answered once for all its rows. */
function Notations({
  group,
  section,
  review,
  importing,
  onLook,
}: Omit<Props, 'look'> & { readonly group: ProblemGroup }) {
  const { header, mapping } = review
  const column = group.rule === 'duvida' && group.column !== null ? columnAt(section, group.column) : undefined
  const at = column ? sourcesIn(mapping, header)(column.key) : -1
  const [first] = group.values
  if (!column || at < 0 || !first) return null
  return (
    <Group gap={6} role="group" aria-label={`Como a coluna ${column.label} escreve`}>
      {notationChoices(column.field.kind, first.value).map(({ answer, label }) => (
        <Button
          key={label}
          variant="default"
          size="compact-sm"
          disabled={importing.doing !== null}
          onClick={() =>
            void importing.correct({ at, ...answer }, { tell: true }).then(ok => ok && onLook({ page: 1 }))
          }
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}

interface SwapProps extends Pick<Props, 'section' | 'review' | 'importing'> {
  readonly value: string
  readonly rows: number
  /** What it may be: one of them is pressed. */
  readonly among: readonly string[]
  readonly group: ProblemGroup | NoticeGroup
  readonly onDone: () => void
}

/** Replaces one value: a word is translated for good in its column, other text is corrected in the rows that have it. */
function Swap({ value, rows, among, group, section, review, importing, onDone }: SwapProps) {
  const [to, type] = useState('')
  const { header, mapping } = review
  const column = group.column === null ? undefined : columnAt(section, group.column)
  const at = column ? sourcesIn(mapping, header)(column.key) : -1
  if (!column || at < 0) return null
  const settle = (done: Promise<boolean>) => void done.then(ok => ok && onDone())
  const swap = (meant: string) =>
    settle(
      isTranslated(column)
        ? importing.say(mapping, { column: column.key, from: value, to: meant })
        : importing.correct({ at, from: value, to: meant }, { tell: true }),
    )
  const offers = among.length > 0 && (
    <div className={styles.among} role="group" aria-label={`O que ${value} pode ser`}>
      {among.map(name => (
        <Button
          key={name}
          variant="default"
          size="compact-sm"
          disabled={importing.doing !== null}
          onClick={() => swap(name)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
  if (isTranslated(column)) {
    const label = `“${value}” quer dizer`
    return (
      <form onSubmit={event => event.preventDefault()}>
        <span>{label}</span>
        {offers}
        <CellInput column={wordsOfField(column.field)} value="" label={label} wrong={false} onCommit={swap} />
      </form>
    )
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        swap(to)
      }}
    >
      {offers}
      <TextInput label={`Trocar “${value}” por`} value={to} onChange={e => type(e.currentTarget.value)} size="xs" />
      <Button type="submit" variant="default" size="xs" disabled={importing.doing !== null || to.trim() === ''}>
        {rows === 1 ? 'Trocar' : `Trocar nas ${rows} linhas`}
      </Button>
    </form>
  )
}
