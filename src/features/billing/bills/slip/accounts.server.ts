import { sql } from 'kysely'
import { companyOf, isStaff } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { fitAccount } from '#features/billing/bills/slip/fit.ts'
import { isPixKind, pixKey, pixKinds } from '#features/billing/bills/slip/pix.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

type AccountDraft = Partial<StoredOf<typeof checkingAccounts>>

const shapes = {
  agency_digit: [/^[\dX]$/, 'É um algarismo, ou X.'],
  account_digit: [/^[\dXP]$/, 'É um algarismo, ou X.'],
  wallet: [/^\d{1,3}$/, 'São até 3 algarismos.'],
  wallet_variation: [/^\d{1,3}$/, 'São até 3 algarismos.'],
  agreement: [/^\d{1,20}$/, 'São só algarismos.'],
  transmission_code: [/^\d{1,15}$/, 'São até 15 algarismos.'],
} as const satisfies Partial<Record<keyof AccountDraft, readonly [RegExp, string]>>

/** What an account lacks to number boletos and to have them registered, by field. */
function lacksOf(account: AccountDraft): Readonly<Record<string, string>> {
  const { registration, wallet, bank, wallet_variation } = account
  if (registration === 'asaas') return {}
  const byApi = registration === 'bb'
  if (byApi && bank !== 1) return { bank: 'A API do Banco do Brasil registra boletos de contas do banco 001.' }
  return {
    ...((wallet || byApi) && fitAccount(account).lacks),
    ...(byApi && !wallet_variation && { wallet_variation: 'A API do Banco do Brasil pede a variação da carteira.' }),
  }
}

const shaped = [
  'agency_digit',
  'account_digit',
  'wallet',
  'agreement',
  'wallet_variation',
  'transmission_code',
] as const

/** What does not go together; what nobody touched is left as it was. */
function refuseUnfit(draft: AccountDraft, row: AccountDraft = {}): AccountDraft {
  const wrong: Record<string, string> = {}
  const upper = (name: keyof typeof shapes) => draft[name]?.trim().toUpperCase()
  const fitted: AccountDraft = { ...draft }
  for (const name of shaped) {
    const [fits, refusal] = shapes[name]
    const given = upper(name)
    if (!given || given === row[name]) continue
    if (fits.test(given)) fitted[name] = given
    else wrong[name] = refusal
  }
  const whole = { ...row, ...fitted }
  if (draft.pix_kind !== undefined || draft.pix_key !== undefined) {
    const { pix_kind, pix_key } = whole
    if (Boolean(pix_kind) !== Boolean(pix_key))
      wrong[pix_kind ? 'pix_key' : 'pix_kind'] = pix_kind ? 'Informe a chave.' : 'Escolha o tipo da chave.'
    else if (pix_key && isPixKind(pix_kind)) {
      const key = pixKey(pix_kind, pix_key)
      if (key === null) wrong.pix_key = `Não é uma chave do tipo ${pixKinds[pix_kind]}.`
      else fitted.pix_key = key
    }
  }
  // An account with a wallet issues boletos: what it lacks is refused now, not on issue.
  const says = (['wallet', 'wallet_variation', 'agreement', 'bank', 'registration'] as const).some(
    name => draft[name] !== undefined,
  )
  if (says && !Object.keys(wrong).length) Object.assign(wrong, lacksOf(whole))
  if (Object.keys(wrong).length) throw invalid(wrong)
  return fitted
}

/** A number that was given already is never given again. */
async function refuseUsed({ next_number }: AccountDraft, id: number, ctx: Ctx) {
  if (next_number === undefined) return
  const { rows } = await sql<{ last: number | null }>`
    select max(number)::float8 as last from bill_slips where checking_account_id = ${id}`.execute(ctx.sql)
  const last = rows[0]?.last ?? 0
  if (next_number <= last)
    throw invalid({ next_number: `O boleto ${last} desta conta já foi emitido: diga um número maior.` })
}

/** The number of a remittance that was made, be it void, is never used again. */
async function refuseRemitted({ next_remittance }: AccountDraft, id: number, ctx: Ctx) {
  if (next_remittance === undefined) return
  const { rows } = await sql<{ last: number | null }>`
    select max(number)::float8 as last from bank_remittances where checking_account_id = ${id}`.execute(ctx.sql)
  const last = rows[0]?.last ?? 0
  if (next_remittance <= last)
    throw invalid({ next_remittance: `A remessa ${last} desta conta já foi gerada: diga um número maior.` })
}

/** Boletos wait for a remittance from the moment their account registers them so. */
const sinceOf = ({ registration }: AccountDraft, before: AccountDraft = {}): AccountDraft =>
  registration === undefined || registration === before.registration
    ? {}
    : { remits_since: registration === 'remessa' ? new Date().toISOString() : null }

export const accountsExtension = extend(checkingAccounts, {
  // Accounts of a company are its own people's; those of none are everybody's.
  visible: ({ user, alias, declared }) => {
    const theirs = companyOf(user)
    const company = sql.ref(`${alias}.empresa_id`)
    return theirs === null && isStaff(user) ? declared : sql`(${company} is null or ${company} = ${theirs})`
  },
  guard: ({ empresa_id }, { user }) => {
    if (empresa_id === null && companyOf(user) !== null)
      throw problem('forbidden', 'Esta conta corrente é de todas as empresas: só quem vê todas a altera.')
  },
  beforeCreate: (draft, { user }) => {
    const theirs = companyOf(user)
    const empresa_id = draft.empresa_id === undefined ? theirs : draft.empresa_id
    if (theirs !== null && empresa_id === null)
      throw invalid({ empresa_id: 'Escolha uma empresa: você trabalha em uma só.' })
    return { ...draft, ...refuseUnfit(draft), ...sinceOf(draft), name: draft.name, empresa_id }
  },
  beforeUpdate: async (draft, row, ctx) => {
    if (draft.empresa_id === null && row.empresa_id !== null && companyOf(ctx.user) !== null)
      throw invalid({ empresa_id: 'Escolha uma empresa: você trabalha em uma só.' })
    if (draft.next_number !== row.next_number) await refuseUsed(draft, row.id, ctx)
    if (draft.next_remittance !== row.next_remittance) await refuseRemitted(draft, row.id, ctx)
    return { ...refuseUnfit(draft, row), ...sinceOf(draft, row) }
  },
})
