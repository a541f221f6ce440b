import type { WebFeature } from '#features/feature.web.ts'
import { mails } from '#features/mails/mails.ts'

const ownScreens = {
  list: () => import('#features/mails/MailsScreen.tsx'),
  detail: () => import('#features/mails/MailScreen.tsx'),
} as const

export const mailsOnWeb: WebFeature = { own: { [mails.path]: ownScreens } }
