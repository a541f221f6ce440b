import { sql } from 'kysely'
import type { SlipEnvironment, SlipProvider } from '#features/billing/bills/slip/registrations.ts'
import type { Sql } from '#server/operation.ts'

/** A boleto with all that a provider has to know. */
export interface SlipSource {
  readonly id: number
  /** Our reference of it at the provider. */
  readonly uuid: string
  readonly provider: SlipProvider
  readonly environment: SlipEnvironment
  readonly external_id: string | null
  readonly shown: string
  readonly bars: string | null
  readonly cancelled: boolean
  readonly registered: boolean
  readonly issued_on: string
  readonly due_date: string
  readonly cents: number
  readonly fine: number
  readonly interest: number
  readonly discount_cents: number
  readonly discount_until: string | null
  readonly bill_id: number
  readonly bill_uuid: string
  readonly bill: string
  /** The office's number of the bill. */
  readonly document: string
  readonly client_id: number
  readonly empresa_id: number | null
  readonly account: number
  readonly agreement: string | null
  readonly wallet: string | null
  readonly wallet_variation: string | null
  readonly payer: SlipPayer
}
interface SlipPayer {
  readonly name: string
  readonly document: string
  readonly email: string | null
  readonly zipcode: string | null
  readonly street: string | null
  readonly number: string | null
  readonly complement: string | null
  readonly district: string | null
  readonly city: string | null
  readonly state: string | null
}

/** Reads boletos of providers regardless of visibility: the caller checks access. */
async function sourcesWhere(db: Sql, which: ReturnType<typeof sql>): Promise<readonly SlipSource[]> {
  const { rows } = await sql<SlipSource>`
    select s.id::float8 as id, s.uuid, s.provider, s.environment, s.external_id, s.shown, s.bars,
      s.cancelled_at is not null as cancelled, s.registered_at is not null as registered,
      (s.issued_at at time zone 'America/Sao_Paulo')::date::text as issued_on, s.due_date::text as due_date,
      (100 * s.value)::float8 as cents, coalesce(s.fine_percent, 0)::float8 as fine, coalesce(s.interest_percent, 0)::float8 as interest,
      case when b.discount_until is null then 0 else (100 * coalesce(b.discount, 0))::float8 end as discount_cents,
      b.discount_until::text as discount_until, b.id::float8 as bill_id, b.uuid as bill_uuid,
      concat_ws(' · ', c.name, 'nº ' || coalesce(b.billet_number, b.id::text)) as bill, coalesce(b.billet_number, b.id::text) as document,
      b.client_id::float8 as client_id, a.empresa_id::float8 as empresa_id, a.id::float8 as account, a.agreement, a.wallet, a.wallet_variation,
      json_build_object('name', c.name, 'document', coalesce(c.document, ''), 'email', c.email, 'zipcode', p.zipcode, 'street', p.address,
        'number', p.number, 'complement', p.complement, 'district', p.neighborhood, 'city', p.city, 'state', p.state) as payer
    from bill_slips s
    join bills_to_receive b on b.id = s.bill_id
    join checking_accounts a on a.id = s.checking_account_id
    join clients c on c.id = b.client_id
    left join lateral (
      select l.zipcode, l.address, l.number, l.complement, l.neighborhood, t.name as city, t.name_state as state
      from clients_addresses l left join cities t on t.id = l.city_id
      where l.parent_id = c.id and l.active order by l.position limit 1
    ) p on true
    where s.provider is not null and ${which}`.execute(db)
  return rows
}

export const slipSource = async (db: Sql, id: number): Promise<SlipSource | null> =>
  (await sourcesWhere(db, sql`s.id = ${id}`))[0] ?? null

/** The boleto a notice of Asaas is about: by what Asaas calls it, or by our reference. */
export async function chargedSlip(
  db: Sql,
  { id, externalReference: ours }: { readonly id: string; readonly externalReference?: string | null | undefined },
): Promise<readonly SlipSource[]> {
  const isUuid = ours && /^[0-9a-f-]{36}$/.test(ours)
  return sourcesWhere(
    db,
    sql`s.provider = 'asaas' and (s.external_id = ${id} or s.uuid = ${isUuid ? ours : null}::uuid)`,
  )
}

/** Stores what the provider calls the boleto, as soon as it is known: a later try looks for it by that. */
export const noteExternal = (db: Sql, slip: number, external: string) =>
  sql`update bill_slips set external_id = ${external} where id = ${slip}`.execute(db)
