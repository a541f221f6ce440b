import { showBytes } from '#kernel/show.ts'

/**
 * What a file of stations of everybody may be, in bytes as it is sent and as it unpacks, and in lines. The agency's general one has
 * 1.3 million lines in 304 MB, and the one of mobile services some 984 MB: both are read, and what is longer is no file of stations.
 */
export const longFileLimits = { sent: 400 * 1024 ** 2, unpacked: 1_200 * 1024 ** 2, lines: 10_000_000 } as const

/** From so many bytes on a text is packed before it is sent: it weighs a tenth then. */
export const packedFrom = 8 * 1024 ** 2

/** Answers why a file is too long, before it is sent; null if it is not. `size` is the bytes to send. */
export function whyTooLong(name: string, size: number, isPacked: boolean): string | null {
  const most = isPacked ? longFileLimits.sent : longFileLimits.unpacked
  return size > most
    ? `“${name}” tem ${showBytes(size)}, e lemos até ${showBytes(most)}. Filtre nele as linhas do cliente, pelo CNPJ, e envie só elas.`
    : null
}
