import { label, periodOf } from '#parts/period/period.ts'

/** '2026-11' → 'nov/2026'. */
export const monthInWords = (month: string) => label(periodOf(`${month}-01`))
