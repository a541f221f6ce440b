import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { can } from '#kernel/access.ts'
import { metaTypeOf, type Meta } from '#kernel/meta.ts'
import { replaceAt } from '#kernel/list.ts'
import { FileInput } from '#web/kinds/FileInput.tsx'
import type { DrawsInputs, InputProps } from '#web/kinds/input-props.ts'
import { labelOf } from '#web/kinds/label.tsx'
import { fieldOfMeta, metasIn, textOfMeta, valueOf } from '#web/kinds/metas.ts'
import { RowAt } from '#web/kinds/rowAt.ts'
import { useUser } from '#web/session/store.ts'
import styles from '#web/kinds/metas.module.css'

/** Fields defined at run time, each drawn as what it holds; they are defined on a screen apart, by who may. */
export function MetasInput({ name, field, value, onChange, errorOf, onBlur, Input }: InputProps & DrawsInputs) {
  const metas = metasIn(value)
  const row = useContext(RowAt)
  const defines = can(useUser(), 'metas.definir')
  const wrong = errorOf?.(name)
  return (
    <fieldset id={name} className={styles.metas} aria-label={field.label}>
      {metas.length > 0 ? (
        <MetaValues name={name} metas={metas} onChange={onChange} errorOf={errorOf} onBlur={onBlur} Input={Input} />
      ) : (
        <p className="meta">
          {defines && !row ? 'Os campos se definem depois de registrar.' : 'Nenhum campo definido.'}
        </p>
      )}
      {wrong && (
        <p role="alert" className="wrong">
          {wrong}
        </p>
      )}
      {defines && row && (
        <Button component={Link} to={`/metas/${row.path}/${row.uuid}`} variant="default">
          Definir campos
        </Button>
      )}
    </fieldset>
  )
}

export interface MetasProps extends Pick<InputProps, 'name' | 'errorOf' | 'onBlur'> {
  readonly metas: readonly Meta[]
  readonly onChange: (metas: readonly Meta[]) => void
}

/** The inputs of run-time fields, groups in groups. */
export function MetaValues({ name, metas, onChange, ...shared }: MetasProps & DrawsInputs) {
  const change = (at: number, more: Partial<Meta>) => {
    const meta = metas[at]
    if (meta) onChange(replaceAt(metas, at, { ...meta, ...more }))
  }
  return (
    <div className={styles.grid}>
      {metas.map((meta, at) => {
        const place = `${name}.${at}`
        if (meta.extras.hidden) return null
        if (metaTypeOf(meta) === 'group')
          return (
            <fieldset key={place} className={styles.group}>
              <legend>{meta.extras.label}</legend>
              {meta.extras.hint && <p className="meta">{meta.extras.hint}</p>}
              <MetaValues
                name={`${place}.fields`}
                metas={meta.fields ?? []}
                onChange={fields => change(at, { fields })}
                {...shared}
              />
            </fieldset>
          )
        return (
          <div key={place} className={styles[meta.extras.class ?? 'col-12']}>
            <MetaValue name={`${place}.value`} meta={meta} onChange={value => change(at, { value })} {...shared} />
          </div>
        )
      })}
    </div>
  )
}

interface MetaValueProps extends Pick<InputProps, 'name' | 'errorOf' | 'onBlur'>, DrawsInputs {
  readonly meta: Meta
  readonly onChange: (value: string | null) => void
}
function MetaValue({ name, meta, onChange, Input, ...shared }: MetaValueProps) {
  const field = fieldOfMeta(meta)
  if (metaTypeOf(meta) === 'file')
    return (
      <FileInput
        id={name}
        called={field.label}
        label={labelOf(field)}
        description={field.options.hint}
        error={shared.errorOf?.(name)}
        value={meta.value}
        onChange={onChange}
      />
    )
  return (
    <Input
      name={name}
      field={field}
      value={valueOf(meta)}
      onChange={given => onChange(textOfMeta(given))}
      {...shared}
    />
  )
}
