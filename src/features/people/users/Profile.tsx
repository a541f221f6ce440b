import { Link, useNavigate } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { securityPath } from '#kernel/guard.ts'
import { OwnData } from '#features/people/users/OwnData.tsx'
import { OwnPassword } from '#features/people/users/OwnPassword.tsx'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { NoticeChoices } from '#parts/notice/NoticeChoices.tsx'
import { useUser } from '#web/session/store.ts'
import { Page } from '#web/ui/Page.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/people/users/profile.module.css'

/** What one may see and change of oneself. Who must choose a new password does that first. */
export function Profile() {
  const user = useUser()
  const go = useNavigate()
  if (user.redefinir_senha_apos_login)
    return (
      <Page title="Escolher nova senha">
        <div className={styles.profile}>
          <section>
            <Band tone="info">
              Sua senha foi definida por outra pessoa. Escolha uma que só você conheça para continuar; o resto do
              sistema abre em seguida.
            </Band>
            <OwnPassword onSaved={() => void go({ to: '/', replace: true })} />
          </section>
        </div>
      </Page>
    )
  return (
    <Page
      title="Meu perfil"
      facts={
        <>
          <span>{user.email}</span>
          <span>{user.profile.name}</span>
        </>
      }
    >
      <div className={styles.profile}>
        <section>
          <h2>Dados pessoais</h2>
          <OwnData />
        </section>
        <section>
          <h2>Senha</h2>
          <OwnPassword />
        </section>
        {can(user, 'notices.index') && (
          <section id="avisos">
            <h2>Avisos</h2>
            <NoMail />
            <NoticeChoices />
          </section>
        )}
        <section>
          <h2>Segurança</h2>
          <p>
            O segundo fator, as chaves de acesso e onde você está conectado ficam em{' '}
            <Link to={securityPath}>Segurança</Link>.
          </p>
        </section>
        <section>
          <h2>Tokens</h2>
          <p className="meta">
            Com um token, uma planilha, um script ou outro sistema trabalha em seu nome, só no que você escolher.
          </p>
          <Link to="/meus-tokens">Ver e criar tokens</Link>
        </section>
      </div>
    </Page>
  )
}
