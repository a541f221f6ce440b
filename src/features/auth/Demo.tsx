import { IconArrowRight } from '@tabler/icons-react'
import styles from '#features/auth/account.module.css'
import type { DemoAccount } from '#web/config.ts'

interface Props {
  readonly accounts: readonly DemoAccount[]
  readonly trying: boolean
  readonly enter: (email: string, password: string) => Promise<void>
}

/** The accounts of the demonstration data, a click each. */
export const Demo = ({ accounts, trying, enter }: Props) => (
  <section className={styles.demo} aria-labelledby="demo">
    <h2 id="demo">Demonstração</h2>
    <p className="meta">Os dados são fictícios e as senhas, públicas. Escolha com quem entrar.</p>
    <ul>
      {accounts.map(({ email, password, role }) => (
        <li key={email}>
          <button type="button" disabled={trying} onClick={() => void enter(email, password)}>
            <span>
              <b>{role}</b>
              <span className="meta">
                {email} · <span className={styles.whole}>senha {password}</span>
              </span>
            </span>
            <IconArrowRight size={16} stroke={1.5} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  </section>
)
