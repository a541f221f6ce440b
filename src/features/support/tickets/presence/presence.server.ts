import { reportPresence, type PresentColleague } from '#features/support/tickets/ticket/api.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import type { Config } from '#server/config.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

interface PresentPerson extends PresentColleague {
  /** Milliseconds since 1970; heard of no more, they are gone. */
  readonly until: number
}

/** Milliseconds: screens report every 15 s that they are there, and one that misses two reports is gone. */
const stay = 40_000

/** Records which staff have each ticket open, in the memory of this process only. */
class PresenceBook {
  readonly #rooms = new Map<number, Map<number, PresentPerson>>()

  /** Everybody in a ticket but one. */
  others(ticket: number, self: number): readonly PresentPerson[] {
    const room = this.#rooms.get(ticket)
    if (!room) return []
    const now = Date.now()
    for (const { id, until } of room.values()) if (until < now) room.delete(id)
    if (!room.size) this.#rooms.delete(ticket)
    return [...room.values()].filter(({ id }) => id !== self)
  }

  /** Answers whether that is news to the others. */
  enter(ticket: number, person: Omit<PresentPerson, 'until'>): boolean {
    const room = this.#rooms.get(ticket) ?? new Map<number, PresentPerson>()
    this.#rooms.set(ticket, room)
    const before = room.get(person.id)
    const now = Date.now()
    room.set(person.id, { ...person, until: now + stay })
    return !before || before.until < now || before.writing !== person.writing
  }

  leave(ticket: number, person: number): boolean {
    return this.#rooms.get(ticket)?.delete(person) ?? false
  }
}

/** One for each house: a process of tests holds several. */
const books = new WeakMap<Config, PresenceBook>()
function bookOf({ config }: Pick<Ctx, 'config'>): PresenceBook {
  const known = books.get(config) ?? new PresenceBook()
  books.set(config, known)
  return known
}

/** Ids of the staff who have the ticket open, except the caller. */
export const presentIn = (ctx: Pick<Ctx, 'config' | 'user'>, ticket: number): readonly number[] =>
  bookOf(ctx)
    .others(ticket, ctx.user.id)
    .map(({ id }) => id)

/** In memory only; those present are notified of changes. */
export const presenceRoute = serve(reportPresence, async (ctx, { id: ticket, body: { writing, left = false } }) => {
  // Clients may not know which staff are present.
  refuseOutsiders(ctx)
  const id = await ctx.rows(tickets).locate(ticket)
  const book = bookOf(ctx)
  const { id: self, name } = ctx.user
  const isNews = left ? book.leave(id, self) : book.enter(id, { id: self, name, writing })
  const others = book.others(id, self)
  if (isNews && others.length) await tellOthers(ctx, id, others)
  return {
    data: others.map(({ id: person, name: called, writing: what }) => ({ id: person, name: called, writing: what })),
  }
})

async function tellOthers(ctx: Ctx, id: number, others: readonly PresentPerson[]) {
  const { uuid } = await ctx.rows(tickets).find(id, [])
  ctx.tell({ of: tickets, uuid, users: others.map(({ id: person }) => person) })
}
