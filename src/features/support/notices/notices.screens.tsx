import type { WebFeature } from '#features/feature.web.ts'
import { notices } from '#parts/notice/notices.ts'

const load = () => import('#features/support/notices/NoticesScreen.tsx')

/** A notice leads elsewhere: it has no page of its own. */
export const noticesOnWeb: WebFeature = { own: { [notices.path]: { list: load, detail: load } } }
