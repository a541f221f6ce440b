import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { choice, flag, text, words, type Field } from '#kernel/field.ts'
import { metaTypeId, metaTypeIds, metaTypeOf, metaTypes, metaWidths, type Extras, type Meta } from '#kernel/meta.ts'
import { replaceAt } from '#kernel/list.ts'
import { Input } from '#web/kinds/Input.tsx'
import type { MetasProps } from '#web/kinds/MetasInput.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#web/kinds/metas.module.css'

const key = text('Chave', { required: true, max: 30, format: 'tag' })
const label = text('Rótulo', { required: true, max: 120 })
const type = choice(metaTypes, 'Tipo', { required: true })
const width = choice(metaWidths, 'Largura', { required: true })
const hidden = flag('Oculto')
const internal = text('Chave interna', { max: 30, format: 'tag' })
const options = words('Opções', { max: 200 })
const model = text('De que lista', { required: true, max: 60, hint: 'Como no endereço: plans, clients…' })

const idOf = (slug: unknown) => metaTypeIds.find(id => metaTypeOf({ meta_type_id: id }) === slug) ?? metaTypeId('text')
const fresh: Meta = { key: '', meta_type_id: metaTypeId('text'), extras: { label: '' } }

/** What each field is: its key, its name, its type. Only a group has others under it. */
export function MetasDefinition({
  name,
  metas,
  onChange,
  errorOf,
  onBlur,
  deep = 0,
}: MetasProps & { readonly deep?: number }) {
  const remove = (at: number) => {
    onChange(metas.toSpliced(at, 1))
    toast('Campo retirado', { type: 'info', undo: () => onChange(metas) })
  }
  return (
    <div className={styles.definition}>
      {metas.map((meta, at) => {
        const place = `${name}.${at}`
        const slug = metaTypeOf(meta)
        const change = (more: Partial<Meta>) => onChange(replaceAt(metas, at, { ...meta, ...more }))
        const extra = (more: Partial<Extras>) => change({ extras: { ...meta.extras, ...more } })
        const draw = (under: string, field: Field, value: unknown, onGiven: (given: unknown) => void) => (
          <Input
            name={`${place}.${under}`}
            field={field}
            value={value}
            onChange={onGiven}
            errorOf={errorOf}
            onBlur={onBlur}
          />
        )
        const said = (given: unknown) => (typeof given === 'string' ? given : '')
        return (
          // A key is being typed: its place tells a field from the others.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={meta.id ?? `new-${at}`} className={styles.line}>
            <fieldset className={styles.cells} aria-label={meta.extras.label || `Campo ${at + 1}`}>
              {draw('extras.label', label, meta.extras.label, given => extra({ label: said(given) }))}
              {draw('key', key, meta.key, given => change({ key: said(given) }))}
              {draw('meta_type_id', type, slug, given => change({ meta_type_id: idOf(given), value: null }))}
              {draw('extras.class', width, meta.extras.class ?? 'col-12', given =>
                extra({ class: given === 'col-6' || given === 'col-4' || given === 'col-3' ? given : 'col-12' }),
              )}
              {(slug === 'select' || slug === 'multiselect') &&
                draw('extras.options', options, meta.extras.options ?? [], given =>
                  extra({ options: Array.isArray(given) ? given.map(String) : [] }),
                )}
              {slug === 'model' &&
                draw('extras.model', model, meta.extras.model, given => extra({ model: said(given) || null }))}
              {draw('internal_key', internal, meta.internal_key, given =>
                change({ internal_key: said(given) || null }),
              )}
              {draw('extras.hidden', hidden, meta.extras.hidden ?? false, given => extra({ hidden: given === true }))}
            </fieldset>
            <ActionIcon aria-label={`Retirar ${meta.extras.label || 'o campo'}`} onClick={() => remove(at)}>
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
            {slug === 'group' && deep < 2 && (
              <div className={styles.below}>
                <MetasDefinition
                  name={`${place}.fields`}
                  metas={meta.fields ?? []}
                  onChange={fields => change({ fields })}
                  errorOf={errorOf}
                  onBlur={onBlur}
                  deep={deep + 1}
                />
              </div>
            )}
          </div>
        )
      })}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
        onClick={() => onChange([...metas, fresh])}
      >
        {deep ? 'Adicionar campo ao grupo' : 'Adicionar campo'}
      </Button>
    </div>
  )
}
