import { isDay } from '#kernel/page.ts'
import { fileOfMeta, metaTypeOf, type Meta } from '#kernel/meta.ts'

/** Values before a write, by field number: an old value may remain though its definition no longer accepts it. */
export type StoredValues = ReadonlyMap<number, string | null>

/** What is wrong with metas, by the wire's name of each: values of the wrong type, keys twice. */
export function wrongMetas(
  metas: readonly Meta[],
  at: string,
  held: StoredValues = new Map(),
): Readonly<Record<string, string>> {
  const keys = metas.map(({ key }) => key)
  return Object.assign(
    {},
    ...metas.map((meta, i): Readonly<Record<string, string>> => {
      const name = `${at}.${i}`
      const value = stands(meta, held) ? null : wrongValue(meta)
      const type = metaTypeOf(meta)
      return {
        ...(keys.indexOf(meta.key) !== i && { [`${name}.key`]: 'Já há um campo com esta chave.' }),
        ...(value && { [`${name}.value`]: value }),
        ...(meta.fields?.length && type !== 'group' && { [`${name}.meta_type_id`]: 'Só um grupo tem campos dentro.' }),
        ...(type === 'model' &&
          !meta.extras.model && { [`${name}.extras.model`]: 'Escolha de que lista é o registro.' }),
        ...wrongMetas(meta.fields ?? [], `${name}.fields`, held),
      }
    }),
  )
}

/** Whether the value is unchanged. */
export const stands = ({ id, value }: Meta, held: StoredValues) =>
  id !== undefined && held.has(id) && held.get(id) === (value ?? null)

/** What must be filled in and is not, by the wire's name of each; a yes-or-no left alone is a no. */
export const emptyMetas = (metas: readonly Meta[], at: string): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...metas.map((meta, i): Readonly<Record<string, string>> => {
      const asked = meta.extras.required && !meta.extras.hidden && !['boolean', 'group'].includes(metaTypeOf(meta))
      return {
        ...(asked && !meta.value && { [`${at}.${i}.value`]: 'Preencha este campo.' }),
        ...emptyMetas(meta.fields ?? [], `${at}.${i}.fields`),
      }
    }),
  )

/** Several choices are one text, a line each. */
export const chosenIn = (value: string | null | undefined): readonly string[] =>
  (value ?? '')
    .split('\n')
    .map(each => each.trim())
    .filter(Boolean)

function wrongValue(meta: Meta): string | null {
  const { value, extras } = meta
  if (!value) return null
  const choices = extras.options ?? []
  switch (metaTypeOf(meta)) {
    case 'number':
      return /^-?\d+([.,]\d+)?$/.test(value) ? null : 'Informe um número.'
    case 'money':
      return /^-?\d+([.,]\d{1,2})?$/.test(value) ? null : 'Informe um valor, como 1234,56.'
    case 'date':
      return isDay(value) ? null : 'Informe uma data que exista.'
    case 'boolean':
      return value === 'sim' || value === 'não' ? null : 'Informe sim ou não.'
    case 'select':
      return choices.includes(value) ? null : 'Escolha uma das opções.'
    case 'multiselect':
      return chosenIn(value).every(each => choices.includes(each)) ? null : 'Escolha entre as opções.'
    case 'model':
      return /^[1-9]\d{0,14}$/.test(value) ? null : 'Escolha um registro.'
    case 'file':
      return fileOfMeta(value) ? null : 'Envie um arquivo.'
    case 'group':
      return 'Um grupo não tem valor: os campos dele têm.'
    default:
      return null
  }
}

/** The same field for another row, which has none of the files. */
export const withoutFile = (meta: Meta): Meta => ({
  ...meta,
  value: metaTypeOf(meta) === 'file' ? null : meta.value,
  fields: (meta.fields ?? []).map(withoutFile),
})

/** A filled field that goes to an integration: what people call it, and the name it has there. */
export interface MappedValue {
  readonly label: string
  readonly key: string
  readonly value: string
}
