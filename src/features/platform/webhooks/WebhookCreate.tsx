import { WebhookForm } from '#features/platform/webhooks/WebhookForm.tsx'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** A new webhook; its secret is made on its own screen, where what follows is explained. */
const WebhookCreate = () => (
  <CreateScreen resource={webhookEndpoints}>{form => <WebhookForm form={form} />}</CreateScreen>
)
export default WebhookCreate
