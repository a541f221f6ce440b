import * as z from 'zod'
import { listShape } from '#kernel/wire.ts'

export const roleSection = z.object({
  section: z.string(),
  permissions: listShape(z.object({ role: z.string(), label: z.string() })),
})
export type RoleSection = z.infer<typeof roleSection>
