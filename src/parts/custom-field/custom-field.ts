import { isDay } from '#kernel/page.ts'
import { metaTypeOf, type Meta } from '#kernel/meta.ts'

/** What is wrong with metas, by the wire's name of each: values of the wrong type, keys twice. */
export function wrongMetas(metas: readonly Meta[], at: string): Readonly<Record<string, string>> {
  const keys = metas.map(({ key }) => key)
  return Object.assign(
    {},
    ...metas.map((meta, i): Readonly<Record<string, string>> => {
      const name = `${at}.${i}`
      const value = wrongValue(meta)
      const type = metaTypeOf(meta)
      return {
        ...(keys.indexOf(meta.key) !== i && { [`${name}.key`]: 'Já há um campo com esta chave.' }),
        ...(value && { [`${name}.value`]: value }),
        ...(meta.fields?.length && type !== 'group' && { [`${name}.meta_type_id`]: 'Só um grupo tem campos dentro.' }),
        ...(type === 'model' &&
          !meta.extras.model && { [`${name}.extras.model`]: 'Escolha de que lista é o registro.' }),
        ...wrongMetas(meta.fields ?? [], `${name}.fields`),
      }
    }),
  )
}

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
    case 'group':
      return 'Um grupo não tem valor: os campos dele têm.'
    default:
      return null
  }
}

/** The fields `given` brings that `held` lacks, by their keys: what is there keeps its value. */
export const lacking = <M extends Pick<Meta, 'key'>>(held: readonly Pick<Meta, 'key'>[], given: readonly M[]) =>
  given.filter(({ key }) => !held.some(each => each.key === key))
