import * as z from 'zod'
import { listShape } from '#kernel/wire.ts'

/** Reading, changing in the ways every section has, and what is of one section alone. */
export const roleLevels = ['ver', 'mudar', 'especial'] as const
export type RoleLevel = (typeof roleLevels)[number]

export const roleSection = z.object({
  section: z.string(),
  permissions: listShape(z.object({ role: z.string(), label: z.string(), level: z.enum(roleLevels) })),
})
export type RoleSection = z.infer<typeof roleSection>
