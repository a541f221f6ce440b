import { ProviderHelper } from '#features/clients/clients/ProviderHelper.tsx'
import type { AnyResource } from '#kernel/resource.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** A new provider, client or prospect: its form, with who looks like it and what the registry says. */
export const providerCreate = (resource: AnyResource) =>
  function ProviderCreate() {
    return <CreateScreen resource={resource} helper={form => <ProviderHelper form={form} />} />
  }
