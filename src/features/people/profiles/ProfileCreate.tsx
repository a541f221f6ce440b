import { ProfileForm } from '#features/people/profiles/ProfileScreen.tsx'
import { profiles } from '#features/people/profiles/profiles.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

const ProfileCreate = () => <CreateScreen resource={profiles}>{form => <ProfileForm form={form} />}</CreateScreen>
export default ProfileCreate
