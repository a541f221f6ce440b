import type { Meta } from '#kernel/meta.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { bringParticularity, undoBringing } from '#features/clients/particularities/api.ts'
import { clientsFor, draftUnder, type BringingClient } from '#features/clients/particularities/bring.server.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { bringMetas } from '#parts/custom-field/custom-field.server.ts'
import { lastChanges } from '#parts/custom-field/last-changes.server.ts'
import { doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const reasons = { same: 'Já tem tudo, como está definido agora.', off: 'Está inativo.' } as const

/** Brings a particularity to many clients in one act: who gets something, who is left out, and why. */
const bringRoute = serve(bringParticularity, async (ctx, { id: particularity, body: { clients: keys, look } }) => {
  const given = await ctx.rows(particularities).find(particularity)
  if (!given.active) throw problem('conflict', 'A particularidade está inativa: reative antes.')
  const found = await clientsFor(ctx, given, keys ?? null)
  const judged = found.map(client => ({ client, draft: client.active ? draftUnder(given, client) : null }))
  const going = judged.flatMap(({ client, draft }) => (draft ? [{ client, draft }] : []))
  const left = judged
    .filter(({ draft }) => !draft)
    .map(({ client }) => ({ ...nameOf(client), reason: client.active ? reasons.same : reasons.off }))
  const written = look
    ? []
    : await ctx
        .rows(clients)
        .updateAll(going.map(({ client, draft }) => ({ key: client.id, draft, version: client.version })))
  const brought = going.map(({ client }, at) => ({
    ...nameOf(client),
    version: written[at]?.version ?? client.version,
  }))
  const said = `${count(brought.length, clients.text)} ${brought.length === 1 ? 'recebe' : 'recebem'} os campos.`
  return doneAnswer(200, look ? said : said.replace('recebem', 'receberam').replace('recebe ', 'recebeu '), {
    looked: look,
    brought,
    left,
  })
})
const nameOf = ({ uuid: of, name }: BringingClient) => ({ uuid: of, name })

/** Takes back what was just brought, from clients that nobody changed since. */
const undoRoute = serve(undoBringing, async (ctx, { id: particularity, body }) => {
  const given = await ctx.rows(particularities).find(particularity)
  const versions = new Map(body.clients.map(each => [each.uuid.toLowerCase(), each.version]))
  const found = await clientsFor(ctx, given, [...versions.keys()])
  const last = await lastChanges<BroughtChanges>(
    ctx,
    clients,
    found.map(({ id }) => id),
  )
  const judged = found.map(client => {
    const changes = last.get(client.id)
    const fresh = client.version === versions.get(client.uuid) && changes !== undefined && isBringing(changes)
    return { client, changes: fresh && client.active ? changes : null }
  })
  const going = judged.flatMap(({ client, changes }) => (changes ? [{ client, changes }] : []))
  await ctx.rows(clients).updateAll(
    going.map(({ client, changes }) => ({
      key: client.id,
      version: client.version,
      draft: {
        ...(changes.particularities !== undefined && {
          particularities: client.particularities.filter(({ particularity_id }) => particularity_id !== given.id),
        }),
        ...(changes.metas_only_father && { metas_only_father: bringMetas(changes.metas_only_father[0]) }),
      },
    })),
  )
  const left = judged
    .filter(({ changes }) => !changes)
    .map(({ client }) => ({ ...nameOf(client), reason: 'Mudou depois, ou está inativo.' }))
  const said = `Desfeito em ${count(going.length, clients.text)}.`
  return doneAnswer(200, said, { undone: going.length, left })
})

interface BroughtChanges {
  readonly particularities?: unknown
  readonly metas_only_father?: readonly [before: readonly Meta[], after: readonly Meta[]]
}
const isBringing = (changes: BroughtChanges) =>
  Object.keys(changes).length > 0 &&
  Object.keys(changes).every(name => name === 'particularities' || name === 'metas_only_father')

export const bringRoutes = [bringRoute, undoRoute] as const
