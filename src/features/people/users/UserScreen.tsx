import { useParams } from '@tanstack/react-router'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import type { Area } from '#parts/areas/area.web.ts'
import { AreasScreen } from '#parts/areas/AreasScreen.tsx'
import { InvitationLink } from '#features/people/users/InvitationLink.tsx'
import { PersonFacts } from '#features/people/users/PersonFacts.tsx'
import { Profile } from '#features/people/users/Profile.tsx'
import { users } from '#features/people/users/users.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord, keys, recall } from '#web/storage.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'

/** One's own profile, or the record of somebody else; `areas` are what each feature shows beside the form. */
export const userScreen = (areas: readonly Area[]) =>
  function UserScreen() {
    const { uuid } = useParams({ strict: false })
    const isOwn = uuid === useUser().uuid
    if (isOwn && recall(keys.seeing, isRecord)) return <HiddenProfile />
    return isOwn ? (
      <Profile />
    ) : (
      <>
        <NoMail />
        <AreasScreen
          resource={users}
          facts={row => <PersonFacts row={row} />}
          acts={row => <InvitationLink uuid={row.uuid} active={row.active} />}
          areas={areas}
          overview
        />
      </>
    )
  }

/** What is somebody's alone is not shown to who looks through their eyes. */
const HiddenProfile = () => (
  <Page title="Meu perfil">
    <EmptyState
      title="Isto é só da própria pessoa"
      text="Dados pessoais, senha, acessos e calendário não aparecem na visão do cliente."
    />
  </Page>
)
