import type { WebFeature } from '#features/feature.web.ts'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'

const ownScreens = {
  create: () => import('#features/platform/webhooks/WebhookCreate.tsx'),
  detail: () => import('#features/platform/webhooks/WebhookScreen.tsx'),
} as const

export const webhooksOnWeb: WebFeature = { own: { [webhookEndpoints.path]: ownScreens } }
