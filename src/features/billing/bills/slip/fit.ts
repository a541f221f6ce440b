import { ruleOf, slipBanks, type SlipAccount, type SlipAccountField } from '#features/billing/bills/slip/banks.ts'

type AccountParts = Readonly<Partial<Record<SlipAccountField, string | null>>> & { readonly bank?: number | null }
interface RegisteringAccount extends AccountParts {
  readonly registration: string
}
export interface FittedAccount {
  /** What the bank puts under the bars; null where something lacks. */
  readonly account: SlipAccount | null
  /** By field, what it lacks to number boletos. */
  readonly lacks: Readonly<Record<string, string>>
}

export const codeOfBank = (bank: number) => String(bank).padStart(3, '0')
const labels: Readonly<Record<SlipAccountField, string>> = {
  agency: 'a agência',
  account: 'a conta',
  account_digit: 'o dígito da conta',
  wallet: 'a carteira',
  agreement: 'o convênio',
}
const names: readonly SlipAccountField[] = ['agency', 'account', 'account_digit', 'wallet', 'agreement']

/** An account as its bank's rule wants it, with zeros before what is short; or what it lacks. */
export function fitAccount(parts: AccountParts): FittedAccount {
  const rule = parts.bank ? ruleOf(codeOfBank(parts.bank)) : null
  if (!rule)
    return {
      account: null,
      lacks: { bank: `Boletos são emitidos aqui por contas dos bancos ${slipBanks.join(', ')}.` },
    }
  const lacks: Record<string, string> = {}
  const account = { agency: '', account: '', account_digit: '', wallet: '', agreement: '' }
  for (const name of names) {
    const need = rule.needs[name]
    // Some write the digit of an agency or an account with it: it is no part of the number.
    const given = (parts[name] ?? '').split('-')[0]?.replace(/\D/g, '') ?? ''
    account[name] = given
    if (need === undefined) continue
    if (!given) lacks[name] = `Para emitir boletos, informe ${labels[name]}. ${rule.hint}.`
    else if (typeof need !== 'number') {
      const found = need.find(each => Number(each) === Number(given))
      if (found) account[name] = found
      else lacks[name] = `Deste banco, só ${need.join(' ou ')}. ${rule.hint}.`
    } else if (given.replace(/^0+/, '').length > need) lacks[name] = `Tem ${need} algarismos. ${rule.hint}.`
    else account[name] = given.replace(/^0+/, '').padStart(need, '0')
  }
  return { account: Object.keys(lacks).length ? null : account, lacks }
}

/** Whether an account has what its boletos are numbered with; Asaas numbers those of its own. */
export const numbersBoletos = (account: RegisteringAccount) =>
  account.registration === 'asaas' || fitAccount(account).account !== null
