import { ProfileForm } from '#features/profiles/ProfileScreen.tsx'
import { profiles } from '#features/profiles/profiles.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

const ProfileCreate = () => <CreateScreen resource={profiles}>{form => <ProfileForm form={form} />}</CreateScreen>
export default ProfileCreate
