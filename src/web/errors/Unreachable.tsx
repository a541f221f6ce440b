import styles from '#web/errors/errors.module.css'

/** The first page, when not even the settings of the installation could be read. */
export const Unreachable = () => (
  <main className={styles.page} role="alert">
    <h1>O servidor não respondeu</h1>
    <p>Verifique a conexão e tente de novo. Se continuar, avise o responsável pelo sistema.</p>
    <div className={styles.acts}>
      <button type="button" onClick={() => location.reload()}>
        Tentar de novo
      </button>
    </div>
  </main>
)
