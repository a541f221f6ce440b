/** Stations written in one act: more would lock the others too long. */
export const spreadLimit = 1_000
