import { api } from '#web/api.ts'

/** A file as a call sends it. */
export const bytesIn = (file: File) => new Blob([file], { type: 'application/octet-stream' })

/** Sends a file's bytes, with more values in the query. Errors are thrown and not shown, since the caller shows them. */
export const upload = <T = { message: string }>(
  url: string,
  file: File,
  said: Readonly<Record<string, string | number>> = {},
) =>
  api.post<T>(url, bytesIn(file), {
    query: { name: file.name, ...said },
    quiet: true,
    timeout: 120_000,
  })

/** Hands a file to the reader's downloads. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The download has begun by then; the browser keeps what it still needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
