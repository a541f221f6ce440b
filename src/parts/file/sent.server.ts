import { Answer } from '#server/operation.ts'

/** A file somebody sent, as it is answered: never opened in our own house, but saved, not shown, and in a sandbox if it is. */
export const sentFile = (name: string, bytes: Buffer) =>
  new Answer(200, bytes, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
