import { choice, flag, lineList, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { sources, type Mapping } from '#features/regulatory/intake/mapping.ts'

/** What files are taken in for: a coleta's own, or a section's rows. */
export const intakes = {
  coleta: 'Acessos de uma coleta',
  clients: 'Clientes',
  fistels: 'Fistéis',
  collects: 'Coletas',
  stations: 'Estações',
} as const
export type Intake = keyof typeof intakes

/**
 * Maps files with other columns to ours. A confirmed one serves the client's next file, clients with the same system or, for
 * a spreadsheet of no one client, the company. Only use teaches them; wrong ones are forgotten.
 */
export const mappings = resource({
  path: 'mappings',
  text: { one: 'mapa de colunas', many: 'mapas de colunas', gender: 'm' },
  fields: {
    name: text('Nome', { required: true, max: 160 }),
    intake: choice(intakes, 'O que o arquivo traz', { required: true, default: 'coleta' }),
    client: ref('clients', 'Cliente'),
    client_system: ref('client-systems', 'Sistema'),
    empresa: ref('empresas', 'Empresa', { internal: true }),
    kbps: flag('Velocidades sem unidade em Kbps'),
    columns: lineList(
      {
        target: text('Coluna do sistema', { required: true, max: 60 }),
        source: choice(sources, 'De onde vem', { required: true }),
        content: text('Coluna do arquivo ou valor', { max: 200 }),
      },
      'Colunas',
      { max: 250 },
    ),
    left: lineList({ title: text('Coluna do arquivo', { required: true, max: 200 }) }, 'Ficam de fora', { max: 250 }),
    translations: lineList(
      {
        target: text('Coluna do sistema', { required: true, max: 60 }),
        written: text('No arquivo', { required: true, max: 200 }),
        becomes: text('No sistema', { required: true, max: 200 }),
      },
      'Valores',
      { max: 2_000 },
    ),
  },
  list: { columns: ['name', 'intake', 'client', 'client_system'], sort: 'name', search: ['name', 'client'] },
  form: [
    { title: 'Identificação', fields: ['name', 'intake', 'client', 'client_system'] },
    { title: 'Colunas', fields: ['columns', 'left', 'kbps'] },
    { title: 'Valores', help: 'O que o arquivo escreve, e o que entra no sistema.', fields: ['translations'] },
  ],
  scope: 'client',
  verbs: ['index', 'show', 'destroy', 'enable', 'disable'],
})

/** A mapping somebody agreed to before. */
export interface Remembered<Key extends string = string> {
  readonly uuid: string
  readonly name: string
  /** Whether it was learnt from this client, or company, and not from another client of the same system. */
  readonly own: boolean
  readonly mapping: Mapping<Key>
  /** Titles of the file it was agreed for that stay out. */
  readonly left: readonly string[]
}
