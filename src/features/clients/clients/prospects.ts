import { flag } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { providerFields, providerForm } from '#features/clients/clients/clients.ts'

/** Providers the office negotiates with: the same record a client is, before the contract. */
export const prospects = resource({
  path: 'prospectos',
  table: 'clients',
  text: { one: 'prospecto', many: 'prospectos', gender: 'm' },
  fields: { ...providerFields, prospect: flag('Ainda não é cliente', { writable: false }) },
  list: {
    columns: ['name', 'document', 'fantasy_name', 'phone_name', 'phone', 'empresa_responsavel'],
    sort: 'name',
    search: ['name', 'fantasy_name', 'document'],
  },
  form: providerForm,
  scope: 'empresa_responsavel',
  actions: {
    'converter-em-cliente': {
      label: 'Converter em cliente',
      confirm: 'Sai dos prospectos e passa a constar em Clientes, com tudo o que já foi preenchido.',
      to: 'clients',
    },
  },
})
