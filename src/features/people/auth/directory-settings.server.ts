import * as z from 'zod'
import { secretsKey } from '#parts/secret/settings.server.ts'
import { featureSetting, optional, yesNo, type Config } from '#server/config.ts'
import { WrongSettings } from '#server/environment.ts'

const issuer = featureSetting(
  'OIDC_ISSUER',
  z
    .url({ protocol: /^https?$/, error: 'deve ser o endereço do emissor, como https://login.exemplo.com.br' })
    .optional(),
  'Issuer of the directory the staff signs in with (OpenID Connect); unset: passwords alone',
)
const clientId = featureSetting('OIDC_CLIENT_ID', optional, 'How the directory knows this installation')
const clientSecret = featureSetting(
  'OIDC_CLIENT_SECRET',
  optional,
  'Secret for that; the return address to register there is `OUTORGA_URL/account/directory`',
)
const displayName = featureSetting(
  'OIDC_NAME',
  z.string().trim().min(1).max(40).default('a conta da empresa'),
  'What the button of the sign-in page calls it, after “Entrar com”',
)
const scopes = featureSetting(
  'OIDC_SCOPES',
  z.string().trim().min(1).default('openid email profile offline_access'),
  'Scopes asked for; without `offline_access` a session ends with its first access token',
)
const claim = featureSetting(
  'OIDC_CLAIM',
  z.string().trim().min(1).default('groups'),
  'Claim that names the groups of a person',
)

/** 'grupo=perfil, outro=perfil': the first group a person has counts. */
const profilePairs = z
  .string()
  .trim()
  .transform((text, context) =>
    text.split(',').flatMap(pair => {
      if (!pair.trim()) return []
      const [, group, slug] = /^\s*(.+?)\s*=\s*([a-z0-9-]+)\s*$/.exec(pair) ?? []
      if (group && slug) return [{ group, slug }]
      context.addIssue({ code: 'custom', message: 'deve ser como grupo=perfil, outro-grupo=outro-perfil' })
      return z.NEVER
    }),
  )
const profiles = featureSetting(
  'OIDC_PROFILES',
  profilePairs.default([]),
  'Profile of each group, as `grupo=slug-do-perfil, …`, the first that fits; people are created by it. Unset: profiles are chosen here, and nobody is created',
)
const byEmail = featureSetting(
  'OIDC_LINK_EMAIL',
  yesNo.default(false),
  '`1`: an account that exists is taken over by the verified e-mail of the directory; otherwise it is refused',
)
const only = featureSetting(
  'OIDC_ONLY',
  yesNo.default(false),
  '`1`: all the staff signs in by the directory alone, not only who has come in by it; an administrator’s password works while no other administrator uses the directory',
)

export const directorySettings = [
  issuer,
  clientId,
  clientSecret,
  displayName,
  scopes,
  claim,
  profiles,
  byEmail,
  only,
] as const

/** The directory of the office (OpenID Connect Core 1.0) as the settings describe it. */
export interface Directory {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly scopes: string
  readonly claim: string
  /** In the order in which they count. */
  readonly profiles: readonly { readonly group: string; readonly slug: string }[]
  readonly linksByEmail: boolean
  readonly isOnly: boolean
}

/** The directory of this installation; null without one. Throws `WrongSettings` for half of one. */
export function directoryOf(config: Config): Directory | null {
  const [given, id, secret] = [config.of(issuer), config.of(clientId), config.of(clientSecret)]
  if (!given) {
    if (config.of(only)) throw new WrongSettings('Configuração inválida:\n  - OIDC_ONLY precisa de OIDC_ISSUER.')
    return null
  }
  const parts = { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, SECRETS_KEY: config.of(secretsKey) }
  const lacking = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (!id || !secret || lacking.length)
    throw new WrongSettings(`Configuração inválida:\n  - OIDC_ISSUER precisa também de ${lacking.join(', ')}.`)
  return {
    issuer: new URL(given),
    clientId: id,
    clientSecret: secret,
    name: config.of(displayName),
    scopes: config.of(scopes),
    claim: config.of(claim),
    profiles: config.of(profiles),
    linksByEmail: config.of(byEmail),
    isOnly: config.of(only),
  }
}
