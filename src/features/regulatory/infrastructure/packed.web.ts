import { longFileLimits, packedFrom, whyTooLong } from '#features/regulatory/infrastructure/long-file.ts'

/** Media types of a file of stations as it is sent. */
const types = { csv: 'application/vnd.anatel.csv', zip: 'application/zip', gzip: 'application/gzip' } as const

/**
 * A file as it is sent: a long text is packed on the way, where the browser can. `onPart` hears what share of it is packed. As a text:
 * why it is not sent.
 */
export async function packed(file: File, onPart: (share: number) => void): Promise<Blob | string> {
  const isZip = /\.(zip|xlsx)$/i.test(file.name)
  const refused = whyTooLong(file.name, file.size, isZip)
  if (refused !== null) return refused
  const isLong = !isZip && file.size >= packedFrom && typeof CompressionStream === 'function'
  if (!isLong) return sendable(file, new Blob([file], { type: isZip ? types.zip : types.csv }))
  let done = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (part, controller) => {
      done += part.length
      onPart(done / file.size)
      controller.enqueue(part)
    },
  })
  const stream = file.stream().pipeThrough(counting).pipeThrough(new CompressionStream('gzip'))
  const bytes = await new Response(stream).blob()
  return sendable(file, new Blob([bytes], { type: types.gzip }))
}

const sendable = ({ name }: File, blob: Blob): Blob | string =>
  blob.size > longFileLimits.sent ? (whyTooLong(name, blob.size, true) ?? blob) : blob
