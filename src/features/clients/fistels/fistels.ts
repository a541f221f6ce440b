import { date, flag, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** The fund account of one authorised service of a provider; its last two digits check the first nine, as a CPF's do. */
export const fistels = resource({
  path: 'fistels',
  text: { one: 'fistel', many: 'fistéis', gender: 'm' },
  fields: {
    fistel: text('Fistel', { required: true, format: 'fistel', hint: '11 dígitos, com os dois verificadores' }),
    client: ref('clients', 'Cliente', { required: true }),
    service_type: ref('service-types', 'Tipo de serviço', { required: true }),
    since: date('Responsável desde', {
      hint: 'Desde quando a consultoria entrega por este fistel. Vazio, desde o dia em que foi registrado',
    }),
    /** The first day of the fistel's tenure: `since`, or else the day of its registration. */
    held_since: date('Desde', { writable: false, derived: true }),
    show_for_client: flag('Visível para o cliente', {
      default: true,
      hint: 'Desmarcado, o cliente não vê o número, as coletas, as obrigações nem os arquivos deste fistel: quem os faz é a consultoria',
    }),
    active_anatel: flag('Ativo na Anatel', { default: true }),
  },
  list: {
    columns: ['fistel', 'client', 'service_type', 'held_since', 'active_anatel'],
    sort: 'fistel',
    search: ['fistel', 'client'],
  },
  form: [{ fields: ['client', 'fistel', 'service_type', 'since', 'active_anatel', 'show_for_client'] }],
  scope: 'client',
})
