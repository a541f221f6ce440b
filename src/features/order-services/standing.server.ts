import { billStateSql } from '#features/bills/bills.server.ts'

/** Where each of the three stands, over the alias of its order; null where it was not asked for. */
export const pieceSql = {
  bill: (alias: string) => `(select ${billStateSql('ob')} from bills_to_receive ob where ob.id = ${alias}.bill_id)`,
}

export const orderStateSql = (alias: string) => `case when ${alias}.called_off_at is not null then 'cancelada'
  when not (${alias}.criar_contas_a_receber or ${alias}.gerar_nota_fiscal) then 'registrada' else 'pronta' end`
