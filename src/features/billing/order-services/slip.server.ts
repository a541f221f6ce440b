import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { Problem } from '#kernel/problem.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { bankWithDigit, nameOfBank } from '#features/billing/bills/slip/banks.ts'
import { providers } from '#features/billing/bills/slip/registrations.ts'
import { codeOfBank, numbersBoletos } from '#features/billing/bills/slip/fit.ts'
import { refuseUnissuable } from '#features/billing/bills/slip/slips.server.ts'
import { asMade, refusedPiece, type OrderRequest, type Piece } from '#features/billing/order-services/piece.server.ts'
import type { OrderedBill, OrderedSlip } from '#features/billing/order-services/api.ts'
import type { Ctx } from '#server/operation.ts'

/** The accounts of the client's company that could charge it, of those the user sees. */
async function accountsOf(ctx: Ctx, { client }: OrderRequest) {
  if (client.empresa_responsavel_id === null) return []
  const all = await ctx.rows(checkingAccounts).list(
    listQuery(checkingAccounts, {
      pagination: 'false',
      active: 'true',
      'filter[empresa_id]': String(client.empresa_responsavel_id),
    }),
  )
  return all.filter(numbersBoletos)
}

const accountsLink = { label: 'Ver as contas correntes', path: `/${checkingAccounts.path}` }

/** The account the boleto is charged by: the one that was chosen, or the only one that could. */
async function accountOf(ctx: Ctx, order: OrderRequest) {
  const { checking_account_id: chosen } = order.draft
  if (chosen != null) {
    const account = await ctx.rows(checkingAccounts).seek(chosen)
    return account?.active
      ? ({ account, refusal: null } as const)
      : ({
          refusal: refusedPiece(
            'checking_account_id',
            'Esta conta corrente não existe mais, ou está inativa: escolha outra.',
          ),
        } as const)
  }
  const [only, ...others] = await accountsOf(ctx, order)
  if (only && !others.length) return { account: only, refusal: null } as const
  return {
    refusal: only
      ? refusedPiece(
          'checking_account_id',
          `${others.length + 1} contas correntes podem cobrar este boleto: escolha em qual ele entra.`,
        )
      : refusedPiece(
          'checking_account_id',
          'Nenhuma conta corrente da empresa está pronta para emitir boletos: falta a carteira ou o convênio.',
          accountsLink,
        ),
  } as const
}

/** The boleto of an order's bill, as it would be issued today. */
export async function planSlip(
  ctx: Ctx,
  order: OrderRequest,
  bill: Piece<OrderedBill, unknown> | null,
): Promise<Piece<OrderedSlip, { readonly checking_account_id: number }>> {
  if (!bill) return refusedPiece('gerar_boleto', 'O boleto cobra uma conta: crie a conta a receber também.')
  if (!can(ctx.user, 'bills-to-receive.emitir-boleto'))
    return refusedPiece('gerar_boleto', 'Seu perfil não emite boletos: peça a quem cuida das permissões.')
  if (bill.refusal) return refusedPiece(bill.refusal.field, 'O boleto espera pela conta: acerte o que falta nela.')
  const found = await accountOf(ctx, order)
  if (found.refusal) return found.refusal
  const { account } = found
  const { due_date, value } = bill.made
  const given = { checking_account_id: account.id }
  try {
    const charged = { client_id: order.client.id, due_date, cents: Math.round(value * 100), ...given }
    await refuseUnissuable(ctx, charged, dayIn(new Date()).day)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [wrong] = Object.values(error.detail.errors ?? {}).flat()
    return refusedPiece('checking_account_id', wrong ?? error.message, {
      label: 'Acertar na conta corrente',
      path: `/${checkingAccounts.path}/${account.uuid}`,
    })
  }
  const bank = codeOfBank(account.bank ?? 0)
  const isNumbered = account.registration === 'asaas'
  const dashed = (number: string | null, digit: string | null) => [number, digit].filter(Boolean).join('-')
  return asMade(
    {
      bank: isNumbered ? providers.asaas : `${nameOfBank(bank)} (${bankWithDigit(bank)})`,
      account: isNumbered
        ? account.name
        : `${account.name}: agência ${dashed(account.agency, account.agency_digit)}, conta ${dashed(account.account, account.account_digit)}`,
      due_date,
      value,
    },
    given,
  )
}
