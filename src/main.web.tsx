import { features } from '#features/index.ts'
import { menu } from '#features/menu.ts'
import { knowResources } from '#web/kinds/targets.ts'
import { start } from '#web/start.tsx'
import { openDesk } from '#web/table/desk.ts'
import { screens } from './house.web.ts'

knowResources(features)
openDesk({
  needs: ['exports.store', 'exports.file'],
  ask: async list => (await import('#features/jobs/ask.web.ts')).askExport(list),
})
void start({
  screens,
  menu,
  topbar: {
    start: () => import('#features/empresas/CompanySelect.tsx'),
    end: () => import('#features/informative/Bell.tsx'),
  },
})
