import type { Field } from '#kernel/field.ts'
import { isNumeric, Show } from '#web/kinds/Show.tsx'
import { isRecord } from '#web/storage.ts'
import styles from '#web/form/form.module.css'

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0

/** The lines of a row that is only read. Those under a line come below it. */
export function Lines({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const lines = Array.isArray(value) ? value.filter(isRecord) : []
  // What the database reckons of a line says nothing that its other columns do not.
  const shape = Object.entries(field.options.shape ?? {}).filter(
    ([, { options }]) => !options.owner && !options.derived,
  )
  // A column nobody filled in says nothing.
  const said = (name: string) => lines.some(line => ![null, undefined, ''].some(nothing => line[name] === nothing))
  const flat = shape.filter(([name, { kind }]) => kind !== 'many' && said(name))
  const nested = shape.filter(([, { kind }]) => kind === 'many')
  if (!lines.length) return <Show field={field} value={null} />
  return (
    // What is wider than the page is reached by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} aria-label={field.label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {flat.map(([name, each]) => (
              <th key={name} scope="col" className={isNumeric(each) ? 'num' : undefined}>
                {each.label}
              </th>
            ))}
          </tr>
        </thead>
        {lines.map((line, at) => (
          <tbody key={String(line.id ?? at)}>
            <tr>
              {flat.map(([name, each]) => (
                <td key={name} className={isNumeric(each) ? 'num' : undefined}>
                  <Show field={each} value={line[name]} />
                </td>
              ))}
            </tr>
            {nested
              .filter(([name, { options }]) => !options.mirrored || isFilled(line[name]))
              .map(([name, each]) => (
                <tr key={name}>
                  <td colSpan={flat.length}>
                    <Lines field={each} value={line[name]} />
                  </td>
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}
