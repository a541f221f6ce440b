import { sql } from 'kysely'
import { maskDocument, maskZipcode } from '#kernel/brasil.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate, showMoney, showPercent } from '#kernel/show.ts'
import { companyPlaceSql } from '#features/people/empresas/place.ts'
import { costOn, debtOf, type BillDebt, type DebtRow } from '#features/billing/bills/bill/charges.ts'
import { debtColumns } from '#features/billing/bills/bill/rates.server.ts'
import { pixToday, slipPixColumns, type PixParty, type SlipPix } from '#features/billing/bills/boleto/ways.server.ts'
import type { SlipSheet } from '#features/billing/bills/slip/sheet.ts'
import { subjectColumns, subjectLines, type BillSubject } from '#features/billing/bills/bill/subject.server.ts'
import type { Sql } from '#server/operation.ts'

interface SlipSheetRow extends PixParty, DebtRow, SlipPix {
  /** Whether it is still owed. */
  readonly open: boolean
  readonly subject: BillSubject
  readonly bars: string
  readonly shown: string
  /** As it was issued. */
  readonly printed_due: string
  readonly issue_date: string
  readonly issued_at: string
  readonly value: number
  readonly bank: number | null
  readonly agency: string | null
  readonly agency_digit: string | null
  readonly account: string | null
  readonly account_digit: string | null
  readonly agreement: string | null
  readonly wallet: string | null
  readonly address: string | null
  readonly instructions: string | null
  readonly cnpj: string | null
  readonly client: string
  readonly document: string | null
  readonly place: string | null
  readonly zipcode: string | null
  readonly billet_number: string | null
}

const dashed = (number: string | null, digit: string | null) => [number, digit].filter(Boolean).join('-')

/** What is printed on the boletos of these bills, by bill; of those that have one with bars. */
export async function sheetsOf(db: Sql, bills: readonly number[]): Promise<ReadonlyMap<number, SlipSheet>> {
  const { rows } = await sql<SlipSheetRow>`
    select b.id::float8 as bill, not b.downloaded and not b.called_off as open, ${sql.raw(debtColumns('b'))}, s.bars, s.shown, s.due_date::text as printed_due, b.issue_date::text as issue_date,
      s.issued_at::text as issued_at, s.value::float8 as value, ${sql.raw(slipPixColumns('s'))},
      a.bank, a.agency, a.agency_digit, a.account, a.account_digit, a.agreement, a.wallet, coalesce(a.address, nullif(concat_ws(', ', ${sql.raw(companyPlaceSql('e'))}, m.name || '/' || m.name_state,
        'CEP ' || regexp_replace(e.cep, '^(\\d{5})(\\d{3})$', '\\1-\\2')), '')) as address, a.instructions,
      a.pix_key,
      coalesce(e.razao_social, e.nome_fantasia) as company, e.cnpj, m.name as city,
      c.name as client, c.document, p.place, p.zipcode, b.billet_number,
      (select row_to_json(s) from (select ${sql.raw(subjectColumns('b'))}) s) as subject
    from bill_slips s
    join bills_to_receive b on b.id = s.bill_id
    join checking_accounts a on a.id = s.checking_account_id
    join clients c on c.id = b.client_id
    left join empresas e on e.id = a.empresa_id
    left join cities m on m.id = e.municipio_id
    left join lateral (
      select concat_ws(', ', nullif(concat_ws(', ', l.address, l.number, l.complement), ''), l.neighborhood,
        t.name || '/' || t.name_state) as place, l.zipcode
      from clients_addresses l left join cities t on t.id = l.city_id
      where l.parent_id = c.id and l.active order by l.position limit 1
    ) p on true
    where s.bill_id = any(${[...bills]}::bigint[]) and s.cancelled_at is null and s.bars is not null`.execute(db)
  const today = dayIn(new Date()).day
  return new Map(rows.map(row => [row.bill, sheetOf(row, today)]))
}

function sheetOf(row: SlipSheetRow, today: string): SlipSheet {
  const debt = debtOf(row)
  const cost = costOn(debt, today)
  const pix = row.open ? pixToday(row, debt.left, cost) : null
  const cents = Math.round(row.value * 100)
  return {
    // Asaas registers by a bank of its own choice: its bars name it.
    bank: row.bars.slice(0, 3),
    bars: row.bars,
    number: row.shown,
    registered: row.registered,
    beneficiary: { name: row.company ?? '', document: maskDocument(row.cnpj ?? ''), address: row.address ?? '' },
    payer: {
      name: row.client,
      document: maskDocument(row.document ?? ''),
      address: [row.place, row.zipcode && `CEP ${maskZipcode(row.zipcode)}`].filter(Boolean).join(', '),
    },
    agency: `${dashed(row.agency, row.agency_digit)} / ${row.agreement ?? dashed(row.account, row.account_digit)}`,
    wallet: row.wallet ?? '',
    document: row.billet_number ?? String(row.bill),
    issue_date: row.issue_date,
    due_date: row.printed_due,
    processed_on: dayIn(new Date(row.issued_at)).day,
    cents,
    instructions: [...termsOf(debt), ...(row.instructions?.split('\n') ?? [])],
    about: subjectLines({ ...row.subject, due_date: row.printed_due }),
    pix: pix === null ? null : { text: pix, cents: cost.total },
  }
}

/** What the receiver charges or takes off by the day of the payment. */
function termsOf({ early, rates: { fine, interest } }: BillDebt): readonly string[] {
  const late = [
    ...(fine ? [`multa de ${showPercent(fine)}`] : []),
    ...(interest ? [`juros de ${showPercent(interest)} ao mês`] : []),
  ]
  return [
    ...(early ? [`Até ${showDate(early.until)}: desconto de ${showMoney(early.cents / 100)}.`] : []),
    ...(late.length ? [`Após o vencimento: ${late.join(' e ')}.`] : []),
  ]
}
