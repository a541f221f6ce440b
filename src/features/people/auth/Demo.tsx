import { IconArrowRight } from '@tabler/icons-react'
import { List } from '#web/ui/List.tsx'
import styles from '#features/people/auth/account.module.css'
import type { DemoAccount } from '#web/config.ts'

interface Props {
  readonly accounts: readonly DemoAccount[]
  readonly trying: boolean
  readonly enter: (email: string, password: string) => Promise<void>
}

/** The accounts of the demonstration data: the page shows their shared password once and signs into each with a click. */
export const Demo = ({ accounts, trying, enter }: Props) => (
  <section className={styles.demo} aria-labelledby="demo">
    <h2 id="demo">Demonstração</h2>
    <p className="meta">
      Os dados são fictícios e a senha de todos, pública: <span className={styles.whole}>{accounts[0]?.password}</span>
    </p>
    <details>
      <summary>Escolher com quem entrar</summary>
      <List boxed>
        {accounts.map(({ email, password, role }) => (
          <li key={email}>
            <button type="button" disabled={trying} onClick={() => void enter(email, password)}>
              <span>
                <b>{role}</b>
                <span className="meta">{email}</span>
              </span>
              <IconArrowRight size={16} stroke={1.5} aria-hidden />
            </button>
          </li>
        ))}
      </List>
    </details>
  </section>
)
