import { features } from '#features/index.ts'
import { menu } from '#features/menu.ts'
import { knowResources } from '#web/kinds/targets.ts'
import { start } from '#web/start.tsx'
import { screens } from './house.web.ts'

knowResources(features)
void start({
  screens,
  menu,
  topbar: {
    start: () => import('#features/empresas/CompanySelect.tsx'),
    end: () => import('#features/informative/Bell.tsx'),
  },
})
