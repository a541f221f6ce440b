import { accountScreens } from '#features/auth/account.screens.tsx'
import { menu } from '#features/menu.ts'
import { start } from '#web/start.tsx'
import type { Screen } from '#web/route/screen.ts'

/** Every screen of the product, by address. */
const screens: readonly Screen[] = [...accountScreens]

void start({
  screens,
  menu,
  topbar: {
    start: () => import('#features/empresas/CompanySelect.tsx'),
    end: () => import('#features/informative/Bell.tsx'),
  },
})
