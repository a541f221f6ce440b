import { refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { gateViews, passSeen } from '#features/regulatory/collects/check/pass.server.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { filling, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import { sayFiled, takeBackFiled, type StoredFiling } from '#features/regulatory/collects/files/filing.server.ts'
import { fileFrom } from '#features/regulatory/collects/files/files.server.ts'
import { unwrittenOf } from '#features/regulatory/collects/files/written.server.ts'
import { recordSent, undoSent, type RecordedColeta } from '#features/regulatory/month/api.ts'
import { coletas, lockColetas, toEach } from '#features/regulatory/month/chosen.server.ts'
import { gated } from '#features/regulatory/month/gated.server.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'
import { serve } from '#server/serve.ts'

const acceptsAny = () => true
/** Explains why it is not marked sent. */
function whyNot({ status }: Pick<Collect, 'status'>): readonly string[] {
  const step = stepOf(status)
  if (step === 'finalizado') return []
  const named = steps[step].name.toLowerCase()
  return filling.includes(steps[step].name) ? [`Está ${named}: finalize antes.`] : [`Já está ${named}.`]
}

const send = serve(recordSent, async (ctx, { body: { uuids, dry } }) => {
  const { acted, asks, refused } = await writable(ctx, uuids)
  const sent = dry
    ? acted.map(({ collect: { uuid, version }, copy }) => ({ uuid, version, copy }))
    : await keepSent(ctx, acted)
  const { length } = sent
  const said = dry
    ? `${count(length, coletas)} ${length === 1 ? 'pode' : 'podem'} ser ${length === 1 ? 'registrada' : 'registradas'} como ${length === 1 ? 'enviada' : 'enviadas'}.`
    : `${count(length, coletas)} ${length === 1 ? 'registrada como enviada' : 'registradas como enviadas'}, com o arquivo guardado.`
  return doneAnswer(200, said, { sent: length, done: sent, asks, refused })
})

interface WritableColeta {
  readonly collect: Versioned<Collect>
  readonly copy: string | null
  readonly filed: (Omit<NonNullable<StoredFiling>, 'sha256'> & { readonly bytes: Uint8Array }) | null
}

/** Those whose file is written as it would go; others are answered between. */
async function writable(ctx: Ctx, uuids: readonly string[]) {
  const { pass, asks, refused } = await gated(ctx, 'enviar', uuids, whyNot)
  const { of, siglas } = await unwrittenOf(
    ctx,
    pass.map(({ collect }) => collect),
  )
  const acted: WritableColeta[] = []
  const left = [...refused]
  for (const { collect, origin } of pass) {
    await new Promise(resolve => setImmediate(resolve))
    try {
      const unwritten = of(collect)
      const filed = unwritten && fileFrom(unwritten, siglas)
      const copy = origin.kind === 'copiados' ? origin.of : null
      acted.push({ collect, copy, filed: filed && { ...filed, size: filed.bytes.length } })
    } catch (thrown) {
      left.push({ uuid: collect.uuid, name: collect.client.name, reasons: refusalIn(thrown) })
    }
  }
  return { acted, asks, refused: left }
}

/** All of them or none: the bytes reach the disk first, and hold no transaction meanwhile. */
async function keepSent(ctx: Ctx, acted: readonly WritableColeta[]) {
  const hashes = await keepFiles(
    ctx,
    acted.flatMap(({ filed }) => (filed ? [filed.bytes] : [])),
  )
  return ctx.transact(async inner => {
    await lockColetas(
      inner,
      acted.map(({ collect }) => collect.uuid),
    )
    // A question that came in while the files were written is found now.
    const views = await gateViews(
      inner,
      'enviar',
      acted.map(({ collect }) => collect),
    )
    const sent: RecordedColeta[] = []
    let at = 0
    for (const { collect, copy, filed } of acted) {
      const sha256 = filed ? (hashes[at++] ?? '') : ''
      const answers = passSeen(inner, 'enviar', collect, views.get(collect.id)?.points ?? [])
      const { version } = await sayFiled(inner, collect, filed && { ...filed, sha256 }, answers)
      sent.push({ uuid: collect.uuid, version, copy })
    }
    return sent
  })
}

const undo = serve(undoSent, (ctx, { body }) =>
  ctx.transact(async inner => {
    const left = new Map(body.collects.map(each => [each.uuid, each]))
    await lockColetas(inner, [...left.keys()])
    const { acted, refused } = await toEach(
      inner,
      [...left.keys()],
      async collect => {
        const { version } = left.get(collect.uuid) ?? { version: 0 }
        return takeBackFiled(inner, collect.id, version).then(() => [], refusalIn)
      },
      acceptsAny,
    )
    const said = `${count(acted.length, { one: 'envio desfeito', many: 'envios desfeitos', gender: 'm' })}.`
    return doneAnswer(200, said, { taken_back: acted.length, refused })
  }),
)

export const sentOperations = [send, undo] as const
