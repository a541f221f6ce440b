import { EventTypes } from '#features/platform/webhooks/EventTypes.tsx'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import frame from '#web/form/form.module.css'
import { FieldInputs } from '#web/form/FormFrame.tsx'
import type { Form } from '#web/form/useForm.ts'

/** Where a webhook goes, and which events it receives. */
export const WebhookForm = ({ form }: { readonly form: Form }) => (
  <>
    <section className={frame.section}>
      <FieldInputs resource={webhookEndpoints} names={['name', 'url', 'empresa']} form={form} />
    </section>
    <section className={frame.section}>
      <h2>Eventos</h2>
      <p>Cada aviso leva o registro como você o vê na hora do envio; do que você não vê, nada é enviado.</p>
      <EventTypes form={form} />
    </section>
  </>
)
