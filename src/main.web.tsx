import { accountScreens } from '#features/auth/account.screens.tsx'
import { homeScreens } from '#features/home/home.screens.tsx'
import { features } from '#features/index.ts'
import { menu } from '#features/menu.ts'
import { testScreens } from '#features/test/test.screens.tsx'
import { knowResources } from '#web/kinds/targets.ts'
import { screensOf } from '#web/screens/screens.ts'
import { start } from '#web/start.tsx'
import type { Screen } from '#web/route/screen.ts'

/** Screens a feature draws itself. */
const own: Readonly<Record<string, Parameters<typeof screensOf>[1]>> = {
  collects: { detail: () => import('#features/collects/CollectDetail.tsx') },
}

/** Every screen of the product, by address. */
const screens: readonly Screen[] = [
  ...accountScreens,
  ...homeScreens,
  ...features.flatMap(feature => screensOf(feature, own[feature.path])),
  ...testScreens,
]

knowResources(features)
void start({
  screens,
  menu,
  topbar: {
    start: () => import('#features/empresas/CompanySelect.tsx'),
    end: () => import('#features/informative/Bell.tsx'),
  },
})
