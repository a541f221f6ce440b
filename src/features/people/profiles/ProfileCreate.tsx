import { ProfileForm } from '#features/people/profiles/ProfileScreen.tsx'
import { StartFrom } from '#features/people/profiles/StartFrom.tsx'
import { profiles } from '#features/people/profiles/profiles.ts'
import { textParameter, useAddress } from '#web/route/search.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** A new profile, which may begin with a model or with what another one has: '?de=<uuid>'. */
export default function ProfileCreate() {
  const [{ de }] = useAddress({ de: textParameter })
  return (
    <CreateScreen resource={profiles}>
      {form => (
        <>
          <StartFrom form={form} from={de} />
          <ProfileForm form={form} />
        </>
      )}
    </CreateScreen>
  )
}
