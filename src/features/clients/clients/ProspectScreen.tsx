import { ProviderHelper } from '#features/clients/clients/ProviderHelper.tsx'
import { prospects } from '#features/clients/clients/prospects.ts'
import { DetailScreen, EditForm, Facts } from '#web/screens/DetailScreen.tsx'

/** A prospect: its form, until it becomes a client. */
const ProspectScreen = () => (
  <DetailScreen resource={prospects}>
    {(read, writable) =>
      writable ? (
        <EditForm
          key={read.row.uuid}
          resource={prospects}
          read={read}
          helper={form => <ProviderHelper form={form} uuid={read.row.uuid} />}
        />
      ) : (
        <Facts resource={prospects} row={read.row} />
      )
    }
  </DetailScreen>
)
export default ProspectScreen
