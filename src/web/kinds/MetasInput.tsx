import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { metaTypeOf, type Meta } from '#kernel/meta.ts'
import { replaceAt } from '#kernel/list.ts'
import { Input, type InputProps } from '#web/kinds/Input.tsx'
import { fieldOfMeta, metasIn, textOfMeta, valueOf } from '#web/kinds/metas.ts'
import { MetasDefinition } from '#web/kinds/MetasDefinition.tsx'
import { useUser } from '#web/session/store.ts'
import styles from '#web/kinds/metas.module.css'

/** Fields defined at run time, each drawn as what it holds; their definition is apart, for who keeps configurations. */
export function MetasInput({ name, field, value, onChange, errorOf, onBlur }: InputProps) {
  const metas = metasIn(value)
  const defines = can(useUser(), 'configurations.update')
  // Where the definition is at fault it is shown, or nobody would see why nothing is saved.
  const [defining, define] = useState(false)
  return (
    <fieldset id={name} className={styles.metas} aria-label={field.label}>
      {defining ? (
        <MetasDefinition name={name} metas={metas} onChange={onChange} errorOf={errorOf} onBlur={onBlur} />
      ) : metas.length ? (
        <Values name={name} metas={metas} onChange={onChange} errorOf={errorOf} onBlur={onBlur} />
      ) : (
        <p className="meta">Nenhum campo definido.</p>
      )}
      {defines && (
        <Button variant="subtle" color="gray" aria-expanded={defining} onClick={() => define(!defining)}>
          {defining ? 'Voltar aos valores' : 'Definir campos'}
        </Button>
      )}
    </fieldset>
  )
}

export interface MetasProps extends Pick<InputProps, 'name' | 'errorOf' | 'onBlur'> {
  readonly metas: readonly Meta[]
  readonly onChange: (metas: readonly Meta[]) => void
}

function Values({ name, metas, onChange, errorOf, onBlur }: MetasProps) {
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
            <fieldset key={meta.key} className={styles.group}>
              <legend>{meta.extras.label}</legend>
              <Values
                name={`${place}.fields`}
                metas={meta.fields ?? []}
                onChange={fields => change(at, { fields })}
                errorOf={errorOf}
                onBlur={onBlur}
              />
            </fieldset>
          )
        return (
          <div key={meta.key} className={styles[meta.extras.class ?? 'col-12']}>
            <Input
              name={`${place}.value`}
              field={fieldOfMeta(meta)}
              value={valueOf(meta)}
              onChange={given => change(at, { value: textOfMeta(given) })}
              errorOf={errorOf}
              onBlur={onBlur}
            />
          </div>
        )
      })}
    </div>
  )
}
