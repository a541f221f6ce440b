import type { AnyResource } from '#kernel/resource.ts'
import { notify } from '#parts/notice/notice.server.ts'
import { assigned } from '#parts/person/told.ts'
import type { Ctx } from '#server/operation.ts'

/** A row that names whoever answers for it, as it was and as it is to be. */
interface Assignment {
  readonly of: AnyResource
  readonly uuid: string
  readonly was: number | null | undefined
  readonly person: number | null | undefined
  /** 'pelo cliente Vale Fibra'. */
  readonly what: string
  readonly path?: string
}

/** Tells whoever is to answer for a row from now on, by somebody's hand. */
export async function tellAssigned(ctx: Ctx, { of, uuid, was, person, what, path }: Assignment): Promise<void> {
  // A job writes many rows: nobody is told of each.
  if (person == null || person === was || !ctx.session_id) return
  const title = `Você é responsável ${what}`
  await notify(ctx, { kind: assigned, to: [person], of, uuid, title, ...(path !== undefined && { path }) })
}
