import { sql } from 'kysely'
import { clients } from '#features/clients/clients.ts'
import type { ColumnName } from '#features/anatel/layouts.ts'
import type { Remembered } from '#features/collects/intake/columns.ts'
import { isSame, type Mapping, type ColumnSource } from '#features/collects/intake/mapping.ts'
import { collectMappings } from '#features/collects/intake/mappings.ts'
import type { Ctx } from '#server/operation.ts'

interface MappingRow {
  readonly uuid: string
  readonly name: string
  readonly own: boolean
  readonly kbps: boolean
  readonly columns: readonly {
    readonly target: ColumnName
    readonly source: ColumnSource['from']
    readonly content: string | null
  }[]
  readonly translations: readonly { readonly target: ColumnName; readonly written: string; readonly becomes: string }[]
}

/**
 * The mappings agreed to for a client, the newest first, and then those of clients of the same company with the same system.
 * What another client's files taught is used, and shown only as far as it speaks of the file at hand.
 */
export async function rememberedFor(ctx: Ctx, client: number): Promise<readonly Remembered[]> {
  const { rows } = await sql<MappingRow>`
    select m.uuid, m.name, m.client_id = c.id as own, m.kbps,
      coalesce((select json_agg(json_build_object('target', k.target, 'source', k.source, 'content', k.content) order by k.position)
        from collect_mappings_columns k where k.parent_id = m.id), '[]') as columns,
      coalesce((select json_agg(json_build_object('target', t.target, 'written', t.written, 'becomes', t.becomes) order by t.position)
        from collect_mappings_translations t where t.parent_id = m.id), '[]') as translations
    from clients c
    join collect_mappings m on m.deleted_at is null and m.active and (m.client_id = c.id or m.client_system_id = c.client_system_id)
    join clients o on o.id = m.client_id and o.deleted_at is null
      and o.empresa_responsavel_id is not distinct from c.empresa_responsavel_id
    where c.id = ${client}
    order by m.client_id = c.id desc, m.updated_at desc, m.id desc limit 20`.execute(ctx.sql)
  return rows.map(({ uuid, name, own, kbps, columns, translations }) => ({
    uuid,
    name,
    own,
    mapping: {
      kbps,
      columns: Object.fromEntries(
        columns.map(({ target, source, content }) => [target, { from: source, text: content ?? '' }]),
      ),
      values: translations.map(({ target, written, becomes }) => ({ column: target, from: written, to: becomes })),
    },
  }))
}

/** Keeps what was agreed to, for the client's next file: over the one it began from, when that is the client's own. */
export async function remember(
  ctx: Ctx,
  client: number,
  mapping: Mapping,
  used: Remembered | undefined,
): Promise<void> {
  if (used && isSame(used.mapping, mapping)) return
  const draft = {
    kbps: mapping.kbps,
    columns: Object.entries(mapping.columns).flatMap(([target, source]) =>
      source ? [{ target, source: source.from, content: source.text || null }] : [],
    ),
    translations: mapping.values.map(({ column, from, to }) => ({ target: column, written: from, becomes: to })),
  }
  if (used?.own) {
    await ctx.rows(collectMappings).update(used.uuid, draft)
    return
  }
  const { name, client_system_id, client_system } = await ctx.rows(clients).find(client)
  const title = client_system ? `Arquivo do ${client_system.name}` : `Arquivo de ${name}`
  await ctx.rows(collectMappings).create({ ...draft, name: title.slice(0, 160), client_id: client, client_system_id })
}
