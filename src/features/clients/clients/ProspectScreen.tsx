import { ProviderHelper } from '#features/clients/clients/ProviderHelper.tsx'
import { prospects } from '#features/clients/clients/prospects.ts'
import { AreasScreen } from '#parts/areas/AreasScreen.tsx'

/** A prospect: what is known of it, until it becomes a client. */
const ProspectScreen = () => (
  <AreasScreen
    resource={prospects}
    areas={[]}
    overview
    helper={(form, row) => <ProviderHelper form={form} uuid={row.uuid} />}
  />
)
export default ProspectScreen
