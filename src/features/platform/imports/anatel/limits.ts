/** The file weighs 15 MB packed and 79 MB unpacked today. */
export const anatelLimits = { sent: 64 * 1024 * 1024, unpacked: 512 * 1024 * 1024, rows: 2_000_000 } as const
