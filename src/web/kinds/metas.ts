import { choice, date, decimal, flag, longtext, money, ref, text, words, type Field } from '#kernel/field.ts'
import { metaTypeOf, type Meta } from '#kernel/meta.ts'
import { isRecord } from '#web/storage.ts'

const isMeta = (value: unknown): value is Meta =>
  isRecord(value) && typeof value.key === 'string' && typeof value.meta_type_id === 'number' && isRecord(value.extras)
/** A value as the run-time fields it is. */
export const metasIn = (value: unknown): readonly Meta[] => (Array.isArray(value) ? value.filter(isMeta) : [])

const chosenOptions = (value: string) => value.split('\n').filter(Boolean)
/** Lists the options to choose from, and the chosen ones that are offered no more. */
const optionsOf = ({ extras, value }: Meta) =>
  Object.fromEntries([...(extras.options ?? []), ...chosenOptions(value ?? '')].map(each => [each, each]))

/** The field a run-time one is drawn as. */
export function fieldOfMeta(meta: Meta): Field {
  const { label, model, hint, required = false } = meta.extras
  const said = { required, ...(hint && { hint }) }
  switch (metaTypeOf(meta)) {
    case 'textarea':
      return longtext(label, { ...said, max: 5_000 })
    case 'number':
      return decimal(label, { ...said, scale: 6 })
    case 'money':
      return money(label, said)
    case 'date':
      return date(label, said)
    case 'boolean':
      return flag(label, said)
    case 'select':
      return choice(optionsOf(meta), label, said)
    case 'multiselect':
      return { ...words(label, said), options: { ...(hint && { hint }), choices: optionsOf(meta) } }
    case 'model':
      return ref(model ?? '', label, said)
    default:
      return text(label, { ...said, max: 5_000 })
  }
}

/** What it holds, as that field has it. */
export function valueOf(meta: Meta): unknown {
  const value = meta.value ?? null
  switch (metaTypeOf(meta)) {
    case 'boolean':
      return value === 'sim'
    case 'multiselect':
      return chosenOptions(value ?? '')
    case 'number':
    case 'money':
    case 'model': {
      const number = Number(value?.replace(',', '.'))
      return value === null || Number.isNaN(number) ? value : number
    }
    default:
      return value
  }
}

/** What that field was given, as a run-time one keeps it. */
export function textOfMeta(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (Array.isArray(value)) return value.join('\n') || null
  return value === null || value === undefined || value === '' ? null : String(value)
}

/** What people call the field at a place of the wire: ['0', 'fields', '1', 'value']. */
export function metaLabel(metas: readonly Meta[], [at = '', under, ...rest]: readonly string[]): string | undefined {
  const meta = metas[Number(at)]
  return under === 'fields' && rest.length ? metaLabel(meta?.fields ?? [], rest) : meta?.extras.label
}
