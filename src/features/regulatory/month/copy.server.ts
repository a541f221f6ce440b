import { refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { withCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { lastMonthOf } from '#features/regulatory/collects/compare/neighbours.server.ts'
import { monthToCopy, stepActions } from '#features/regulatory/collects/steps.server.ts'
import { undoStep } from '#features/regulatory/collects/undo.server.ts'
import { copyPrevious, undoCopies, type CopiedColeta } from '#features/regulatory/month/api.ts'
import { coletas, lockColetas, toEach } from '#features/regulatory/month/chosen.server.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Many at once are not looked at one by one: nothing that was typed is written over. */
function typedIn({ zeroed, locations, finances }: Collect): readonly string[] {
  if (zeroed) return ['Está declarada zerada.']
  if (locations.length) return ['Já tem acessos.']
  return finances.length ? ['Já tem valores no financeiro.'] : []
}
const accessesOf = ({ locations }: Pick<Collect, 'locations'>) =>
  withCounted(locations).reduce(
    (sum, { accesses_ordered: accesses }) => sum + accesses.reduce((all, { amount }) => all + amount, 0),
    0,
  )

const copy = serve(copyPrevious, async (ctx, { body: { uuids, dry } }) => {
  if (!dry) await lockColetas(ctx, uuids)
  const copies: CopiedColeta[] = []
  const { refused } = await toEach(ctx, uuids, async collect => {
    const why = typedIn(collect)
    if (why.length) return why
    try {
      const before = monthToCopy(collect, await lastMonthOf(ctx, collect))
      const { version } = dry ? collect : await copyOver(ctx, collect)
      const { uuid, client } = collect
      copies.push({ uuid, version, name: client.name, accesses: accessesOf(before), zeroed: before.zeroed })
      return []
    } catch (thrown) {
      return refusalIn(thrown)
    }
  })
  const { length } = copies
  const said = dry
    ? `${count(length, coletas)} ${length === 1 ? 'pode' : 'podem'} ser ${length === 1 ? 'copiada' : 'copiadas'} do período anterior.`
    : `${count(length, coletas)} ${length === 1 ? 'copiada' : 'copiadas'} do período anterior.`
  return doneAnswer(200, said, { copied: length, done: copies, refused })
})

async function copyOver(ctx: Ctx, collect: Collect) {
  await stepActions['copiar-anterior'](collect, ctx)
  return ctx.rows(collects).find(collect.id, [])
}

const undo = serve(undoCopies, async (ctx, { body }) => {
  const left = new Map(body.collects.map(each => [each.uuid, each.version]))
  await lockColetas(ctx, [...left.keys()])
  const { acted, refused } = await toEach(ctx, [...left.keys()], async collect =>
    undoStep(ctx, collect, 'copiar-anterior', left.get(collect.uuid) ?? 0).then(() => [], refusalIn),
  )
  const said = `${count(acted.length, { one: 'cópia desfeita', many: 'cópias desfeitas', gender: 'f' })}.`
  return doneAnswer(200, said, { undone: acted.length, refused })
})

export const copyOperations = [copy, undo] as const
