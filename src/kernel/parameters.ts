import { filterName, listTests, testsOf, type FilterTest } from '#kernel/condition.ts'
import type { Field } from '#kernel/field.ts'
import { valueJson, type JsonSchema } from '#kernel/json.ts'
import { columnOf, listedFields } from '#kernel/page.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'

interface ListParameter {
  /** What the document calls it. */
  readonly key: string
  readonly parameter: JsonSchema
}

const commonParameters: readonly (readonly [name: string, description: string, schema: JsonSchema])[] = [
  ['page', 'Página, a partir de 1', { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 }],
  ['per_page', 'Linhas por página', { type: 'integer', minimum: 1, maximum: 100, default: 25 }],
  ['pagination', '`false` traz todas as linhas, até 10.000', { type: 'boolean', default: true }],
  [
    'search',
    'Busca cada palavra, em qualquer ordem, sem distinguir acentos nem maiúsculas',
    { type: 'string', maxLength: 200 },
  ],
  [
    'any',
    'Os que têm um destes valores inteiro em uma coluna pesquisada, separados por vírgula, até 500',
    { type: 'string', examples: ['1,2'] },
  ],
  [
    'trashed',
    '`true` traz só os excluídos, cada um com quem excluiu (`deleted_by`), para quem pode excluir',
    { type: 'boolean', default: false },
  ],
  ['active', 'Só ativos, só inativos ou todos', { type: 'string', enum: ['true', 'false', 'all'], default: 'all' }],
]

/** Builds the query parameters of a list: those every list takes, its order, and a filter of each field. */
export function listParameters(resource: AnyResource): readonly ListParameter[] {
  const keys = [
    'id',
    'created_at',
    'updated_at',
    ...Object.entries(resource.fields).map(([name, field]) => keyOf(name, field)),
  ]
  const filtered = keys.flatMap(key => {
    const field = columnOf(resource, key)
    return field ? testsOf(field).map(test => filterOf(resource, key, field, test)) : []
  })
  return [
    ...commonParameters.map(([name, description, schema]) => ({
      key: name,
      parameter: { name, in: 'query', required: false, description, schema },
    })),
    {
      key: `${resource.path}.sort`,
      parameter: {
        name: 'sort',
        in: 'query',
        required: false,
        description: `Até 5 campos separados por vírgula; \`-\` antes inverte: ${sortable(resource).join(', ')}`,
        schema: { type: 'string' },
      },
    },
    {
      key: `${resource.path}.columns`,
      parameter: {
        name: 'columns',
        in: 'query',
        required: false,
        description: `Só estas colunas, separadas por vírgula; sem isto, todas: ${listable(resource).join(', ')}`,
        schema: { type: 'string' },
      },
    },
    ...filtered,
    {
      key: 'or',
      parameter: {
        name: 'or[1][id]',
        in: 'query',
        required: false,
        description:
          'Alternativas: as condições de mesmo número, de 1 a 9, valem quando ao menos uma vale. Escrevem-se como as de `filter`: `or[1][campo][condição]`',
        schema: { type: 'integer' },
      },
    },
  ]
}

const sortable = (resource: AnyResource) =>
  ['id', 'created_at', 'updated_at', ...Object.keys(resource.fields)].filter(name => columnOf(resource, name))

const listable = (resource: AnyResource) => listedFields(resource, false).map(([name]) => name)

const testWords: Readonly<Record<FilterTest, string>> = {
  eq: 'igual; vazio traz os sem valor',
  gte: 'a partir de',
  lte: 'até',
  in: 'um destes, separados por vírgula',
  is: 'um destes, separados por vírgula, sem distinguir acentos nem maiúsculas',
  not: 'nenhum destes, separados por vírgula; traz também os sem valor',
  contains: 'contém, sem distinguir acentos nem maiúsculas',
  starts: 'começa com, sem distinguir acentos nem maiúsculas',
  gt: 'depois de',
  lt: 'antes de',
  empty: 'true: sem valor; false: com valor',
}

/** Gives two values as an example for `in`. */
const exampleOf = ({ kind, options: { choices = {} } }: Field) =>
  kind === 'choice'
    ? Object.keys(choices).slice(0, 2).join(',')
    : kind === 'date' || kind === 'instant'
      ? 'ontem,hoje'
      : '1,2'

function filterOf(resource: AnyResource, key: string, field: Field, test: FilterTest): ListParameter {
  const value =
    field.kind === 'ref'
      ? {
          type: 'integer',
          description: `Código em ${field.options.to}; de uma pessoa, @eu é quem pede; de uma empresa, @minha-empresa é a que se vê`,
        }
      : field.kind === 'instant'
        ? {
            type: 'string',
            description:
              'ISO 8601 com o fuso; ou AAAA-MM-DD, o dia inteiro em Brasília; ou hoje, ontem, esta-semana, este-mes, mes-passado',
          }
        : valueJson(field)
  return {
    key: `${resource.path}.filter.${key}.${test}`,
    parameter: {
      name: filterName(key, test),
      in: 'query',
      required: false,
      description: `${field.label}: ${testWords[test]}`,
      schema:
        test === 'empty'
          ? { type: 'boolean' }
          : listTests.has(test)
            ? { type: 'string', examples: [exampleOf(field)] }
            : test === 'contains' || test === 'starts'
              ? { type: 'string', maxLength: 255, examples: ['1'] }
              : value,
    },
  }
}
