import { Unanswered, type OutsideQuestion, type OutsideAnswer } from '#server/outbound.ts'

/** Asks a service of the settings for JSON. Answers whatever status it gave below 500; throws `Unanswered` otherwise. */
export async function getJson(url: URL, ask: (url: URL, asking: OutsideQuestion) => Promise<OutsideAnswer>) {
  const { status, body } = await ask(url, { headers: { accept: 'application/json' } })
  if (status >= 500 || (status >= 300 && status < 400)) throw new Unanswered(`${url.host}: answered ${status}`)
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return { status, body: read }
  } catch {
    // An error may come in words; only what is good must be JSON.
    if (status >= 400) return { status, body: null }
    throw new Unanswered(`${url.host}: did not answer JSON`)
  }
}
