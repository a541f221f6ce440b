import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export interface DirectoryPerson {
  readonly name: string
  readonly email: string
  readonly email_verified: boolean
  readonly groups?: readonly string[]
  /** How they prove to the directory who they are (RFC 8176); a directory may not say. */
  readonly amr?: readonly string[]
}
const client = { id: 'outorga', secret: 'segredo-do-diretorio-das-provas' }

/** A directory on this machine: a certified OpenID provider, in which whoever is at the keyboard signs in without a password. */
export async function openDirectory(publicUrl: () => string) {
  const people = new Map<string, DirectoryPerson>()
  const at = { keyboard: '', isSilent: false }
  const server = createServer((request, response) => {
    if (at.isSilent) return void response.socket?.destroy()
    const uid = /^\/interacao\/([\w-]+)/.exec(request.url ?? '')?.[1]
    if (!uid) return void handle(request, response)
    void provider.interactionFinished(request, response, {
      login: { accountId: at.keyboard, amr: [...(people.get(at.keyboard)?.amr ?? [])] },
    })
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const settings: Configuration = {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${publicUrl()}/account/directory`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_ctx, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) }
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interacao/${uid}` },
    // A directory of the office asks nobody to consent to the office's own programs.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: client.id })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(issuer, settings)
  const handle = provider.callback()
  return {
    people,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    /** Who is at the keyboard from now on. */
    sit: (id: string) => (at.keyboard = id),
    fallSilent: (isSilent: boolean) => (at.isSilent = isSilent),
    close: () =>
      new Promise<void>(closed => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** Goes where a browser would from this address until the directory sends it back; answers that query. */
export async function signInAt(url: string): Promise<string> {
  const jar = new Map<string, string>()
  for (let next = url, hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    next = new URL(answer.headers.get('location') ?? '', next).href
    const { pathname, search } = new URL(next)
    if (pathname === '/account/directory') return search
  }
  throw new Error('the directory sends nobody back')
}
