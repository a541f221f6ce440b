import type { WebFeature } from '#features/feature.web.ts'
import { incomingMails } from '#features/incoming/incoming.ts'

const ownScreens = { list: () => import('#features/incoming/IncomingScreen.tsx') } as const

export const incomingOnWeb: WebFeature = { own: { [incomingMails.path]: ownScreens } }
