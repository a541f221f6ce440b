import { sql } from 'kysely'
import { maskDocument, maskZipcode } from '#kernel/brasil.ts'
import { dayIn } from '#kernel/clock.ts'
import { showPercent } from '#kernel/show.ts'
import { companyPlaceSql } from '#features/people/empresas/place.ts'
import { codeOfBank } from '#features/billing/bills/slip/fit.ts'
import { brCode } from '#features/billing/bills/slip/pix.ts'
import type { SlipSheet } from '#features/billing/bills/slip/sheet.ts'
import { subjectColumns, subjectLines, type BillSubject } from '#features/billing/bills/bill/subject.server.ts'
import type { Sql } from '#server/operation.ts'

/** Whom a Pix goes to, and for which bill. */
interface PixParty {
  readonly bill: number
  readonly pix_key: string | null
  readonly company: string | null
  readonly city: string | null
}
interface SlipSheetRow extends PixParty {
  readonly subject: BillSubject
  readonly bars: string
  readonly shown: string
  readonly due_date: string
  readonly issue_date: string
  readonly issued_at: string
  readonly value: number
  readonly registered: boolean
  readonly bank: number
  readonly agency: string | null
  readonly agency_digit: string | null
  readonly account: string | null
  readonly account_digit: string | null
  readonly agreement: string | null
  readonly wallet: string | null
  readonly address: string | null
  readonly fine: number | null
  readonly interest: number | null
  readonly instructions: string | null
  readonly cnpj: string | null
  readonly client: string
  readonly document: string | null
  readonly place: string | null
  readonly zipcode: string | null
  readonly billet_number: string | null
}

const dashed = (number: string | null, digit: string | null) => [number, digit].filter(Boolean).join('-')

/** What the Pix of a bill says; null where its account has no key, or its company no town to name. */
export const pixOf = ({ bill, pix_key, company, city }: PixParty, cents: number): string | null =>
  pix_key && company && city && cents > 0
    ? brCode({ key: pix_key, name: company, city, cents, txid: `CONTA${bill}` })
    : null

/** The Pix of a bill that may have no boleto. */
export async function pixParty(db: Sql, bill: number): Promise<PixParty | null> {
  const { rows } = await sql<PixParty>`
    select b.id::float8 as bill, a.pix_key, coalesce(e.razao_social, e.nome_fantasia) as company, m.name as city
    from bills_to_receive b
    join checking_accounts a on a.id = b.checking_account_id and a.active and a.deleted_at is null
    left join empresas e on e.id = a.empresa_id
    left join cities m on m.id = e.municipio_id
    where b.id = ${bill}`.execute(db)
  return rows[0] ?? null
}

/** What is printed on the boletos of these bills, by bill; of those that have one. */
export async function sheetsOf(db: Sql, bills: readonly number[]): Promise<ReadonlyMap<number, SlipSheet>> {
  const { rows } = await sql<SlipSheetRow>`
    select b.id::float8 as bill, s.bars, s.shown, s.due_date::text as due_date, b.issue_date::text as issue_date,
      s.issued_at::text as issued_at, s.value::float8 as value, s.registered_at is not null as registered,
      a.bank, a.agency, a.agency_digit, a.account, a.account_digit, a.agreement, a.wallet, coalesce(a.address, nullif(concat_ws(', ', ${sql.raw(companyPlaceSql('e'))}, m.name || '/' || m.name_state,
        'CEP ' || regexp_replace(e.cep, '^(\\d{5})(\\d{3})$', '\\1-\\2')), '')) as address, a.instructions,
      a.fine_percent::float8 as fine, a.interest_percent::float8 as interest, a.pix_key,
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
    where s.bill_id = any(${[...bills]}::bigint[]) and s.cancelled_at is null`.execute(db)
  return new Map(rows.map(row => [row.bill, sheetOf(row)]))
}

function sheetOf(row: SlipSheetRow): SlipSheet {
  const cents = Math.round(row.value * 100)
  return {
    bank: codeOfBank(row.bank),
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
    due_date: row.due_date,
    processed_on: dayIn(new Date(row.issued_at)).day,
    cents,
    instructions: [...lateTerms(row), ...(row.instructions?.split('\n') ?? [])],
    about: subjectLines({ ...row.subject, due_date: row.due_date }),
    pix: pixOf(row, cents),
  }
}

/** Prints late charges as the bank has them. */
function lateTerms({ fine, interest }: Pick<SlipSheetRow, 'fine' | 'interest'>): readonly string[] {
  const terms = [
    ...(fine ? [`multa de ${showPercent(fine)}`] : []),
    ...(interest ? [`juros de ${showPercent(interest)} ao mês`] : []),
  ]
  return terms.length ? [`Após o vencimento: ${terms.join(' e ')}.`] : []
}
