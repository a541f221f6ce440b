import { menu } from '#features/menu.ts'
import { start } from '#web/start.tsx'
import type { Screen } from '#web/route/screen.ts'

/** Every screen of the product, by address. */
const screens: readonly Screen[] = []

void start({ screens, menu, topbar: () => import('#features/informative/Bell.tsx') })
