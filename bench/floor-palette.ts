// The floor of the palette: one statement written by hand and prepared, for whoever works for all companies, with the same words, the
// same order and the same number of rows of each kind; it takes what a text means from the product.
import type { IncomingMessage } from 'node:http'
import { isLongEnough, readPaletteWords } from '#features/platform/palette/words.ts'
import { askServer, bareOf, serveBare } from './bare.ts'

const { rowsOf, callerOf } = bareOf(askServer(process.env.DATABASE_URL ?? ''), false)

const few = 200
const today = new Date().toISOString().slice(0, 10)

/** Rows of a table whose texts have the words or begin with them, or whose codes have the digits. */
function part(
  table: string,
  where: string,
  texts: readonly string[],
  codes: readonly string[],
  words: number,
  about: string,
) {
  const has = (n: number) =>
    [
      ...texts.map(each => `plain(${each}) like $${n}`),
      ...codes.map(each => `($2::text <> '' and ${each} like $2)`),
    ].join(' or ')
  const begins = texts.map(each => `plain(${each}) like $1`).join(' or ') || 'false'
  const all = words ? Array.from({ length: words }, (_, n) => `(${has(n + 4)})`).join(' and ') : `(${begins})`
  return `(select '${table}' as kind, id, uuid, name, about, active from (
    select t.id, t.uuid, ${texts[0] ?? codes[0]} as name, ${about} as about, t.active, ${begins} as first
    from ${table} t where t.deleted_at is null and $2::text is not null and ${where} and (${all} or ($3 > 0 and t.id = $3)) limit ${few}) t
    order by first desc, name limit 7)`
}
const client = '(select c.name from clients c where c.id = t.client_id)'
const textOf = (words: number, dated: boolean) =>
  [
    part('clients', 'not t.prospect', ['t.name', 't.fantasy_name'], ['t.document'], words, 't.document'),
    part('tickets', 'true', ['t.name'], [], words, client),
    part('stations', 'true', ['t.name'], ['t.station_number'], words, client),
    part('fistels', 'true', [], ['t.fistel'], words, client),
    part('bills_to_receive', 'true', ['t.billet_number'], [], words, client),
    part('documents', 'true', ['t.name'], [], words, client),
    part('order_services', 'true', ['t.descricao_servico'], [], words, client),
    part('users', 'true', ['t.name', 't.email'], [], words, 't.email'),
    ...(dated
      ? [
          `(select 'collects' as kind, t.id, t.uuid, c.name, t.month || '/' || t.year as about, t.active
            from collects t join clients c on c.id = t.client_id
            where t.deleted_at is null and (t.year, t.month) in (select * from unnest($${words + 4}::int[], $${words + 5}::int[]))
              and ($${words + 6}::text is null or plain(c.name) like $${words + 6}) order by t.year desc, t.month desc, t.id desc limit 7)`,
        ]
      : []),
  ].join(' union all ')

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

async function answer(request: IncomingMessage): Promise<object> {
  if (!(await callerOf(request))) throw new Error('nobody asks')
  const typed = new URL(request.url ?? '', 'http://floor').searchParams.get('q') ?? ''
  const { text, number, months, besides } = readPaletteWords(typed, today)
  const words = isLongEnough(text) ? text.split(' ').map(word => `%${fold(word)}%`) : []
  const code = /^[\d./-]{3,}$/.test(text) ? `%${text.replace(/\D/g, '')}%` : ''
  const dated = months.length > 0
  const rows = await rowsOf(`palette ${words.length} ${dated}`, textOf(words.length, dated), [
    `${fold(text)}%`,
    code,
    number?.value ?? 0,
    ...words,
    ...(dated
      ? [months.map(({ year }) => year), months.map(({ month }) => month), besides ? `%${fold(besides)}%` : null]
      : []),
  ])
  return { data: rows }
}

serveBare(answer)
