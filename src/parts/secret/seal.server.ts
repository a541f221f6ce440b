import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { problem } from '#kernel/problem.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import type { Config } from '#server/config.ts'

/** An installation needs this to store secrets. */
export const noSecretsKey =
  'Para guardar certificados, chaves e segundos fatores, defina SECRETS_KEY na instalação: 32 bytes em base64, como os de "openssl rand -base64 32".'

const keyOf = (config: Config): Buffer => {
  const given = config.of(secretsKey)
  if (given === undefined) throw problem('conflict', noSecretsKey)
  // The setting is no key itself: another use of it would have another one.
  return Buffer.from(hkdfSync('sha256', given, '', 'outorga secrets at rest', 32))
}

/** A secret as it may lie in a table, readable with the key of the installation and for the same purpose alone (AES-256-GCM). */
export function seal(config: Config, purpose: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), iv).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

/** What was sealed; null where the key is not the one it was sealed with. */
export function unsealed(config: Config, purpose: string, sealed: string): string | null {
  const key = keyOf(config)
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The same, and throws a 409 in its place. */
export function unseal(config: Config, purpose: string, sealed: string): string {
  const secret = unsealed(config, purpose, sealed)
  if (secret !== null) return secret
  throw problem('conflict', 'SECRETS_KEY não é a chave com que isto foi guardado. Volte à anterior, ou envie de novo.')
}
