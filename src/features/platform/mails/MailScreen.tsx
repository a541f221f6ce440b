import { Link } from '@tanstack/react-router'
import { showInstant } from '#kernel/show.ts'
import { mails } from '#features/platform/mails/mails.ts'
import { MailState } from '#features/platform/mails/MailState.tsx'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { DetailScreen, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/platform/mails/mails.module.css'

/** A mail: its state and the reason, its subject, and each try. */
export default function MailScreen() {
  return (
    <DetailScreen
      resource={mails}
      facts={row => (
        <span className={styles.facts}>
          <MailState state={row.state} />
          <span>
            Pedido em <time dateTime={row.created_at}>{showInstant(row.created_at)}</time>
          </span>
          {typeof row.about_path === 'string' && (
            <Link to={row.about_path}>{String(row.about ?? 'Ver o assunto')}</Link>
          )}
        </span>
      )}
    >
      {read => <Whole read={read} />}
    </DetailScreen>
  )
}

function Whole({ read: { row } }: { readonly read: ReadRow }) {
  const going = row.state === 'aguardando' || row.state === 'enviando'
  useFollowed(mails.path, going)
  return (
    <>
      {typeof row.error === 'string' && (
        <Band
          className={styles.way}
          tone={row.state === 'dispensado' ? 'info' : going ? 'atencao' : 'erro'}
          role="status"
        >
          {row.error}
          {row.state === 'aguardando' &&
            typeof row.next_at === 'string' &&
            ` Nova tentativa em ${showInstant(row.next_at)}.`}
        </Band>
      )}
      <Facts resource={mailFacts} row={row} />
    </>
  )
}

/** The page shows these above. */
const above: ReadonlySet<string> = new Set(['state', 'error', 'next_at', 'about'])
const mailFacts = {
  ...mails,
  form: mails.form.map(section => ({ ...section, fields: section.fields.filter(name => !above.has(name)) })),
}
