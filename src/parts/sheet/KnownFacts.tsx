import { Link } from '@tanstack/react-router'
import type { Field } from '#kernel/field.ts'
import { titleOf, type AnyResource } from '#kernel/resource.ts'
import { seenBy } from '#web/form/draft.ts'
import { Lines } from '#web/kinds/Lines.tsx'
import { Show } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import styles from '#parts/sheet/sheet.module.css'

interface Props {
  readonly resource: AnyResource
  readonly row: Readonly<Record<string, unknown>>
  /** Where what lacks is filled in, for who may. */
  readonly to?: string | undefined
}

/** Kinds that take the whole width. */
const wide: ReadonlySet<string> = new Set(['many', 'metas', 'longtext', 'richtext'])
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length)

/** The fields that say something, under the titles of their form; those that say nothing are counted. */
export function KnownFacts({ resource, row, to }: Props) {
  const seen = seenBy(useUser(), resource)
  const fieldsOf = (names: readonly string[]) =>
    names.flatMap((name): readonly (readonly [string, Field])[] => {
      const field = seen.fields[name]
      // The name is the page's.
      return field && !field.options.secret && name !== titleOf(resource) ? [[name, field]] : []
    })
  const all = seen.form.flatMap(({ fields }) => fieldsOf(fields))
  // A false flag is known; an empty field is not.
  const unknown = all.filter(([name, { kind }]) => kind !== 'flag' && isEmpty(row[name])).length
  return (
    <>
      {seen.form.map(({ title, fields }) => {
        const known = fieldsOf(fields).filter(([name]) => !isEmpty(row[name]))
        if (!known.length) return null
        return (
          <section key={fields.join()}>
            {title && <h2>{title}</h2>}
            <dl className={styles.facts}>
              {known.map(([name, field]) => (
                <div key={name} className={wide.has(field.kind) ? styles.wide : undefined}>
                  <dt className={known.length === 1 && field.label === title ? 'sr-only' : undefined}>{field.label}</dt>
                  <dd>
                    {field.kind === 'many' ? (
                      <Lines field={field} value={row[name]} />
                    ) : (
                      <Show field={field} value={row[name]} />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
      {unknown > 0 && (
        <section>
          <p className="meta">
            {unknown === 1 ? '1 campo sem valor não aparece aqui.' : `${unknown} campos sem valor não aparecem aqui.`}
          </p>
          {to && <Link to={to}>Completar</Link>}
        </section>
      )}
    </>
  )
}
