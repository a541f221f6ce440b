/** 'attachment; filename="scm.csv"' → 'scm.csv'. */
export const fileNameIn = (disposition: string | null) => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? null

/** The warnings a file came with: a JSON list, percent-encoded; none when there are none, or they cannot be read. */
export function warningsIn(header: string | null): readonly string[] {
  try {
    const found: unknown = JSON.parse(decodeURIComponent(header ?? '[]'))
    return Array.isArray(found) ? found.filter(each => typeof each === 'string') : []
  } catch {
    return []
  }
}
