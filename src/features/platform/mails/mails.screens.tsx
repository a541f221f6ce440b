import type { WebFeature } from '#features/feature.web.ts'
import { mails } from '#features/platform/mails/mails.ts'

const ownScreens = {
  list: () => import('#features/platform/mails/MailsScreen.tsx'),
  detail: () => import('#features/platform/mails/MailScreen.tsx'),
} as const

export const mailsOnWeb: WebFeature = { own: { [mails.path]: ownScreens } }
