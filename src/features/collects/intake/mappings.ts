import { choice, flag, many, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { columnNames } from '#features/anatel/layouts.ts'
import { sources } from '#features/collects/intake/mapping.ts'

const target = choice(Object.fromEntries(columnNames.map(name => [name, name])), 'Coluna da Anatel', { required: true })

/** How files of a provider become Anatel's columns: agreed to once, and used again for whoever has the same system. */
export const collectMappings = resource({
  path: 'collect-mappings',
  text: { one: 'mapa de colunas', many: 'mapas de colunas', gender: 'm' },
  fields: {
    name: text('Nome', { required: true, max: 160 }),
    client: ref('clients', 'Cliente', { required: true }),
    client_system: ref('client-systems', 'Sistema'),
    kbps: flag('Velocidades sem unidade em Kbps'),
    columns: many(
      {
        target,
        source: choice(sources, 'De onde vem', { required: true }),
        content: text('Coluna do arquivo ou valor', { max: 160 }),
      },
      'Colunas',
      { max: 20 },
    ),
    translations: many(
      {
        target,
        written: text('No arquivo', { required: true, max: 160 }),
        becomes: text('Na coleta', { required: true, max: 160 }),
      },
      'Valores',
      { max: 2_000 },
    ),
  },
  list: { columns: ['name', 'client', 'client_system'], sort: 'name', search: ['name', 'client'] },
  form: [
    { title: 'Identificação', fields: ['name', 'client', 'client_system'] },
    { title: 'Colunas', fields: ['columns', 'kbps'] },
    { title: 'Valores', help: 'O que o arquivo escreve, e o que vai na coleta.', fields: ['translations'] },
  ],
  scope: 'client',
})
