import { sql } from 'kysely'
import * as z from 'zod'
import { can, permission } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { actionsForMany, titleOf, verbsOf, type AnyResource, type RowOf } from '#kernel/resource.ts'
import { capital, count } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import {
  previewBulkChange,
  readBulkAct,
  startBulkAct,
  stopBulkAct,
  undoBulkAct,
  type BulkActAnswer,
  type RefusedRow,
} from '#features/platform/bulk/api.ts'
import {
  bulkActInWords,
  bulkActs,
  changeOfFieldsInWords,
  outcomeInWords,
  bulkActWords,
  type BulkOutcome,
} from '#features/platform/bulk/acts.ts'
import { sharedFieldsOf, sharedValuesIn } from '#features/platform/bulk/change.server.ts'
import { previewOfChange } from '#features/platform/bulk/preview.server.ts'
import {
  actOnNextRows,
  amongThese,
  mostActRows,
  mostRowsAtOnce,
  wholeQuery,
  type BulkActRun,
  type BulkPace,
} from '#features/platform/bulk/run.server.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { tellAssignedOnce } from '#parts/person/told.server.ts'
import { jobActions } from '#parts/progress/actions.server.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { refuseUnproven } from '#server/admission.ts'
import { textIn } from '#server/duplicate.ts'
import { extend } from '#server/extend.ts'
import { work } from '#server/jobs/work.ts'
import { doneAnswer, type Ctx, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import type { Part } from '#server/part.ts'

const whileOneWaits: BulkPace = { rows: 200, patience: Infinity }
const inChunks: BulkPace = { rows: 50, patience: 300 }
/** Refused rows of an answer; the total is beside them. */
const shownRows = 1_000

type BulkActRow = RowOf<typeof bulkActs>

const resourceAt = (path: string): AnyResource | undefined => features.find(each => each.path === path)

/** The section of an act, and what is done in it, as its row names them. */
function namedIn({ resource, act }: Pick<BulkActRow, 'resource' | 'act'>) {
  const of = resourceAt(resource)
  const words = of && bulkActWords(of, act)
  if (!words) throw problem('conflict', 'A lista deste ato não existe mais.')
  return { of, act, words }
}

/** The act as its row has it, judged with the rights of now. */
function runOf(ctx: Ctx, row: BulkActRow): BulkActRun {
  const { of, act } = namedIn(row)
  return {
    id: row.id,
    of,
    act,
    query: row.undoes_id === null ? (row.query ?? '') : null,
    values: act === 'update' ? sharedValuesIn(ctx, of, draftOf(row)) : {},
  }
}
const draftOf = ({ draft }: Pick<BulkActRow, 'draft'>): unknown => JSON.parse(draft ?? '{}')

/** The permissions of an act on many rows are those of the list and of the single act. */
const rightsOf = (of: AnyResource, act: string) => [
  permission(of, 'index'),
  permission(of, bulkActWords(of, act)?.right ?? act),
]

function refuseUnable({ user }: Ctx, of: AnyResource, act: string) {
  const acts: readonly string[] = [...verbsOf(of), ...actionsForMany(of).map(({ name }) => name), 'restaurar']
  const words = bulkActWords(of, act)
  if (!words || !acts.includes('index') || !acts.includes(words.right))
    throw invalid({ act: 'Esta lista não tem este ato.' })
  if (!rightsOf(of, act).every(name => can(user, name))) throw problem('forbidden')
}

/** What one row of a section asks of who writes it, many ask too. */
function refuseUnprovenOf(ctx: Ctx, of: AnyResource) {
  if (of.proof) refuseUnproven(ctx, of.proof)
}

/** The list that a request names, where its user may do this act. */
function ableIn(ctx: Ctx, resource: string, act: string): AnyResource {
  const of = resourceAt(resource)
  if (!of) throw invalid({ resource: 'Não há uma lista com este endereço.' })
  refuseUnable(ctx, of, act)
  return of
}

/** Of two acts on one section that begin at once, the second counts what the first left. */
const lockSection = ({ sql: db }: Ctx, { path }: AnyResource) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bulk-acts ${path}`}, 0))`.execute(db)

const startRoute = serve(startBulkAct, async (ctx, { body: { resource, act, query, count: confirmed, draft } }) => {
  if (act === 'reverter') throw invalid({ act: 'Só se reverte um ato que alterou campos.' })
  const of = ableIn(ctx, resource, act)
  refuseUnprovenOf(ctx, of)
  if (draft && act !== 'update') throw invalid({ draft: 'Este ato não muda campos.' })
  const values = act === 'update' ? sharedValuesIn(ctx, of, draft ?? {}) : null
  const matching = wholeQuery(ctx, of, query)
  if (matching.trashed !== (act === 'restaurar'))
    throw invalid({
      act: matching.trashed ? 'O que está na lixeira só se restaura.' : 'Só se restaura o que está na lixeira.',
    })
  await lockSection(ctx, of)
  const ids = await ctx.rows(of).keys(matching, mostActRows)
  if (ids.length !== confirmed) throw recounted(of, ids.length)
  const labels = values && (await sharedFieldsOf(ctx, of, values)).map(({ label }) => label)
  const name = labels ? changeOfFieldsInWords(of, labels, ids.length) : bulkActInWords(of, act, ids.length)
  return beginAct(
    ctx,
    {
      name,
      resource,
      act,
      query,
      draft: values && JSON.stringify(values),
      undoes_id: null,
      rows_total: ids.length,
    },
    row => sql`
    insert into bulk_act_rows (act_id, row_id) select ${row}::bigint, unnest(${[...ids]}::bigint[])`,
  )
})

const previewRoute = serve(previewBulkChange, async (ctx, { body: { resource, query, draft } }) => {
  const of = ableIn(ctx, resource, 'update')
  const values = sharedValuesIn(ctx, of, draft)
  return { data: await previewOfChange(ctx, { id: 0, of, act: 'update', query, values }) }
})

const recounted = (of: AnyResource, now: number) =>
  problem('conflict', {
    message: `A lista mudou: agora ${now === 1 ? 'corresponde' : 'correspondem'} ${count(now, of.text)}. Nada foi feito. Confirme de novo.`,
    data: { count: now },
  })

const undoRoute = serve(undoBulkAct, async (ctx, { id }) => {
  const undone = await ctx.rows(bulkActs).lock(id)
  const refusal = await whyNotUndone(ctx, undone)
  if (refusal) throw problem('conflict', refusal)
  const {
    of,
    words: { undoneBy },
  } = namedIn(undone)
  refuseUnable(ctx, of, undoneBy)
  refuseUnprovenOf(ctx, of)
  const draft = {
    name: `Desfazer: ${undone.name.charAt(0).toLowerCase()}${undone.name.slice(1)}`,
    resource: undone.resource,
    act: undoneBy,
    query: null,
    draft: null,
    undoes_id: undone.id,
    rows_total: undone.changed,
  }
  return beginAct(
    ctx,
    draft,
    row => sql`
    insert into bulk_act_rows (act_id, row_id, undone_version, undone_event)
    select ${row}::bigint, row_id, version, event from bulk_act_rows where act_id = ${undone.id} and outcome = 'changed'`,
  )
})

const undoing = async ({ sql: db }: Ctx, { id }: Pick<BulkActRow, 'id'>): Promise<string | null> =>
  (await sql<{ uuid: string }>`select uuid from bulk_acts where undoes_id = ${id}`.execute(db)).rows[0]?.uuid ?? null

async function whyNotUndone(ctx: Ctx, row: BulkActRow): Promise<string | null> {
  if (isGoing(row)) return 'O ato ainda está em andamento: espere o fim para desfazer.'
  if (row.undoes_id !== null) return 'Este ato já desfez outro.'
  if (!row.changed) return 'O ato não mudou nada: não há o que desfazer.'
  return (await undoing(ctx, row)) && 'Este ato já foi desfeito.'
}

interface NewBulkAct extends Pick<BulkActRow, 'name' | 'resource' | 'query' | 'draft' | 'undoes_id'> {
  readonly act: string
  readonly rows_total: number
}

/** Writes down the act with its rows, and does it at once, or in the background where they are many. */
async function beginAct(ctx: Ctx, draft: NewBulkAct, rowsSql: (id: number) => Part) {
  const isShort = draft.rows_total <= mostRowsAtOnce(draft.act)
  const row = await ctx.rows(bulkActs).create({
    ...draft,
    state: isShort ? 'processando' : 'na-fila',
    rows_done: 0,
    user_id: ctx.user.id,
  })
  await rowsSql(row.id).execute(ctx.sql)
  const act = runOf(ctx, row)
  if (isShort) {
    await tellAssignedOnce(ctx, row.uuid, () => actOnNextRows(ctx, act, whileOneWaits))
    await sql`update bulk_acts set state = 'concluido', finished_at = now() where id = ${row.id}`.execute(ctx.sql)
  } else await ctx.jobs.send(runBulkAct, row, { resource: draft.resource, act: draft.act })
  const answer = await answerOf(ctx, await ctx.rows(bulkActs).find(row.id))
  const message = isShort
    ? `${outcomeInWords(act.of, act.act, answer)}.`
    : `${capital(count(draft.rows_total, act.of.text))} na fila.`
  return doneAnswer(200, message, answer)
}

const cancelJob = jobActions((ctx, id, changes, event) =>
  ctx.rows(bulkActs).update(id, changes, undefined, event),
).cancelar
const stopRoute = serve(stopBulkAct, async (ctx, { id }) => {
  const row = await ctx.rows(bulkActs).lock(id)
  if (!isGoing(row)) throw problem('conflict', 'O ato já terminou: use Desfazer.')
  await cancelJob(row, ctx)
  return doneAnswer(
    200,
    'O ato parou. O que já foi feito fica.',
    await answerOf(ctx, await ctx.rows(bulkActs).find(id)),
  )
})

const readRoute = serve(readBulkAct, async (ctx, { id }) => ({
  data: await answerOf(ctx, await ctx.rows(bulkActs).find(id)),
}))

async function answerOf(ctx: Ctx, row: BulkActRow): Promise<BulkActAnswer> {
  const { uuid, name, resource, act, state, rows_done, rows_total, changed, unchanged, refused, error } = row
  const { of, words } = namedIn(row)
  const undone_by = await undoing(ctx, row)
  const may_undo =
    rightsOf(of, words.undoneBy).every(right => can(ctx.user, right)) && (await whyNotUndone(ctx, row)) === null
  return {
    uuid,
    name,
    resource,
    act,
    state,
    rows_done,
    rows_total,
    changed,
    unchanged,
    refused,
    error,
    may_undo,
    undone_by,
    values: (await sharedFieldsOf(ctx, of, Object(draftOf(row)))).map(({ label, value }) => ({ label, value })),
    rows: refused && !isGoing(row) ? await refusedRows(ctx, row) : [],
  }
}

/** The refused rows and why, with the names of those alone that the reader may open. */
async function refusedRows(ctx: Ctx, row: BulkActRow): Promise<readonly RefusedRow[]> {
  const { id, undoes_id } = row
  const { of, act } = namedIn(row)
  const { rows } = await sql<{ row_id: number; why: string }>`
    select row_id::float8 as row_id, why from bulk_act_rows
    where act_id = ${id} and outcome = 'refused' order by row_id limit ${shownRows}`.execute(ctx.sql)
  const mayOpen = verbsOf(of).includes('show') && can(ctx.user, permission(of, 'show'))
  const ids = rows.map(({ row_id }) => row_id)
  const seen = new Map((mayOpen ? await ctx.rows(of).among(ids) : []).map(each => [each.id, each]))
  // What was not restored is in the trash still: it has a name, and no page.
  const isTrash = act === 'restaurar' && undoes_id === null && can(ctx.user, permission(of, 'destroy'))
  const left = isTrash ? await ctx.rows(of).list(amongThese(of, wholeQuery(ctx, of, 'trashed=true'), ids)) : []
  for (const each of left) seen.set(each.id, each)
  return rows.map(({ row_id, why }) => {
    const found = seen.get(row_id)
    return {
      uuid: found && found.deleted_at === null ? found.uuid : null,
      name: found ? textIn(of, found, titleOf(of)) : null,
      why,
    }
  })
}

const actEnded: NoticeKind = {
  name: 'ato-em-lote-pronto',
  label: 'Atos em lote',
  about: 'Ativar, inativar, alterar, excluir ou restaurar tudo o que corresponde a uma busca termina, ou falha.',
  of: [],
  inDigest: false,
}

const runSchema = z.object({ resource: z.string(), act: z.string() })

/** Acts on the rows of a long act, chunk by chunk, with the rights its requester has at that moment. */
const runBulkAct = work<z.infer<typeof runSchema>, null>({
  name: 'bulk-acts.run',
  of: bulkActs,
  given: runSchema,
  needs: ({ resource, act }) => {
    const of = resourceAt(resource)
    return of ? rightsOf(of, act) : []
  },
  run: async (_given, job) => {
    let more = true
    while (more)
      await job.chunk(async ctx => {
        const row = await ctx.rows(bulkActs).find(job.id)
        const { acted, rows_done, rows_total } = await actOnNextRows(ctx, runOf(ctx, row), inChunks)
        more = acted > 0 && rows_done < rows_total
        return { mark: null, rows_done, rows_total }
      })
  },
  ended: async (ctx, { uuid, user_id, error }) => {
    const title = await titleOfEnd(ctx.sql, uuid, error)
    await notify(ctx, { kind: actEnded, to: [user_id], uuid, path: `/${bulkActs.path}/${uuid}`, title, self: true })
  },
})

async function titleOfEnd(db: Sql, uuid: string, error: string | null): Promise<string> {
  const { rows } = await sql<BulkOutcome & { readonly name: string; readonly resource: string; readonly act: string }>`
    select name, resource, act, changed, unchanged, refused from bulk_acts where uuid = ${uuid}`.execute(db)
  const [row] = rows
  const of = row && resourceAt(row.resource)
  if (!row || !of || !bulkActWords(of, row.act)) return 'Ato em lote'
  return error === null ? outcomeInWords(of, row.act, row) : `Parou no meio: ${row.name}`
}

export const bulkOnServer: ServerFeature = {
  extensions: [
    extend(bulkActs, {
      visible: ({ user, alias }) => sql`${sql.ref(`${alias}.user_id`)} = ${user.id}`,
      operations: [startRoute, previewRoute, readRoute, undoRoute, stopRoute],
    }),
  ],
  works: [runBulkAct],
  notices: [actEnded],
}
