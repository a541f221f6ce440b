import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Fragment, useContext, type ReactNode } from 'react'
import type { Field } from '#kernel/field.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { seenBy } from '#web/form/draft.ts'
import { ShowLinked } from '#parts/areas/ShowLinked.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { Card } from '#web/ui/Card.tsx'
import { FieldGuides, goToField } from '#web/ui/fieldGuide.ts'
import styles from '#parts/areas/overview.module.css'

interface Props {
  readonly resource: AnyResource
  readonly row: ReadRow['row']
  /** A button that opens the form; nothing for who may not change the record. */
  readonly edit: ReactNode
}

/** A box that nobody ticked says nothing, nor does an empty list. */
const isFilled = (value: unknown) =>
  ![null, undefined, '', false].some(nothing => value === nothing) && !(Array.isArray(value) && value.length === 0)

/** What is filled in of a record, by the sections of its form, each with the way to change it. */
export function FilledFacts({ resource, row, edit }: Props) {
  const guides = useContext(FieldGuides)
  const { fields, form } = seenBy(useUser(), resource)
  const sections = form.flatMap(section => {
    const filled = section.fields.flatMap(name => {
      const field = fields[name]
      return field && !field.options.secret && isFilled(row[name]) ? [{ name, field }] : []
    })
    const writable = section.fields.flatMap(name => (fields[name]?.writable ? [keyOf(name, fields[name])] : []))
    return filled.length ? [{ ...section, filled, writable }] : []
  })
  return (
    <Card title="Cadastro" beside={edit}>
      {sections.map(({ title, filled, writable: [first] }) => (
        <section key={filled[0]?.name} className={styles.section}>
          {title && (
            <header>
              <h3>{title}</h3>
              {edit && first !== undefined && (
                <ActionIcon size={28} aria-label={`Editar ${title}`} onClick={() => goToField(guides, first)}>
                  <IconPencil size={16} stroke={1.5} aria-hidden />
                </ActionIcon>
              )}
            </header>
          )}
          <dl>
            {filled.map(({ name, field }) => (
              <div key={name} data-wide={isLong(field) || undefined}>
                <dt className={filled.length === 1 && field.label === title ? 'sr-only' : undefined}>{field.label}</dt>
                <dd>
                  {field.kind === 'many' ? (
                    <FewLines field={field} value={row[name]} />
                  ) : (
                    <ShowLinked field={field} value={row[name]} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Card>
  )
}

const isLong = ({ kind }: Field) => ['many', 'metas', 'longtext', 'richtext'].includes(kind)
/** Of the lines of a record so many are shown, and of a line so many values. */
const [shownLines, shownValues] = [3, 4]

/** The first lines that a record owns, a line of text each; the form has all of them. */
function FewLines({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const lines = Array.isArray(value) ? value.filter(isRecord) : []
  const shape = Object.entries(field.options.shape ?? {}).filter(
    ([, { kind, options }]) => kind !== 'many' && kind !== 'metas' && !options.owner && !options.derived,
  )
  return (
    <ul className={styles.lines}>
      {lines.slice(0, shownLines).map((line, at) => (
        <li key={String(line.id ?? at)}>
          {shape
            .filter(([name, { kind }]) => kind !== 'flag' && isFilled(line[name]))
            .slice(0, shownValues)
            .map(([name, each], i) => (
              <Fragment key={name}>
                {i > 0 && ' · '}
                <ShowLinked field={each} value={line[name]} />
              </Fragment>
            ))}
        </li>
      ))}
      {lines.length > shownLines && <li className="meta">{`e mais ${lines.length - shownLines}`}</li>}
    </ul>
  )
}
