import type { Page } from '@playwright/test'
import { openProver } from '#test/support/prover.ts'

// How journeys and benches begin a session in a browser without its sign-in page.

interface Someone {
  readonly email: string
  readonly password: string
}
export interface Beginning {
  /** False: its tokens count in any browser, as those of one that can keep no key. */
  readonly bound?: boolean
}

/**
 * A session begins by a call, and the browser keeps what the product would: token, user and key. The key is made and proves here, so
 * that the page is asked once; the browser gets it not extractable, as it would have made it.
 */
export async function beginSessionAt(page: Page, url: string, who: Someone, { bound = true }: Beginning = {}) {
  const prover = bound ? openProver() : null
  const proof = prover?.prove({ method: 'POST', url: `${url}/oauth/token` })
  // A file of the same origin, in which nothing runs: a page of the product would notice that somebody else came.
  const [token] = await Promise.all([tokenOf(url, who, proof), page.goto(`${url}/config.json`)])
  const me = `${url}/api/v1/users/me`
  const dpop = prover?.prove({ method: 'GET', url: me, token: token.access_token })
  const answer = await fetch(me, {
    headers: { authorization: `Bearer ${token.access_token}`, ...(dpop !== undefined && { dpop }) },
  })
  const { data } = await json(answer)
  const stored = {
    ...token,
    ...(prover && { key: prover.jkt }),
    expires_at: Date.now() + Number(token.expires_in) * 1_000,
  }
  await page.evaluate(`(async () => {
    localStorage.clear()
    sessionStorage.clear()
    ${prover ? keeping(prover) : ''}
    localStorage['outorga.token'] = ${JSON.stringify(JSON.stringify(stored))}
    localStorage['outorga.user'] = ${JSON.stringify(JSON.stringify(data))}
  })()`)
}

/** Puts a key where the product looks for it. */
const keeping = ({ jkt, header, privateJwk }: ReturnType<typeof openProver>) => `
  const sign = await crypto.subtle.importKey(
    'jwk', ${JSON.stringify(privateJwk)}, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  await new Promise((done, fail) => {
    const opening = indexedDB.open('outorga-keys', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
    opening.onerror = () => fail(opening.error)
    opening.onsuccess = () => {
      const work = opening.result.transaction('keys', 'readwrite')
      work.objectStore('keys').put({ ...${JSON.stringify({ jkt, header })}, sign }, ${JSON.stringify(jkt)})
      work.oncomplete = () => (opening.result.close(), done())
      work.onabort = () => fail(work.error)
    }
  })`

type Token = Readonly<Record<string, string>> & { readonly access_token: string }
/** By the password and the interface's credentials; with a proof, of that key. */
export async function tokenOf(url: string, { email, password }: Someone, proof?: string): Promise<Token> {
  const { client_id, client_secret } = await json(await fetch(`${url}/config.json`))
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(proof !== undefined && { dpop: proof }) },
      body: JSON.stringify({ grant_type: 'password', client_id, client_secret, username: email, password }),
    })
    const { access_token, ...token } = await json(answer)
    if (access_token) return { ...token, access_token }
    // On busy cores passwords wait for each other, and the last are sent away for a moment.
    if (answer.status !== 429 || tries === 5) throw new Error(`${email} does not get in: ${answer.status}`)
    await new Promise(done => setTimeout(done, 1_000 * Number(answer.headers.get('retry-after') ?? 1)))
  }
}

const json = (answer: Response): Promise<Record<string, string>> => answer.json().then(body => Object(body))
