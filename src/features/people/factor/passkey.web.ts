import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { beginPasskey, beginPasskeySignIn, beginProof } from '#features/people/factor/api.ts'
import { grantTypes } from '#features/people/factor/factors.ts'
import { ApiError } from '#web/api-error.ts'
import { sendCall } from '#web/call.ts'
import type { GrantFields } from '#web/session/second.tsx'

/** Asks the browser for a passkey to sign in with: after the password, or alone. Throws, in words for the user, why there is none. */
export async function askedPasskeyFields(mfa_token?: string): Promise<GrantFields> {
  const body = mfa_token === undefined ? {} : { mfa_token }
  const { data } = await sendCall(beginPasskeySignIn, { body }, { quiet: true, anonymous: true })
  const passkey = JSON.stringify(await shownPasskey(data))
  return mfa_token === undefined
    ? { grant_type: grantTypes.passkey, passkey }
    : { grant_type: grantTypes.secondFactor, mfa_token, passkey }
}

/** The same for who is signed in, to prove that they are there. */
export async function passkeyProof() {
  const { data } = await sendCall(beginProof, {}, { quiet: true })
  return shownPasskey(data)
}

/** Has the browser make a passkey. */
export async function madePasskey() {
  const { data } = await sendCall(beginPasskey, {}, { quiet: true })
  return inWords(startRegistration({ optionsJSON: data as PublicKeyCredentialCreationOptionsJSON }))
}

const shownPasskey = (options: object) =>
  inWords(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))

async function inWords<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (cause) {
    throw new ApiError(400, reasonOf(cause), null, cause)
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'Este aparelho já tem uma chave de acesso desta conta.'
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'SecurityError')
    return 'Chaves de acesso só funcionam no endereço oficial do sistema. Confira o endereço no alto do navegador.'
  return 'A chave de acesso não foi usada: o pedido foi cancelado, ou o tempo acabou.'
}
