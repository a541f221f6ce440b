import { sql } from 'kysely'
import type { Ctx } from '#server/operation.ts'

/** The account a client's bill goes into, or why it is in doubt. */
type AccountOfClient = { readonly account: number | null } | { readonly reason: string }
interface CompanyAccounts {
  readonly client: number
  readonly company: string | null
  /** Active accounts of the company that answers for the client. */
  readonly accounts: readonly number[]
}

/**
 * Money of one company never goes into the account of another: the chosen account is for clients of its company, and others
 * use the only one of theirs. A company with several needs a choice; one with none bills without an account.
 */
export async function accountsOfClients(
  { sql: db }: Pick<Ctx, 'sql'>,
  clients: readonly number[],
  chosen: number | null | undefined,
): Promise<(client: number) => AccountOfClient> {
  const { rows: given } = await sql<{ empresa_id: number | null }>`
    select empresa_id from checking_accounts where id = ${chosen ?? 0} and deleted_at is null`.execute(db)
  const { rows } = await sql<CompanyAccounts>`
    select c.id::float8 as client, e.nome_fantasia as company, coalesce((
      select json_agg(a.id order by a.id) from checking_accounts a
      where a.empresa_id = e.id and a.active and a.deleted_at is null), '[]') as accounts
    from clients c left join empresas e on e.id = c.empresa_responsavel_id
    where c.id = any(${[...clients]}::bigint[])`.execute(db)
  const byClient = new Map(rows.map(each => [each.client, each]))
  const isOfNone = given.length > 0 && given[0]?.empresa_id === null
  return client => {
    const { company, accounts = [] } = byClient.get(client) ?? {}
    if (chosen != null && (isOfNone || !given.length || accounts.includes(chosen))) return { account: chosen }
    const [only, ...others] = accounts
    if (only === undefined) return { account: null }
    return others.length
      ? {
          reason: `${company} tem ${accounts.length} contas correntes: escolha uma delas e fature de novo os clientes desta empresa.`,
        }
      : { account: only }
  }
}
