import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AccountPage, Wrong } from '#features/people/auth/AccountPage.tsx'
import styles from '#features/people/auth/account.module.css'
import { directoryGrant } from '#features/people/auth/api.ts'
import { messageOf } from '#web/api-error.ts'
import { returnAddress } from '#web/route/return.ts'
import { enterBy } from '#web/session.ts'
import { forgetItem, isRecord, keys, recall } from '#web/storage.ts'
import { PageLoading } from '#web/ui/Loading.tsx'

const lost = 'Esta entrada não começou nesta aba, ou já foi usada. Entre de novo.'

/** What the directory sent back becomes a session, once: a page loaded again finds no ticket. */
async function arrive(): Promise<string> {
  const left = recall(keys.directory, isRecord)
  forgetItem(keys.directory)
  if (!left) throw new Error(lost)
  await enterBy({ grant_type: directoryGrant, ticket: String(left.ticket), answer: location.search })
  return returnAddress({ voltar: left.back })
}
let arriving: Promise<string> | null = null

/** Where the directory sends the browser back to. */
export default function DirectoryReturn() {
  const { history } = useRouter()
  const [wrong, setWrong] = useState<string | null>(null)
  useEffect(() => {
    arriving ??= arrive().finally(() => (arriving = null))
    arriving.then(
      back => history.replace(back),
      (error: unknown) => setWrong(error instanceof Error && error.message === lost ? lost : messageOf(error)),
    )
  }, [history])
  if (wrong === null) return <PageLoading />
  return (
    <AccountPage title="Não deu para entrar">
      <Wrong>{wrong}</Wrong>
      <div className={styles.links}>
        <Link to="/account/login">Voltar para a entrada</Link>
      </div>
    </AccountPage>
  )
}
