import { sql } from 'kysely'
import { problem, Problem, refusalIn } from '#kernel/problem.ts'
import { agree, theOne } from '#kernel/text.ts'
import { record } from '#server/audit.ts'
import { sendAlong } from '#server/database/driver.ts'
import { refuseReferenced } from '#server/held.ts'
import { refuseUnseen } from '#server/references.ts'
import type { Key } from '#server/rows.ts'
import {
  findRow,
  holdRow,
  keySql,
  lockParents,
  nameOfKey,
  refuseBarred,
  refuseBound,
  type Door,
} from '#server/rows/door.ts'
import { readAmong } from '#server/rows/list.ts'

export async function removeRow(door: Door, key: Key) {
  const { catalog, resource, ctx, table, hooks } = door
  refuseBound(door)
  const row = await holdRow(door, key)
  if (!row.active) throw problem('conflict', `${agree(resource.text, 'inativo')}: reative antes de excluir.`)
  refuseBarred(door, row, {})
  const changed = await hooks?.beforeRemove?.(row, ctx)
  await refuseReferenced(catalog, resource, row.id, ctx)
  await sendAlong(
    ctx.sql,
    sql`update ${sql.table(table)} set deleted_at = now(), updated_at = now(), version = version + 1 where id = ${row.id}`,
  )
  await record(ctx, resource, row.id, 'destroy', changed ?? {})
}

export async function reviveRow(door: Door, key: Key) {
  const { catalog, resource, ctx, table, hooks, seen } = door
  refuseBound(door)
  const gone = await holdRow(door, key, sql`t.deleted_at is not null and ${seen}`)
  await (async () => hooks?.beforeRevive?.(gone, ctx))().catch(barred(why => why))
  // What it points to must exist, though this reader may not see it, as before.
  const profile = { ...ctx.user.profile, audience: 'equipe' } as const
  const everyone = { ...ctx.user, empresa_id: null, empresa_visualizacao_id: null, profile }
  const refusal = `Não é possível restaurar ${theOne(resource.text)}: `
  await refuseUnseen(catalog, resource, [{ values: gone, stood: 'revived' }], { ...ctx, user: everyone }).catch(
    barred(why => `${refusal}${why.charAt(0).toLowerCase()}${why.slice(1)}`),
  )
  await sendAlong(
    ctx.sql,
    sql`update ${sql.table(table)} set deleted_at = null, updated_at = now(), version = version + 1 where id = ${gone.id}`,
  )
  await record(ctx, resource, gone.id, 'restaurar', {})
  return findRow(door, gone.id)
}

/** There is no field to correct: a refusal of the draft becomes a conflict. */
const barred = (say: (why: string) => string) => (cause: unknown) => {
  if (!(cause instanceof Problem) || cause.kind !== 'invalid') throw cause
  throw problem('conflict', { message: say(refusalIn(cause).join(' ')), holder: cause.detail.holder, cause })
}

/** Answers the ids of those that were turned. */
export async function turnRows(door: Door, keys: readonly Key[], active: boolean) {
  const { resource, ctx, table, hooks, visible, read } = door
  refuseBound(door)
  const wanted = [...new Set(keys)]
  await lockParents(door, wanted)
  const found = await read<{ id: number; uuid: string; active: boolean }>(
    sql`select t.id, t.uuid, t.active from ${sql.table(table)} t where (${sql.join(wanted.map(keySql), sql` or `)}) and ${visible} order by t.id for no key update`,
  )
  const known = new Set(found.flatMap(({ id, uuid }) => [String(id), uuid]))
  if (!wanted.every(key => known.has(nameOfKey(key))))
    throw problem(
      'missing',
      `Algum dos registros não foi encontrado: ${theOne(resource.text)} pode ter sido excluído. Nada foi alterado.`,
    )
  const turned = found.filter(row => row.active !== active).map(row => row.id)
  if (!turned.length) return turned
  if (hooks?.guard) for (const row of await readAmong(door, turned)) await hooks.guard(row, ctx)
  await hooks?.beforeTurn?.(turned, active, ctx)
  await sendAlong(
    ctx.sql,
    sql`update ${sql.table(table)} set active = ${active}, updated_at = now(), version = version + 1 where id = any(${turned})`,
  )
  for (const id of turned) await record(ctx, resource, id, active ? 'enable' : 'disable', { active: [!active, active] })
  return turned
}
