import { instant, readOnly, ref, text, words } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** An address outside that is sent what changes, with the rights of its owner. What signs its messages is no field: it is shown once. */
export const webhookEndpoints = resource({
  path: 'webhook-endpoints',
  text: { one: 'webhook', many: 'webhooks', gender: 'm' },
  fields: {
    name: text('Nome', { required: true, max: 80, hint: 'Quem recebe: o sistema do financeiro' }),
    url: text('Endereço', { required: true, max: 500, format: 'url', hint: 'Começa com https:// e é público' }),
    types: words('Eventos', { max: 100, hint: 'O que é avisado' }),
    user: ref('users', 'Dono', { ...readOnly, told: true }),
    empresa: ref('empresas', 'Empresa', { hint: 'Só o que é dela; sem nenhuma, tudo o que o dono vê' }),
    secret_at: instant('Segredo desde', readOnly),
    former_until: instant('O segredo anterior assina até', readOnly),
    succeeded_at: instant('Última entrega', readOnly),
    failing_since: instant('Falha desde', readOnly),
    stopped: text('Por que parou', { ...readOnly, max: 255 }),
  },
  list: { columns: ['name', 'url', 'user', 'succeeded_at', 'failing_since'], sort: 'name', search: ['name', 'url'] },
  form: [
    { fields: ['name', 'url', 'empresa', 'types'] },
    { title: 'Andamento', fields: ['user', 'secret_at', 'succeeded_at', 'failing_since', 'stopped'] },
  ],
  scope: 'empresa',
})
