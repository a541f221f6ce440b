import { useParams } from '@tanstack/react-router'
import { HeldWork } from '#features/team/HeldWork.tsx'
import { Profile } from '#features/users/Profile.tsx'
import { users } from '#features/users/users.ts'
import { DetailScreen } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'

/** One's own profile, or somebody else's record. */
export default function UserScreen() {
  const { uuid } = useParams({ strict: false })
  return uuid === useUser().uuid ? (
    <Profile />
  ) : (
    <DetailScreen resource={users} facts={row => <HeldWork id={row.id} />} />
  )
}
