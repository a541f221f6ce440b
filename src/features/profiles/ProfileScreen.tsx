import { Permissions } from '#features/profiles/Permissions.tsx'
import { profiles } from '#features/profiles/profiles.ts'
import { FieldInputs } from '#web/form/FormFrame.tsx'
import type { Form } from '#web/form/useForm.ts'
import { DetailScreen, EditForm, Facts } from '#web/screens/DetailScreen.tsx'
import frame from '#web/form/form.module.css'

/** The name of a profile, and everything it may do. */
export const ProfileForm = ({ form }: { readonly form: Form }) => (
  <>
    <section className={frame.section}>
      <FieldInputs resource={profiles} names={['name']} form={form} />
    </section>
    <section className={frame.section}>
      <h2>Permissões</h2>
      <p>Valem a partir do próximo pedido de quem tem este perfil; o menu acompanha.</p>
      <Permissions form={form} />
    </section>
  </>
)

/** A profile; that of the superadministrators holds everything, and does not change. */
const ProfileScreen = () => (
  <DetailScreen resource={profiles}>
    {(read, writable) =>
      writable && !read.row.is_admin ? (
        <EditForm key={read.row.uuid} resource={profiles} read={read}>
          {form => <ProfileForm form={form} />}
        </EditForm>
      ) : (
        <>
          {read.row.is_admin === true && (
            <p className={frame.band}>O perfil dos superadministradores pode tudo, e não muda.</p>
          )}
          {read.row.is_admin !== true && <Facts resource={profiles} row={read.row} />}
        </>
      )
    }
  </DetailScreen>
)
export default ProfileScreen
