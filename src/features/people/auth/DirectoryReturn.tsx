import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { securityPath } from '#kernel/guard.ts'
import { AccountPage, Wrong } from '#features/people/auth/AccountPage.tsx'
import styles from '#features/people/auth/account.module.css'
import { directoryGrant, directoryReturn } from '#features/people/auth/directory.ts'
import { enterBy } from '#features/people/auth/enter.web.ts'
import { leaveForDirectory } from '#features/people/auth/directory.web.ts'
import { messageOf } from '#web/api-error.ts'
import { returnAddress } from '#web/route/return.ts'
import { SecondStep, secondStepIn, type GrantFields, type SecondStepFacts } from '#web/session/second.tsx'
import { sessionStore } from '#web/session/store.ts'
import { forgetItem, isRecord, keys, recall } from '#web/storage.ts'
import { PageLoading } from '#web/ui/Loading.tsx'

const lost = 'Esta entrada não começou nesta aba, ou já foi usada. Entre de novo.'
const unconfirmed = 'O diretório não confirmou quem você é. Entre de novo.'
/** Where somebody is led who proved again who they are, for another tab. */
const proved = `${directoryReturn}?confirmado=1`

/** What came of an arrival: the address to go on at, what is still to be shown for it, or why there is none. */
type Outcome =
  | { readonly wrong?: undefined; readonly back: string; readonly step: SecondStepFacts | null }
  | { readonly wrong: string }

/** What the directory sent back becomes a session, once: a page loaded again finds no ticket. */
async function arrive(): Promise<Outcome> {
  const left = recall(keys.directory, isRecord)
  forgetItem(keys.directory)
  if (!left) return { wrong: lost }
  // A session that goes on in this browser does not end by an answer that is none.
  if (new URLSearchParams(location.search).has('error')) return { wrong: unconfirmed }
  const back = returnAddress({ voltar: left.back })
  try {
    await enterBy({ grant_type: directoryGrant, ticket: String(left.ticket), answer: location.search })
    return { back, step: null }
  } catch (error) {
    const step = secondStepIn(error)
    return step ? { back, step } : { wrong: messageOf(error) }
  }
}
let arriving: Promise<Outcome> | null = null

/** Where the directory sends the browser back to, and whence it is sent to prove again who is there. */
export default function DirectoryReturn() {
  const { confirmar, confirmado }: Record<string, unknown> = useSearch({ strict: false })
  if (confirmado)
    return (
      <AccountPage title="Você confirmou quem é">
        <p>Volte para a aba em que estava e confirme lá.</p>
      </AccountPage>
    )
  return confirmar ? <Leaving /> : <Arriving />
}

function Leaving() {
  const [wrong, setWrong] = useState<string | null>(null)
  useEffect(() => {
    leaveForDirectory(proved, true).catch((error: unknown) => setWrong(messageOf(error)))
  }, [])
  return wrong === null ? <PageLoading /> : <Refused>{wrong}</Refused>
}

function Arriving() {
  const { history } = useRouter()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    arriving ??= arrive().finally(() => (arriving = null))
    void arriving.then(come => {
      if (come.wrong === undefined && !come.step) history.replace(next(come.back))
      else setOutcome(come)
    })
  }, [history])
  if (outcome?.wrong !== undefined) return <Refused>{outcome.wrong}</Refused>
  const step = outcome?.step
  if (!outcome || !step) return <PageLoading />
  const { back } = outcome
  async function enter(fields: GrantFields) {
    await enterBy(fields)
    history.replace(next(back))
  }
  return (
    <AccountPage title="Confirme que é você">
      <Suspense>
        <SecondStep
          step={step}
          enter={enter}
          onBack={why => (why === null ? history.replace('/account/login') : setOutcome({ wrong: why }))}
        />
      </Suspense>
    </AccountPage>
  )
}

/** Who is to register a second factor is led there first, while it can still wait. */
const next = (back: string) => (sessionStore.get().user?.segundo_fator_ate && back === '/' ? securityPath : back)

const Refused = ({ children }: { readonly children: string }) => (
  <AccountPage title="Não deu para entrar">
    <Wrong>{children}</Wrong>
    <div className={styles.links}>
      <Link to="/account/login">Voltar para a entrada</Link>
    </div>
  </AccountPage>
)
