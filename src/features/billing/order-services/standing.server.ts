import { billStateSql } from '#features/billing/bills/bill/state.server.ts'

const ofBill = (alias: string, what: string) =>
  `(select ${what} from bills_to_receive ob where ob.id = ${alias}.bill_id)`
const noteState = (alias: string) => `(select oi.state from service_invoices oi where oi.id = ${alias}.invoice_id)`
/** As its bank answered; the one it was last given, until its bill is settled or called off. */
const slipState = (alias: string) =>
  `(case when not ${alias}.gerar_boleto then null else ${ofBill(
    alias,
    `case when ob.called_off then 'cancelado' when ob.downloaded then 'pago' else coalesce((
    select case when s.cancelled_at is not null then 'cancelado' when s.registered_at is not null then 'registrado'
      when s.refused_at is not null then 'recusado' when s.provider is not null then 'registrando' else 'nao-registrado' end
    from bill_slips s where s.bill_id = ob.id order by s.id desc limit 1), 'cancelado') end`,
  )} end)`

/** SQL for the state of each piece of an order; null where it was not requested. */
export const orderPieces = {
  bill_state: (alias: string) => ofBill(alias, billStateSql('ob')),
  invoice_state: noteState,
  slip_state: slipState,
}

/** The states of a note that is valid, or may become so. */
const liveNote = `('processando', 'autorizada', 'cancelando')`

/** A cancelled order whose note lives on is work until the note ends, or somebody waives that. What failed comes first, then what is awaited: a note on its way, a boleto its bank did not take yet. */
export const orderStateSql = (
  alias: string,
) => `(case when ${alias}.called_off_at is not null and ${alias}.note_waived_at is null and ${noteState(alias)} in ${liveNote} then 'nota-por-cancelar'
  when ${alias}.called_off_at is not null then 'cancelada'
  when not (${alias}.criar_contas_a_receber or ${alias}.gerar_nota_fiscal or ${alias}.gerar_boleto) then 'registrada'
  when ${noteState(alias)} = 'rejeitada' or ${slipState(alias)} = 'recusado' then 'com-falha'
  when ${noteState(alias)} in ('pendente', 'processando', 'cancelando') or ${slipState(alias)} = 'registrando' then 'em-andamento' else 'pronta' end)`
