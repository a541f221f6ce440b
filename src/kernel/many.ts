import type { Field, Format } from '#kernel/field.ts'
import { titleOf, type AnyResource } from '#kernel/resource.ts'

type NamedField = readonly [name: string, field: Field]
export interface OneRowField {
  readonly label: string
  readonly why: string
}

/** Forms of a value that names one thing in the world. */
const identities: ReadonlySet<Format> = new Set(['document', 'cnpj', 'fistel', 'station_number'])

/** Why a field is not given the same value in many rows; null where it may be. */
function whyOfOneRow(of: AnyResource, [name, { kind, options }]: NamedField): string | null {
  const { secret, unique, format, personal, axis } = options
  if (secret || format === 'password') return 'segredo'
  if (unique || (format && identities.has(format))) return 'não se repete'
  if (kind === 'text' && name === titleOf(of)) return 'nome do registro'
  if (personal) return 'dado pessoal'
  if (kind === 'many' || kind === 'metas') return 'lista de cada registro'
  return axis ? 'coordenada' : null
}

/** Which fields of a form may be given one value in many rows at once, in its order, and which not. `outside`: to people of clients. */
export function fieldsForMany(of: AnyResource, outside: boolean) {
  const named = of.form
    .flatMap(({ fields }) => fields)
    .flatMap((name): readonly NamedField[] => {
      const field = of.fields[name]
      return field?.writable && !(outside && field.options.internal) ? [[name, field]] : []
    })
  return {
    settable: named.filter(each => whyOfOneRow(of, each) === null),
    ofOneRow: named.flatMap((each): readonly OneRowField[] => {
      const why = whyOfOneRow(of, each)
      return why === null ? [] : [{ label: each[1].label, why }]
    }),
  }
}
