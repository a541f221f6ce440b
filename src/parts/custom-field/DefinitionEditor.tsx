import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { choice, flag, text, words, type Field } from '#kernel/field.ts'
import {
  metaDepth,
  metaTypeId,
  metaTypeIds,
  metaTypeOf,
  metaTypes,
  metaWidths,
  type Extras,
  type Meta,
} from '#kernel/meta.ts'
import { insertAt, removeAt, replaceAt } from '#kernel/list.ts'
import { Input } from '#web/kinds/Input.tsx'
import type { MetasProps } from '#web/kinds/MetasInput.tsx'
import styles from '#parts/custom-field/definition.module.css'

const label = text('Rótulo', { required: true, max: 120 })
const key = text('Chave', { required: true, max: 30, format: 'tag' })
const type = choice(metaTypes, 'Tipo', { required: true })
const width = choice(metaWidths, 'Largura', { required: true })
const hint = text('Ajuda', { max: 300 })
const internal = text('Chave interna', { max: 30, format: 'tag' })
const options = words('Opções', { max: 200, hint: 'Uma por vez, com Enter' })
const required = flag('Obrigatório')
const hidden = flag('Oculto')

const idOf = (slug: unknown) => metaTypeIds.find(id => metaTypeOf({ meta_type_id: id }) === slug) ?? metaTypeId('text')
const fresh: Meta = { key: '', meta_type_id: metaTypeId('text'), extras: { label: '' } }
const textIn = (given: unknown) => (typeof given === 'string' ? given : '')

interface Props extends MetasProps {
  /** Sections a field may pick a row of: their paths, with what people call them. */
  readonly models: Readonly<Record<string, string>>
  readonly deep?: number
}

/** What each field is: its name, its type, its place. Only a group has others under it. */
export function DefinitionEditor({ name, metas, models, onChange, errorOf, onBlur, deep = 0 }: Props) {
  const move = (at: number, to: number) => {
    const meta = metas[at]
    if (meta) onChange(insertAt(removeAt(metas, at), to, meta))
  }
  return (
    <div className={styles.definition}>
      {metas.map((meta, at) => (
        // A key changes as it is typed, so the index identifies a field.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={meta.id ?? `new-${at}`} className={styles.line}>
          <DefinedField
            name={`${name}.${at}`}
            title={meta.extras.label || `Campo ${at + 1}`}
            meta={meta}
            models={models}
            errorOf={errorOf}
            onBlur={onBlur}
            onChange={changed => onChange(replaceAt(metas, at, changed))}
          />
          <Group gap={4} className={styles.acts ?? ''}>
            <Act label={`Subir ${meta.extras.label}`} icon={IconArrowUp} off={at === 0} run={() => move(at, at - 1)} />
            <Act
              label={`Descer ${meta.extras.label}`}
              icon={IconArrowDown}
              off={at === metas.length - 1}
              run={() => move(at, at + 1)}
            />
            <Act
              label={`Retirar ${meta.extras.label || 'o campo'}`}
              icon={IconTrash}
              run={() => onChange(removeAt(metas, at))}
            />
          </Group>
          {metaTypeOf(meta) === 'group' && deep + 1 < metaDepth && (
            <div className={styles.below}>
              <DefinitionEditor
                name={`${name}.${at}.fields`}
                metas={meta.fields ?? []}
                models={models}
                onChange={fields => onChange(replaceAt(metas, at, { ...meta, fields }))}
                errorOf={errorOf}
                onBlur={onBlur}
                deep={deep + 1}
              />
            </div>
          )}
        </div>
      ))}
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

interface OrderActProps {
  readonly label: string
  readonly icon: typeof IconTrash
  readonly off?: boolean
  readonly run: () => void
}
const Act = ({ label: called, icon: Icon, off = false, run }: OrderActProps) => (
  <ActionIcon aria-label={called} disabled={off} onClick={run}>
    <Icon size={16} stroke={1.5} aria-hidden />
  </ActionIcon>
)

interface DefinedProps extends Pick<Props, 'name' | 'models' | 'errorOf' | 'onBlur'> {
  readonly title: string
  readonly meta: Meta
  readonly onChange: (meta: Meta) => void
}
function DefinedField({ name, title, meta, models, errorOf, onBlur, onChange }: DefinedProps) {
  const slug = metaTypeOf(meta)
  const { extras } = meta
  const change = (more: Partial<Meta>) => onChange({ ...meta, ...more })
  const extra = (more: Partial<Extras>) => change({ extras: { ...extras, ...more } })
  const draw = (under: string, field: Field, value: unknown, onGiven: (given: unknown) => void) => (
    <Input name={`${name}.${under}`} field={field} value={value} onChange={onGiven} errorOf={errorOf} onBlur={onBlur} />
  )
  const model = choice(models, 'De que lista', { required: true })
  return (
    <fieldset className={styles.cells} aria-label={title}>
      {draw('extras.label', label, extras.label, given => extra({ label: textIn(given) }))}
      {draw('key', key, meta.key, given => change({ key: textIn(given) }))}
      {draw('meta_type_id', type, slug, given => change({ meta_type_id: idOf(given) }))}
      {(slug === 'select' || slug === 'multiselect') &&
        draw('extras.options', options, extras.options ?? [], given =>
          extra({ options: Array.isArray(given) ? given.map(String) : [] }),
        )}
      {slug === 'model' && draw('extras.model', model, extras.model, given => extra({ model: textIn(given) || null }))}
      {draw('extras.class', width, extras.class ?? 'col-12', given =>
        extra({ class: given === 'col-6' || given === 'col-4' || given === 'col-3' ? given : 'col-12' }),
      )}
      {draw('extras.hint', hint, extras.hint, given => extra({ hint: textIn(given) || null }))}
      {draw('internal_key', internal, meta.internal_key, given => change({ internal_key: textIn(given) || null }))}
      {slug !== 'group' &&
        slug !== 'boolean' &&
        draw('extras.required', required, extras.required ?? false, given => extra({ required: given === true }))}
      {draw('extras.hidden', hidden, extras.hidden ?? false, given => extra({ hidden: given === true }))}
    </fieldset>
  )
}
