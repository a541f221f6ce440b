import { users } from '#features/people/users/users.ts'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

const UserCreate = () => (
  <>
    <NoMail />
    <CreateScreen resource={users} />
  </>
)
export default UserCreate
