/** Areas whose code an area may run besides its own. The order is also that of layers: no area is named above itself. */
export const runsOf: Readonly<Record<string, readonly string[]>> = {
  clients: [],
  people: [],
  support: [],
  network: [],
  regulatory: ['clients', 'network', 'support'],
  billing: ['regulatory'],
  platform: ['billing', 'clients', 'people', 'regulatory', 'support'],
}

/** Rooms that run code of others, on the server or in the browser; what both sides share is open to all. */
export const standsOn: Readonly<Record<string, readonly string[]>> = {
  bills: ['collects', 'invoices'],
  collects: ['anatel', 'intake'],
  configurations: ['bills'],
  factor: ['auth', 'users'],
  home: ['bills', 'documents', 'drafts', 'tasks', 'team', 'tickets'],
  imports: ['intake'],
  'incoming-mail': ['tickets'],
  infrastructure: ['anatel', 'stations', 'obligations'],
  month: ['collects', 'anatel'],
  'order-services': ['bills', 'invoices'],
  questions: ['collects', 'tickets'],
  receipts: ['collects', 'obligations', 'tasks'],
  regularity: ['collects', 'obligations', 'tasks'],
  semester: ['collects'],
  tasks: ['collects', 'obligations', 'registry'],
  webhooks: ['changes'],
  tokens: ['auth', 'profiles'],
}

/** The table of areas in ARCHITECTURE.md: the rooms of each, what a room runs of others, and what the area runs of other areas. */
export function roomTable(paths: readonly string[]): string {
  const roomsOf = (area: string) => [
    ...new Set(paths.flatMap(path => new RegExp(`^features/${area}/([^/]+)/`).exec(path)?.[1] ?? [])),
  ]
  const rows = Object.entries(runsOf).map(([area, areas]) => {
    const rooms = roomsOf(area)
      .toSorted()
      .map(room => (standsOn[room] ? `${room} (${standsOn[room].join(', ')})` : room))
    return `| \`${area}\` | ${rooms.join(' · ')} | ${areas.join(', ') || '–'} |`
  })
  return ['| area | rooms, and the rooms each runs | areas it runs |', '|---|---|---|', ...rows].join('\n')
}
