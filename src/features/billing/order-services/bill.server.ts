import { dayIn } from '#kernel/clock.ts'
import { can } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import type { StoredOf } from '#kernel/resource.ts'
import type { bills } from '#features/billing/bills/bill/bills.ts'
import { accountsOfClients } from '#features/billing/bills/billing/accounts.server.ts'
import { financeTypes } from '#features/lookups.ts'
import type { OrderedBill } from '#features/billing/order-services/api.ts'
import { itemNameOf } from '#features/billing/order-services/plan.ts'
import { asMade, refusedPiece, type OrderRequest, type Piece } from '#features/billing/order-services/piece.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What a bill is of where nobody says otherwise. */
const usual = 'servico-avulso'

/** The type of the bill: the one that was chosen, or the usual one. */
async function typeOf(ctx: Ctx, id: number | null | undefined) {
  const narrowed = id == null ? { 'filter[slug]': usual } : { 'filter[id]': String(id) }
  const [type] = await ctx
    .rows(financeTypes)
    .list(listQuery(financeTypes, { pagination: 'false', active: 'true', ...narrowed }))
  return type
}

/** Plans the bill of an order, without storing it. */
export async function planBill(
  ctx: Ctx,
  { client, draft }: OrderRequest,
): Promise<Piece<OrderedBill, StoredOf<typeof bills>>> {
  const { vencimento, valor_servico } = draft
  const issue_date = dayIn(new Date()).day
  if (!can(ctx.user, 'bills-to-receive.store'))
    return refusedPiece(
      'criar_contas_a_receber',
      'Seu perfil não lança contas a receber: peça a quem cuida das permissões.',
    )
  if (vencimento == null) return refusedPiece('vencimento', 'Diga até quando a conta pode ser paga.')
  if (vencimento < issue_date)
    return refusedPiece('vencimento', 'O vencimento já passou: escolha hoje ou um dia depois.')
  if (valor_servico == null) return refusedPiece('valor_servico', 'Diga quanto custa o serviço.')
  if (!draft.descricao_servico) return refusedPiece('descricao_servico', 'Descreva o serviço, como deve sair na conta.')
  const subject = itemNameOf(draft.descricao_servico)
  const type = await typeOf(ctx, draft.finance_type_id)
  if (!type)
    return draft.finance_type_id == null
      ? refusedPiece('finance_type_id', 'O tipo “Serviço avulso” não está em uso: escolha de que tipo é a conta.')
      : refusedPiece('finance_type_id', 'Este tipo não existe mais, ou está inativo: escolha outro.')
  const chosen = draft.checking_account_id ?? null
  const placed = (await accountsOfClients(ctx, [client.id], chosen))(client.id)
  const account = 'account' in placed ? placed.account : null
  if (chosen !== null && account !== chosen)
    return refusedPiece(
      'checking_account_id',
      'Esta conta corrente é de outra empresa, que não responde pelo cliente: escolha uma da empresa dele.',
    )
  return asMade(
    { due_date: vencimento, value: valor_servico, subject, finance_type: type.name },
    {
      client_id: client.id,
      finance_type_id: type.id,
      checking_account_id: account,
      issue_date,
      due_date: vencimento,
      value: valor_servico,
      items: [{ name: subject, value: valor_servico }],
    },
  )
}
