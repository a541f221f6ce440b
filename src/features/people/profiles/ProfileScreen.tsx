import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can, type Audience } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { FactorDemand } from '#features/people/profiles/FactorDemand.tsx'
import { NewPermissions } from '#features/people/profiles/NewPermissions.tsx'
import { Permissions } from '#features/people/profiles/Permissions.tsx'
import { profiles } from '#features/people/profiles/profiles.ts'
import { FieldInputs } from '#web/form/FormFrame.tsx'
import type { Form } from '#web/form/useForm.ts'
import { DetailScreen, EditForm, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import frame from '#web/form/form.module.css'
import styles from '#features/people/profiles/permissions.module.css'

const meanings: Readonly<Record<Audience, string>> = {
  equipe:
    'Quem tem este perfil é da casa: vê todos os clientes da empresa em que trabalha, ou de todas as empresas se o seu cadastro não disser uma.',
  clientes:
    'Quem tem este perfil é de fora da casa: vê só os clientes a que está ligado, e nada do que é interno da equipe.',
}
const meaningOf = (audience: unknown) => meanings[audience === 'equipe' ? 'equipe' : 'clientes']

/** The name of a profile, whom it is for, and everything it may do. */
export const ProfileForm = ({ form }: { readonly form: Form }) => (
  <>
    <section className={frame.section}>
      <FieldInputs resource={profiles} names={['name', 'audience']} form={form} />
      <p className={styles.meaning} role="status">
        {meaningOf(form.values.audience)}
      </p>
    </section>
    <section className={frame.section}>
      <h2>Permissões</h2>
      <p>Valem a partir do próximo pedido de quem tem este perfil; o menu acompanha.</p>
      <Permissions form={form} />
    </section>
  </>
)

/** In the place of a form: there is nothing to tick, for all of it is. */
const Everything = ({ id }: { readonly id: number }) => (
  <section className={frame.section}>
    <h2>Pode tudo, e não muda</h2>
    <p>
      É o perfil dos superadministradores. Tem todas as permissões, também as que novas versões trazem, vê os clientes
      da empresa em que se trabalha, ou de todas, e é o único que altera perfis. Por isso fica como está: é com ele que
      se consertam os outros.
    </p>
    <p>Para alguém poder menos, escolha outro perfil no cadastro da pessoa.</p>
    <Link to={`/users?filter[profile_id]=${id}`}>Ver quem tem este perfil</Link>
  </section>
)

/** Opens a new profile that begins with what this one has. */
function Duplicate({ row }: { readonly row: ReadRow['row'] }) {
  if (!can(useUser(), callsOf(profiles).create.id) || row.is_admin) return null
  return (
    <Button component={Link} to={`/profiles/create?de=${row.uuid}`} variant="default">
      Duplicar
    </Button>
  )
}

/** A profile; that of the superadministrators holds everything, and does not change. */
const ProfileScreen = () => (
  <DetailScreen resource={profiles} acts={row => <Duplicate row={row} />}>
    {(read, writable) =>
      writable && !read.row.is_admin ? (
        <>
          <FactorDemand uuid={read.row.uuid} />
          <NewPermissions row={read.row} />
          <EditForm key={read.row.uuid} resource={profiles} read={read}>
            {form => <ProfileForm form={form} />}
          </EditForm>
        </>
      ) : (
        <>
          <FactorDemand uuid={read.row.uuid} />
          {read.row.is_admin === true ? (
            <Everything id={read.row.id} />
          ) : (
            <>
              <p className={styles.meaning}>{meaningOf(read.row.audience)}</p>
              <Facts resource={profiles} row={read.row} />
            </>
          )}
        </>
      )
    }
  </DetailScreen>
)
export default ProfileScreen
