import { redrawLink } from '#features/network/stations/draw/api.ts'
import { useRenewal } from '#web/call.ts'

/** Reads again everything that is made of what a drawing writes. */
export const useFresh = () => useRenewal(redrawLink)
