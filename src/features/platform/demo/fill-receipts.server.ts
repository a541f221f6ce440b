import { sql } from 'kysely'
import { maskCnpj } from '#kernel/brasil.ts'
import { showDate } from '#kernel/show.ts'
import { collectFiles } from '#features/regulatory/collects/coleta/collects.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import { page } from '#features/platform/demo/papers.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { readReceipt } from '#parts/receipt/read.ts'
import { receiptDrops, receipts } from '#features/regulatory/receipts/receipts.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import { label, type Period } from '#parts/period/period.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

interface ReceiptSowing {
  readonly users: readonly number[]
  readonly today: string
  /** The month that is being filed. */
  readonly last: Period
}
interface FiledColeta {
  readonly id: number
  readonly uuid: string
  readonly client: string
  readonly document: string
  readonly fistel: string
  readonly edition: number
  readonly step: 'enviada' | 'finalizado'
}

/** Adds yesterday's receipts: some stored in the month's coletas, one for a coleta not marked as sent, one without text. */
export async function fillReceipts(db: Sql, config: Config, { users, today, last }: ReceiptSowing) {
  const found = await coletasOf(db, last)
  const sent = found.filter(({ step }) => step === 'enviada').slice(0, 6)
  const waiting = found.filter(({ step }) => step === 'finalizado').slice(0, 1)
  const yesterday = daysFrom(today, -1)
  const created_at = `${yesterday}T15:20:00-03:00`
  const user_id = users[1] ?? null
  const told = [...sent, ...waiting].map((coleta, i) => ({
    coleta,
    lines: linesOf(coleta, last, i),
    protocol: numberOf(last, i),
  }))
  const hashes = await keepFiles({ config, sql: db }, [
    ...told.map(({ lines }) => page('Comprovante de envio', lines)),
    page(''),
  ])
  const sizes = [...told.map(({ lines }) => page('Comprovante de envio', lines).length), page('').length]
  const [drop_id = 0] = await sow(db, receiptDrops, [
    {
      name: `Comprovantes de ${showDate(yesterday)} 15:20`,
      processed: false,
      state: 'concluido',
      rows_done: told.length + 1,
      rows_total: told.length + 1,
      user_id,
      finished_at: created_at,
      created_at,
    },
  ])
  const common = (i: number) => ({ ext: 'pdf', size: sizes[i] ?? 0, sha256: hashes[i] ?? '', user_id, created_at })
  const kept = await sow(
    db,
    collectFiles,
    told.slice(0, sent.length).map(({ coleta, protocol }, i) => ({
      ...common(i),
      name: `comprovante-${i + 1}.pdf`,
      collect_id: coleta.id,
      kind: 'recibo' as const,
      edition: coleta.edition,
      protocol,
    })),
  )
  const rows = told.map((each, i) =>
    rowOf(each, last, { ...common(i), name: `comprovante-${i + 1}.pdf`, drop_id, file: kept[i] ?? 0 }),
  )
  const picture = {
    ...common(told.length),
    name: 'digitalizado.pdf',
    drop_id,
    state: 'bandeja' as const,
    why: 'Sem texto: parece uma imagem digitalizada. Escolha do que é.',
  }
  await sow(db, receipts, [...rows, picture])
}

interface ToldColeta {
  readonly coleta: FiledColeta
  readonly lines: readonly string[]
  readonly protocol: string
}
interface SownReceipt {
  readonly name: string
  readonly ext: string
  readonly size: number
  readonly sha256: string
  readonly user_id: number | null
  readonly created_at: string
  readonly drop_id: number
  /** Its place among the files of the coleta. */
  readonly file: number
}

/** Stores a receipt in its coleta, or in the tray if that is not marked as sent. */
function rowOf({ coleta, lines, protocol }: ToldColeta, last: Period, { file, ...own }: SownReceipt) {
  const read = { ...own, found: JSON.stringify(readReceipt(['Comprovante de envio', ...lines].join('\n'))) }
  if (coleta.step === 'finalizado') {
    const why = `CNPJ encontrado, mas a coleta de ${label(last)} não foi enviada: está pronta.`
    return { ...read, state: 'bandeja' as const, why }
  }
  const { id: collect, edition } = coleta
  return {
    ...read,
    state: 'guardado' as const,
    about: `${coleta.client}: coleta de ${label(last)}, fistel ${coleta.fistel}`,
    address: `/collects/${coleta.uuid}?tab=envio`,
    protocol,
    settled_at: own.created_at,
    settler_id: own.user_id,
    deed: JSON.stringify({ kind: 'coleta', collect, file, edition, step: 'enviada' }),
  }
}

async function coletasOf(db: Sql, { year, month }: Period): Promise<readonly FiledColeta[]> {
  const { rows } = await sql<FiledColeta>`
    select k.id, k.uuid, c.name as client, c.document, f.fistel, k.edition, t.slug as step
    from collects k join clients c on c.id = k.client_id join fistels f on f.id = k.fistel_id join statuses t on t.id = k.status_id
    where k.year = ${year} and k.month = ${month} and t.slug in ('enviada', 'finalizado') and k.active and c.active
      and not exists (select 1 from collects o where o.client_id = k.client_id and o.year = k.year and o.month = k.month and o.id <> k.id)
    order by k.id`.execute(db)
  return rows
}

const numberOf = ({ year, month }: Period, i: number) => `${year}${String(month).padStart(2, '0')}${40_100 + i * 37}`

const linesOf = ({ document, client, fistel }: FiledColeta, last: Period, i: number): readonly string[] => [
  'Coleta de Dados: Acessos SCM',
  `Prestadora: ${client}`,
  `CNPJ: ${maskCnpj(document)}   Fistel: ${fistel}`,
  `Competencia: ${String(last.month).padStart(2, '0')}/${last.year}`,
  `Protocolo: ${numberOf(last, i)}`,
]
