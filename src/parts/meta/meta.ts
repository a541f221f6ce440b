import { choice, flag, longtext, many, text } from '#kernel/field.ts'
import { isDay } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'

/** What a field defined at run time may hold. */
export const metaTypes = {
  text: 'Texto',
  textarea: 'Texto longo',
  number: 'Número',
  money: 'Dinheiro',
  date: 'Data',
  boolean: 'Sim ou não',
  select: 'Escolha',
  multiselect: 'Várias escolhas',
  group: 'Grupo',
} as const

/** Of a grid of twelve columns. */
const widths = { 'col-12': 'Linha inteira', 'col-6': 'Metade', 'col-4': 'Um terço', 'col-3': 'Um quarto' } as const

const own = {
  key: text('Chave', { required: true, max: 60, format: 'tag' }),
  label: text('Rótulo', { required: true, max: 120 }),
  type: choice(metaTypes, 'Tipo', { required: true, default: 'text' }),
  class: choice(widths, 'Largura', { default: 'col-12' }),
  hidden: flag('Oculto'),
  options: longtext('Opções', { max: 2_000, hint: 'Uma por linha' }),
  value: longtext('Valor', { max: 5_000 }),
}
/** A field of a configuration, defined at run time; a group holds others. */
export const meta = { ...own, fields: many(own, 'Campos do grupo', { max: 50, one: 'campo' }) }

interface Meta {
  readonly key: string
  readonly type?: string
  readonly options?: string | null
  readonly value?: string | null
  readonly fields?: readonly Meta[] | null
}
const lines = (text: string | null | undefined) =>
  (text ?? '')
    .split('\n')
    .map(each => each.trim())
    .filter(Boolean)

/** What is wrong with metas, by the wire's name of each: values of the wrong type, keys twice. */
function wrongMetas(metas: readonly Meta[], at: string): Readonly<Record<string, string>> {
  const keys = metas.map(({ key }) => key)
  return Object.assign(
    {},
    ...metas.map((meta, i): Readonly<Record<string, string>> => {
      const name = `${at}.${i}`
      const value = wrongValue(meta)
      return {
        ...(keys.indexOf(meta.key) !== i && { [`${name}.key`]: 'Já há um campo com esta chave.' }),
        ...(value && { [`${name}.value`]: value }),
        ...(meta.fields?.length && meta.type !== 'group' && { [`${name}.type`]: 'Só um grupo tem campos dentro.' }),
        ...wrongMetas(meta.fields ?? [], `${name}.fields`),
      }
    }),
  )
}

function wrongValue({ type = 'text', value, options }: Meta): string | null {
  if (!value) return null
  const choices = lines(options)
  switch (type) {
    case 'number':
      return /^-?\d+([.,]\d+)?$/.test(value) ? null : 'Informe um número.'
    case 'money':
      return /^-?\d+([.,]\d{1,2})?$/.test(value) ? null : 'Informe um valor, como 1234,56.'
    case 'date':
      return isDay(value) ? null : 'Informe uma data que exista, como 2026-11-20.'
    case 'boolean':
      return value === 'sim' || value === 'não' ? null : 'Escreva sim ou não.'
    case 'select':
      return choices.includes(value) ? null : 'Escolha uma das opções.'
    case 'multiselect':
      return lines(value).every(each => choices.includes(each)) ? null : 'Escolha entre as opções, uma por linha.'
    case 'group':
      return 'Um grupo não tem valor: os campos dele têm.'
    default:
      return null
  }
}

/** The draft, once the values of its run-time fields are of the types they say. Throws a 422 otherwise. */
export function checkedMetas<T extends { readonly metas_only_father?: readonly Meta[] | undefined }>(draft: T): T {
  const wrong = wrongMetas(draft.metas_only_father ?? [], 'metas_only_father')
  if (Object.keys(wrong).length) throw invalid(wrong)
  return draft
}

/** The fields `given` brings that `held` lacks, by their keys: what is there keeps its value. */
export const lacking = <M extends Pick<Meta, 'key'>>(held: readonly Pick<Meta, 'key'>[], given: readonly M[]) =>
  given.filter(({ key }) => !held.some(each => each.key === key))
