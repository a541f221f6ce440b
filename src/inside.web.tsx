import { storedView, watchView } from '#features/clients/clients/seeing.web.ts'
import { features, tenancy } from '#features/index.ts'
import { menu } from '#features/menu.ts'
import { countDrafts, draftStore } from '#features/people/drafts/store.web.ts'
import { openDrafts } from '#web/form/draftStore.ts'
import { knowResources } from '#web/kinds/targets.ts'
import { chunk } from '#web/route/chunk.ts'
import { handInProof } from '#web/session/proof.tsx'
import { sessionStore } from '#web/session/store.ts'
import { keys, recall } from '#web/storage.ts'
import { openDesk } from '#web/table/desk.ts'
import { clientAreas, screens } from './house.web.ts'
import { latePart } from '#web/ui/latePart.tsx'

const FieldsDialog = latePart(async () => ({
  default: (await import('#features/platform/bulk/FieldsDialog.tsx')).FieldsDialog,
}))

watchView()
handInProof(() => import('#features/people/factor/ProofDialog.tsx'))
knowResources(features, tenancy)
openDesk({
  needs: ['exports.store', 'exports.file'],
  ask: async list => (await chunk(() => import('#features/platform/exports/ask.web.ts'))).askExport(list),
  act: async act => (await chunk(() => import('#features/platform/bulk/ask.web.ts'))).actOnAll(act),
  FieldsDialog,
})
openDrafts({
  screen: '/rascunhos',
  count: countDrafts,
  // It is no part of its own: one that could not be loaded as the network failed would be missing until the page is loaded again.
  store: draftStore,
})

/** Resumes waiting for exports that were requested before this page was loaded. */
function awaitExports() {
  if (sessionStore.get().user === null || !recall(keys.awaited, Array.isArray)?.length) return
  deaf()
  void import('#features/platform/exports/ask.web.ts').then(({ awaitAgain }) => awaitAgain(to => location.assign(to)))
}
const deaf = sessionStore.subscribe(awaitExports)
awaitExports()

/** These parts appear in the top bar, before the frame's own buttons and among them. */
const topbar = {
  start: async () => {
    const [{ default: CompanySelect }, { default: PaletteButton }] = await Promise.all([
      import('#features/people/empresas/CompanySelect.tsx'),
      import('#features/platform/palette/PaletteButton.tsx'),
    ])
    return {
      default: () => (
        <>
          <CompanySelect />
          <PaletteButton areas={clientAreas} />
        </>
      ),
    }
  },
  end: async () => {
    const [{ default: Bell }, { default: HelpButton }] = await Promise.all([
      import('#features/support/informative/Bell.tsx'),
      import('#features/platform/help/HelpButton.tsx'),
    ])
    const { default: Band } = storedView()
      ? await import('#features/clients/clients/SeeAsBand.tsx')
      : { default: () => null }
    return {
      default: () => (
        <>
          <Band />
          <HelpButton />
          <Bell />
        </>
      ),
    }
  },
}

export const inside = { screens, menu, topbar }
