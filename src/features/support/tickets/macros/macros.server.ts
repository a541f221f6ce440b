import { can } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { RowOf, StoredOf } from '#kernel/resource.ts'
import { showDate } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import { applyMacro, previewMacro, type MacroUse, type TicketChange } from '#features/support/tickets/ticket/api.ts'
import { barsOfChange, changeTicket, refuseUnpermitted } from '#features/support/tickets/changes/change.server.ts'
import { ticketMacros, turns } from '#features/support/tickets/ticket/macros.ts'
import { writeMessage } from '#features/support/tickets/messages/messages.server.ts'
import { fillText } from '#features/support/tickets/ticket/places.ts'
import { placeInWords } from '#features/support/tickets/ticket/text.ts'
import { refuseUnfilled, variablesOf } from '#features/support/tickets/texts/text.server.ts'
import { priorities, tickets, type Ticket } from '#features/support/tickets/ticket/tickets.ts'
import { amongColleagues } from '#parts/note/note.server.ts'
import { extend } from '#server/extend.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import type { Versioned } from '#server/rows.ts'
import { serve } from '#server/serve.ts'

type MacroRow = Versioned<RowOf<typeof ticketMacros>>

function refuseIdle(draft: Partial<StoredOf<typeof ticketMacros>>) {
  const { content, turn, mine, team_id, priority, type_id, remind_in } = draft
  if (!content && !turn && !mine && !team_id && !priority && !type_id && !remind_in)
    throw invalid({ content: 'Diga o que a macro escreve, ou o que muda.' })
  if (turn === 'finalizar' && remind_in)
    throw invalid({ remind_in: 'Um chamado finalizado não tem lembrete: escolha um dos dois.' })
}

export const macroRules = extend(ticketMacros, {
  visible: amongColleagues,
  beforeCreate: draft => {
    refuseUnfilled(draft.content)
    refuseIdle(draft)
    return draft
  },
  beforeUpdate: (draft, row) => {
    refuseUnfilled(draft.content)
    refuseIdle({ ...row, ...draft })
    return draft
  },
})

/** What a macro changes, today. */
const changeOf = ({ turn, mine, team_id, type_id, priority, remind_in }: MacroRow): TicketChange => ({
  ...(turn && { turn }),
  ...(mine && { mine }),
  ...(team_id !== null && { team_id }),
  ...(type_id !== null && { type_id }),
  ...(priority && { priority }),
  ...(remind_in !== null && { remind_on: dayAfter(dayIn(new Date()).day, remind_in) }),
})

/** The same as it is answered: null where nothing changes. */
const withNulls = ({ turn, mine, team_id, type_id, priority, remind_on }: TicketChange) => ({
  turn: turn ?? null,
  mine: mine ?? null,
  team_id: team_id ?? null,
  type_id: type_id ?? null,
  priority: priority ?? null,
  remind_on: remind_on ?? null,
})

/** The same in words, one thing after another. */
function saidOf(ctx: Ctx, { turn, team, type }: MacroRow, { mine, priority, remind_on }: TicketChange) {
  return [
    ...(turn ? [{ label: 'Status', value: turns[turn] }] : []),
    ...(mine ? [{ label: 'Responsável', value: ctx.user.name }] : []),
    ...(team ? [{ label: 'Equipe', value: team.name }] : []),
    ...(priority ? [{ label: 'Prioridade', value: priorities[priority] }] : []),
    ...(type ? [{ label: 'Tipo', value: type.name }] : []),
    ...(remind_on ? [{ label: 'Lembrar em', value: showDate(remind_on) }] : []),
  ]
}

/** A macro and the tickets it is for; each only as its reader may see it. */
async function readBoth(ctx: Ctx, { macro: named, ids }: MacroUse) {
  refuseOutsiders(ctx)
  const macro = await ctx.rows(ticketMacros).find(named)
  if (!macro.active) throw problem('conflict', 'Esta macro está inativa.')
  const change = changeOf(macro)
  refuseUnpermitted(ctx.user, change)
  const located: number[] = []
  for (const id of ids) located.push(await ctx.rows(tickets).locate(id))
  return { macro, change, ids: [...new Set(located)].toSorted((one, other) => one - other) }
}

interface MacroOutcome {
  readonly content: string | null
  readonly why: readonly string[]
}

/** What the macro would say in a ticket, and why it cannot. */
async function outcomeOf(ctx: Ctx, { content }: MacroRow, id: number, bars: readonly string[]): Promise<MacroOutcome> {
  if (!content) return { content: null, why: bars }
  const filled = fillText(content, await variablesOf(ctx, id))
  const empty = [...new Set(filled.empty.map(placeInWords))]
  const lacking = empty.length ? [`O texto cita ${join(empty)}, e o chamado não tem.`] : []
  const wrong = filled.faults.slice(0, 3).map(fault => `O texto da macro precisa de correção: ${fault}`)
  return { content: filled.content, why: [...bars, ...wrong, ...lacking] }
}

const previewRoute = serve(previewMacro, async (ctx, { body }) => {
  const { macro, change, ids } = await readBoth(ctx, body)
  const rows = await ctx.rows(tickets).among(ids)
  const bars = await barsOfChange(ctx, rows, change)
  const told = []
  for (const { id, uuid, name } of rows)
    told.push({ uuid, number: id, name, ...(await outcomeOf(ctx, macro, id, bars.get(id) ?? [])) })
  const { kind, version } = macro
  return {
    data: { version, kind, change: withNulls(change), changes: saidOf(ctx, macro, change), rows: told },
  }
})
const applyRoute = serve(applyMacro, async (ctx, { body: { version, text, ...named } }) => {
  const { macro, change, ids } = await readBoth(ctx, named)
  if (macro.version !== version)
    throw problem('conflict', 'A macro mudou depois que você a viu. Veja de novo o que ela faz.')
  const says = text === 'enviar' && macro.content !== null
  if (says && !can(ctx.user, 'ticket-messages.store')) throw problem('forbidden')
  // Rows are locked in one order, so that no two runs wait for each other.
  const rows: Ticket[] = []
  for (const id of ids) rows.push(await ctx.rows(tickets).hold(id))
  const bars = await barsOfChange(ctx, rows, change)
  for (const row of rows) await applyTo(ctx, row, { macro, change, says, bars: bars.get(row.id) ?? [] })
  const said = says ? rows.length : 0
  const sent = said ? `, com ${count(said, macro.kind === 'nota' ? notes : answers)}` : ''
  return doneAnswer(200, `Macro aplicada a ${count(rows.length, tickets.text)}${sent}.`, { changed: rows.length, said })
})
const notes = { one: 'nota interna', many: 'notas internas', gender: 'f' } as const
const answers = { one: 'resposta enviada', many: 'respostas enviadas', gender: 'f' } as const

interface AppliedMacro {
  readonly macro: MacroRow
  readonly change: TicketChange
  readonly says: boolean
  readonly bars: readonly string[]
}
/** Throws a 409 with the number of a ticket that cannot change; this undoes all. */
async function applyTo(ctx: Ctx, row: Ticket, { macro, change, says, bars }: AppliedMacro) {
  const { content, why } = says ? await outcomeOf(ctx, macro, row.id, bars) : { content: null, why: bars }
  if (why.length) throw problem('conflict', `Nada foi feito. #${row.id}: ${why.join(' ')}`)
  if (content) await writeMessage(ctx, { ticket: row.id, content, internal: macro.kind === 'nota' })
  if (Object.keys(change).length) await changeTicket(ctx, row, change, 'macro')
}

export const macroRoutes: readonly AnyOperation[] = [previewRoute, applyRoute]
