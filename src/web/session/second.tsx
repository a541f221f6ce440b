import { lazy, type ComponentType } from 'react'
import { ApiError } from '#web/api-error.ts'
import { chunk } from '#web/route/chunk.ts'

/** What the server asks for after a right password. */
export interface SecondStepFacts {
  readonly mfa_token: string
  /** Ways to end it: 'totp', 'passkey', 'recovery'. */
  readonly methods: readonly string[]
}

/** Parameters of `/oauth/token`. */
export type GrantFields = Readonly<Record<string, string>>

export interface SecondStepProps {
  readonly step: SecondStepFacts
  /** Signs in by what was shown. Throws what the server says of it. */
  readonly enter: (fields: GrantFields) => Promise<void>
  /** Back to the password, with why where it is no wish of theirs. */
  readonly onBack: (why: string | null) => void
}

/** What a product has besides passwords; loaded where it is used. */
interface SecondFactorForms {
  readonly step: () => Promise<{ default: ComponentType<SecondStepProps> }>
  /** Asks the browser for a passkey; answers what to sign in with. */
  readonly passkey: () => Promise<{ askedPasskeyFields: (mfa_token?: string) => Promise<GrantFields> }>
}
let forms: SecondFactorForms | null = null
export const handInForms = (given: SecondFactorForms) => void (forms = given)

const handedIn = () => {
  if (!forms) throw new Error('no forms of second factors were handed in')
  return forms
}

export const SecondStep = lazy(() => chunk(() => handedIn().step()))
export const passkeyFields = async (mfa_token?: string) =>
  (await chunk(() => handedIn().passkey())).askedPasskeyFields(mfa_token)

/** Whether this browser knows passkeys. */
export const hasPasskeys = () => 'PublicKeyCredential' in window

/** The second step that a refused sign-in names; null where it was refused for good. */
export function secondStepIn(error: unknown): SecondStepFacts | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null
  const { mfa_token, methods } = Object(error.body?.data)
  return typeof mfa_token === 'string' && Array.isArray(methods) ? { mfa_token, methods: methods.map(String) } : null
}
