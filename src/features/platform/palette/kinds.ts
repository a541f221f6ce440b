import { can, permission, type User } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { documents } from '#features/clients/documents/documents.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { stations } from '#features/network/stations/stations.ts'
import { users } from '#features/people/users/users.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'

/** A section whose rows the palette finds. */
export interface PaletteKind {
  readonly of: AnyResource
  /** Fields that are searched. A coleta is searched by its month instead, and by its client. */
  readonly by: readonly string[]
  /** Fields shown after the name of a row. */
  readonly about: readonly string[]
  /** People call a row by its id, after one of these words: 'os 31'. */
  readonly numbered?: readonly string[]
  /** Among rows that match alike the newest comes first, not the first by name. */
  readonly newest?: true
}

/** What the palette finds, in the order of its groups. */
export const paletteKinds: readonly PaletteKind[] = [
  { of: clients, by: ['name', 'fantasy_name', 'document'], about: ['fantasy_name', 'document'] },
  { of: prospects, by: ['name', 'fantasy_name', 'document'], about: ['fantasy_name', 'document'] },
  { of: collects, by: [], about: ['fistel'], newest: true },
  { of: tickets, by: ['name'], about: ['number', 'client'], numbered: ['#', 'chamado'], newest: true },
  { of: stations, by: ['name', 'station_number'], about: ['station_number', 'client'] },
  { of: fistels, by: ['fistel'], about: ['client'] },
  { of: bills, by: ['billet_number'], about: [], numbered: ['conta', 'nº', 'n°'], newest: true },
  { of: orderServices, by: ['descricao_servico'], about: ['client'], numbered: ['os'], newest: true },
  { of: documents, by: ['name'], about: ['client'], newest: true },
  { of: users, by: ['name', 'email'], about: ['email'] },
]

/** The kinds of rows this reader may list and open. */
export const openKinds = (user: User): readonly PaletteKind[] =>
  paletteKinds.filter(({ of }) => can(user, permission(of, 'index')) && can(user, permission(of, 'show')))

/** Characters of a search. */
export const longestSearch = 80
/** Rows of a kind, where several kinds are searched, and rows in all. */
export const mostOfKind = 6
export const mostFound = 30
/** Rows a user opened that are stored, and those that are listed. */
export const mostRecent = 50
export const shownRecents = 8
