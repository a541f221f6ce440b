import { problem } from '#kernel/problem.ts'
import { passGate } from '#features/regulatory/collects/check/pass.server.ts'
import { recordCollectSent } from '#features/regulatory/collects/coleta/api.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { refuseUnless, sayFiled } from '#features/regulatory/collects/files/filing.server.ts'
import { fileOf } from '#features/regulatory/collects/files/written.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import { versionIn } from '#server/crud.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Records that a coleta went to Anatel, once the gate lets it. */
export const sendColetaOperation = serve(recordCollectSent, async (ctx, { id }) => {
  const collect = await ctx.rows(collects).find(id)
  refuseUnless(collect, 'finalizado')
  const given = versionIn(ctx)
  if (given !== undefined && given !== collect.version) throw problem('stale', { data: { current: collect } })
  await passGate(ctx, 'enviar', collect)
  const written = await fileOf(ctx, collect)
  const filed = written && { ...written, size: written.bytes.length, sha256: await keepFile(ctx, written.bytes) }
  const sent = await ctx.transact(async inner => {
    // Its state is the present one; its version shows that it is still the one whose file was written.
    refuseUnless(await inner.rows(collects).lock(collect.id), 'finalizado')
    // A question that came in while the file was written is found now.
    await sayFiled(inner, collect, filed, await passGate(inner, 'enviar', collect))
    return inner.rows(collects).find(collect.id)
  })
  return new Answer(200, doneAnswer(200, 'Envio registrado, com o arquivo guardado.', sent), {
    ETag: `"${sent.version}"`,
  })
})
