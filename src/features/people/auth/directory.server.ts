import { problem } from '#kernel/problem.ts'
import { beginDirectorySignIn } from '#features/people/auth/api.ts'
import { directoryReturn } from '#features/people/auth/directory.ts'
import { storeAttempt } from '#features/people/auth/directory-attempts.server.ts'
import { challenged } from '#features/people/auth/directory-provider.server.ts'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { AnyOperation } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** The address at which the directory answers; its query is the answer. */
export const returnUrl = (config: Config, query = ''): URL => {
  const back = new URL(directoryReturn, publicUrl(config))
  back.search = query
  return back
}

export const directoryRoutes = (directory: Directory | null, now: () => Date): readonly AnyOperation[] => [
  serve(beginDirectorySignIn, async (ctx, { body }) => {
    if (!directory) throw problem('missing', 'Esta instalação não usa um diretório: entre com e-mail e senha.')
    // Nobody comes in by what they proved longer ago than a session may last.
    const maxAge = body.again ? 0 : ctx.config.REFRESH_MAX_SECONDS
    const { url, challenge } = await challenged(directory, { redirect_uri: returnUrl(ctx.config).href, maxAge })
    return { data: { url, ticket: await storeAttempt(ctx.sql, challenge, now()) } }
  }),
]
