import type { ComponentType } from 'react'
import type { Field } from '#kernel/field.ts'
import { metaTypeOf, type Meta } from '#kernel/meta.ts'
import { StoredFileLink } from '#web/kinds/FileInput.tsx'
import { fieldOfMeta, metasIn, valueOf } from '#web/kinds/metas.ts'
import { useRefName } from '#web/kinds/useRef.ts'
import styles from '#web/kinds/metas.module.css'

interface ShownBy {
  /** Shows the value of a field of any kind, of run-time fields too. */
  readonly Show: ComponentType<{ readonly field: Field; readonly value: unknown }>
}

/** Fields defined at run time that are only read. */
export function Metas({ value, Show }: ShownBy & { readonly value: unknown }) {
  return (
    <dl className={styles.grid}>
      {metasIn(value)
        .filter(({ extras }) => !extras.hidden)
        .map(meta => (
          <div key={meta.key} className={styles[meta.extras.class ?? 'col-12']}>
            <dt>{meta.extras.label}</dt>
            <dd>
              <One meta={meta} Show={Show} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

function One({ meta, Show }: ShownBy & { readonly meta: Meta }) {
  const field = fieldOfMeta(meta)
  const value = meta.value ? valueOf(meta) : null
  const name = useRefName(field, typeof value === 'number' ? value : 0)
  if (metaTypeOf(meta) === 'group') return <Metas value={meta.fields} Show={Show} />
  if (metaTypeOf(meta) === 'file') return <StoredFileLink value={meta.value} />
  return <Show field={field} value={field.kind === 'ref' && value !== null ? { name } : value} />
}
