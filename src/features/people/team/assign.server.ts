import { sql } from 'kysely'
import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { agree, count } from '#kernel/text.ts'
import { doneShape, listShape } from '#kernel/wire.ts'
import type { HandingHouse } from '#features/people/team/handovers.server.ts'
import { nameResponsible } from '#features/people/team/move.server.ts'
import { team } from '#features/people/team/team.ts'
import { tellAssigned, tellAssignedOnce } from '#parts/person/told.server.ts'
import type { OfficeDuty } from '#parts/person/burden.server.ts'
import { outsidersAmong } from '#parts/person/person.server.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'

const person = z.int('Escolha uma pessoa.').positive().nullable()
/** The call by which people are named for rows of a section: every kind of work has its own. */
const assignCallOf = (of: AnyResource) =>
  call.put(`/${of.path}/responsavel`, {
    id: `${of.path}.responsavel`,
    summary: `Definir o responsável: ${of.text.many}`,
    of,
    rate: 'heavy',
    body: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            uuid: z.uuid('Informe identificadores de registros.'),
            /** Nobody: of what follows its client, its client's person. */
            responsible_id: person,
            /** Only where it still names this one: what takes a naming back. */
            was: person.optional(),
          }),
          'Informe a lista de registros.',
        )
        .min(1, 'Escolha ao menos um registro.')
        .max(2_000, 'Escolha no máximo 2.000 registros por vez.'),
    }),
    answer: doneShape(
      z.object({
        changed: z.int(),
        before: listShape(z.object({ uuid: z.string(), responsible_id: z.int().nullable() })),
      }),
    ),
  })

interface AskedRow {
  readonly id: number
  readonly uuid: string
  readonly own: number | null
  readonly client: number
  readonly name: string
}

/** Who answers for many rows, at once; the answer says who did, to take it back. */
const assignOf = (house: HandingHouse, burden: OfficeDuty) =>
  serve(assignCallOf(burden.of), async (ctx, { body }) => {
    const wanted = new Map(body.rows.map(each => [each.uuid.toLowerCase(), each]))
    const found = await rowsNamed(ctx, house, burden, [...wanted.keys()])
    if (found.length < wanted.size)
      throw problem('missing', 'Algum dos registros não foi encontrado. Nada foi alterado.')
    const given = found.flatMap(row => {
      const { responsible_id: to = null, was } = wanted.get(row.uuid) ?? {}
      return was === undefined || was === row.own ? [{ ...row, to }] : []
    })
    await refusePeople(ctx, given)
    const moved = await nameResponsible(ctx, burden, given, 'responsavel')
    const uuids = new Map(found.map(row => [row.id, row.uuid]))
    const before = moved.map(row => ({ uuid: uuids.get(row.id) ?? '', responsible_id: row.before }))
    const moving = new Set(moved.map(each => each.id))
    await tellEach(
      ctx,
      burden,
      given.filter(each => moving.has(each.id)),
    )
    const said =
      moved.length === 1
        ? agree(burden.of.text, 'alterado')
        : `${count(moved.length, burden.of.text)} com responsável definido`
    return doneAnswer(200, `${said}.`, { changed: moved.length, before })
  })

const tellEach = (ctx: Ctx, { of }: OfficeDuty, given: readonly (AskedRow & { readonly to: number | null })[]) =>
  tellAssignedOnce(ctx, '', async () => {
    for (const { uuid, own: was, name, to: person } of given)
      await tellAssigned(ctx, { of, uuid, was, person, what: `por ${name}` })
  })

async function rowsNamed(ctx: Ctx, { catalog }: HandingHouse, burden: OfficeDuty, uuids: readonly string[]) {
  const { rows } = await sql<AskedRow>`
    select t.id, t.uuid, t.${sql.ref(burden.by)} as own, ${burden.client} as client, ${burden.name} as name from ${sql.table(tableOf(burden.of))} t
    where t.uuid = any(${[...uuids]}::uuid[]) and t.deleted_at is null and ${scopeSql(catalog(), burden.of, ctx.user)}
    order by t.id for no key update of t`.execute(ctx.sql)
  return rows
}

/** Refuses all rows if one person cannot answer for one of them, with the reason. */
async function refusePeople(ctx: Ctx, given: readonly (AskedRow & { readonly to: number | null })[]) {
  for (const person of new Set(given.flatMap(({ to }) => to ?? []))) {
    const found = await ctx.rows(team).seek(person)
    if (!found) throw invalid({ responsible_id: 'Esta pessoa não é da equipe da casa. Escolha alguém da equipe.' })
    if (!found.active && given.some(each => each.to === person))
      throw invalid({ responsible_id: `${found.name} está com o acesso inativo. Escolha outra pessoa.` })
  }
  const said = await outsidersAmong(
    ctx.sql,
    given.map(({ to, client }) => ({ person: to, of: { client } })),
  )
  const why = said.find(each => each !== null)
  if (why != null) throw invalid({ responsible_id: why })
}

export const assignRoutes = (house: HandingHouse) => house.burdens().map(burden => assignOf(house, burden))
