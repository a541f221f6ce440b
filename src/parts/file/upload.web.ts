import { api } from '#web/api.ts'

/** Sends a file as it is, with what is said of it in the address; what is refused is thrown, for its own place to tell. */
export const upload = (url: string, file: File, said: Readonly<Record<string, string | number>> = {}) =>
  api.post<{ message: string }>(url, new Blob([file], { type: 'application/octet-stream' }), {
    query: { name: file.name, ...said },
    quiet: true,
    timeout: 120_000,
  })
