interface Reply {
  readonly status: number
  readonly body: unknown
}
export interface Caller {
  (method: string, path: string, body?: object | Uint8Array): Promise<Reply>
  readonly token: string
}

/** Asks the server at this address as its administrator; paths are those of the API, or begin with a slash. */
export async function signedIn(
  url: string,
  who: { readonly email: string; readonly password: string },
): Promise<Caller> {
  const page: unknown = await (await fetch(`${url}/config.json`)).json()
  const { client_id, client_secret } = Object(page)
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      client_id,
      client_secret,
      username: who.email,
      password: who.password,
    }),
  })
  const token = String(Object(await answer.json()).access_token)
  const call = async (method: string, path: string, body?: object | Uint8Array): Promise<Reply> => {
    const isFile = body instanceof Uint8Array
    const reply = await fetch(path.startsWith('/') ? `${url}${path}` : `${url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json') && text
    return { status: reply.status, body: isJson ? JSON.parse(text) : text }
  }
  return Object.assign(call, { token })
}

/** The row in an answer. */
export const dataOf = ({ body }: Reply): Readonly<Record<string, unknown>> => Object(Object(body).data)
export const rowsOf = ({ body }: Reply): readonly Readonly<Record<string, unknown>>[] => {
  const { data } = Object(body)
  return Array.isArray(data) ? data : []
}
