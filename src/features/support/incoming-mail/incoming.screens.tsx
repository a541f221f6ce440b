import type { WebFeature } from '#features/feature.web.ts'
import { incomingMails } from '#features/support/incoming-mail/incoming.ts'

const ownScreens = { list: () => import('#features/support/incoming-mail/IncomingScreen.tsx') } as const

export const incomingOnWeb: WebFeature = { own: { [incomingMails.path]: ownScreens } }
