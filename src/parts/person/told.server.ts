import type { AnyResource } from '#kernel/resource.ts'
import { notify, type NoticeCtx } from '#parts/notice/notice.server.ts'
import { assigned } from '#parts/person/told.ts'

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

/** Tells whoever is to answer for a row from now on. */
export async function tellAssigned(ctx: NoticeCtx, { of, uuid, was, person, what, path }: Assignment): Promise<void> {
  if (person == null || person === was) return
  const title = `Você é responsável ${what}`
  await notify(ctx, { kind: assigned, to: [person], of, uuid, title, ...(path !== undefined && { path }) })
}
