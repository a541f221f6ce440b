import { sql } from 'kysely'
import { companyOf, isStaff } from '#kernel/access.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fits, isSame, titlesLeft, type ColumnSource, type Mapping } from '#features/regulatory/intake/mapping.ts'
import { mappings, type Intake, type Remembered } from '#features/regulatory/intake/mappings.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

export const intakeOnServer: ServerFeature = {
  extensions: [
    extend(mappings, {
      /** What a spreadsheet of no one client taught is of the company whose people sent it. */
      visible: ({ user, alias, declared }) => {
        const company = companyOf(user)
        if (!isStaff(user) || company === null) return declared
        const own = sql`${sql.ref(`${alias}.client_id`)} is null and ${sql.ref(`${alias}.empresa_id`)} = ${company}`
        return sql`(${declared} or ${own})`
      },
    }),
  ],
}

interface MappingRow extends Omit<Remembered, 'mapping'> {
  readonly kbps: boolean
  readonly columns: readonly {
    readonly target: string
    readonly source: ColumnSource['from']
    readonly content: string | null
  }[]
  readonly translations: readonly { readonly target: string; readonly written: string; readonly becomes: string }[]
}

/** A file serves one intake and belongs to a client, or to its sender's company. */
export interface IntakeOwner {
  readonly intake: Intake
  readonly client: number | null
}

/**
 * The mappings agreed to for a client, the newest first, and then those of clients of the same company with the same system:
 * what another client's files taught is used, and shown only as far as it speaks of the file at hand. Of no client, those of
 * the company, which its own people alone teach and use.
 */
export async function rememberedFor(ctx: Ctx, { intake, client }: IntakeOwner): Promise<readonly Remembered[]> {
  if (client === null && !isStaff(ctx.user)) return []
  const company = companyOf(ctx.user)
  const own = client === null ? sql`true` : sql`m.client_id = c.id`
  const source =
    client === null
      ? sql`mappings m where m.client_id is null and m.empresa_id is not distinct from ${company}::bigint`
      : sql`clients c
        join mappings m on m.client_id = c.id or m.client_system_id = c.client_system_id
        join clients o on o.id = m.client_id and o.deleted_at is null
          and o.empresa_responsavel_id is not distinct from c.empresa_responsavel_id
        where c.id = ${client}`
  const { rows } = await sql<MappingRow>`
    select m.uuid, m.name, ${own} as own, m.kbps,
      coalesce((select json_agg(json_build_object('target', k.target, 'source', k.source, 'content', k.content) order by k.position)
        from mappings_columns k where k.parent_id = m.id), '[]') as columns,
      coalesce((select json_agg(json_build_object('target', t.target, 'written', t.written, 'becomes', t.becomes) order by t.position)
        from mappings_translations t where t.parent_id = m.id), '[]') as translations,
      array(select l.title from mappings_left l where l.parent_id = m.id order by l.position) as left
    from ${source} and m.deleted_at is null and m.active and m.intake = ${intake}
    order by own desc, m.updated_at desc, m.id desc limit 20`.execute(ctx.sql)
  return rows.map(({ uuid, name, own: isOwn, kbps, columns, translations, left }) => ({
    uuid,
    name,
    own: isOwn,
    left,
    mapping: {
      kbps,
      columns: Object.fromEntries(
        columns.map(({ target, source: from, content }) => [target, { from, text: content ?? '' }]),
      ),
      values: translations.map(({ target, written, becomes }) => ({ column: target, from: written, to: becomes })),
    },
  }))
}

interface AgreedFile {
  readonly name: string
  readonly header: readonly string[]
}

/** Keeps what was agreed to of some columns, for the next file: over the one it began from, when that is its owner's own. */
export async function remember(
  ctx: Ctx,
  { intake, client }: IntakeOwner,
  mapping: Mapping,
  used: Remembered | undefined,
  { name: file, header }: AgreedFile,
): Promise<void> {
  if (!fits(mapping, header) || (client === null && !isStaff(ctx.user))) return
  const left = titlesLeft(mapping, header)
  if (used && isSame(used.mapping, mapping) && left.every(title => used.left.includes(title))) return
  const draft = {
    kbps: mapping.kbps,
    left: left.map(title => ({ title })),
    columns: Object.entries(mapping.columns).flatMap(([target, source]) =>
      source ? [{ target, source: source.from, content: source.text || null }] : [],
    ),
    translations: mapping.values.map(({ column, from, to }) => ({ target: column, written: from, becomes: to })),
  }
  if (used?.own) {
    await ctx.rows(mappings).update(used.uuid, draft)
    return
  }
  const of = client === null ? null : await ctx.rows(clients).find(client)
  const system = of?.client_system
  const name = system ? `Arquivo do ${system.name}` : of ? `Arquivo de ${of.name}` : file
  await ctx.rows(mappings).create({
    ...draft,
    name: name.slice(0, 160),
    intake,
    client_id: client,
    client_system_id: of?.client_system_id ?? null,
    empresa_id: client === null ? companyOf(ctx.user) : null,
  })
}
