import { actOf, type CallInput } from '#kernel/call.ts'
import { count } from '#kernel/text.ts'
import { settleReceipt, type ProposedTarget } from '#features/regulatory/receipts/api.ts'
import { receiptDrops, receipts, type ReceiptDrop } from '#features/regulatory/receipts/receipts.ts'
import { touched } from '#features/regulatory/receipts/useReceipts.web.ts'
import { isRefusalVerdict, type PaperVerdict } from '#parts/receipt/verdict.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { sendCall } from '#web/call.ts'
import { confirm } from '#web/ui/confirm.tsx'

interface NamedReceipt {
  readonly uuid: string
  readonly name: string
}
interface SettledReceipt extends NamedReceipt {
  readonly verdict: PaperVerdict | null
  readonly why: string
}
const sureOfReceipt = (name: string, why: string) =>
  confirm({
    title: `Guardar “${name}” como recibo?`,
    text: `${why} A coleta fica como está.`,
    act: 'Guardar como recibo',
  })
const quiet = { quiet: true } as const
const drop = {
  read: actOf(receiptDrops, 'ler'),
  again: actOf(receiptDrops, 'tentar-de-novo'),
  undo: actOf(receiptDrops, 'desfazer'),
}
const receipt = {
  setAside: actOf(receipts, 'deixar-de-lado'),
  giveBack: actOf(receipts, 'devolver-a-bandeja'),
  undo: actOf(receipts, 'desfazer'),
}
type ReceiptAct = (typeof drop)['read' | 'again'] | (typeof receipt)[keyof typeof receipt]

/** What is sent of a proposal: its kind, and the keys of that kind. A key that is not there is refused by the server. */
function targetIn({ kind, coleta, send, task, client, obligation, period }: ProposedTarget) {
  const ofColeta = { coleta: coleta ?? '' }
  const ofDuty = { client: client ?? '', obligation: obligation ?? '', period: period ?? '' }
  const targets = {
    coleta: { kind: 'coleta', ...ofColeta, send },
    recusa: { kind: 'recusa', ...ofColeta },
    obrigacao: { kind: 'obrigacao', ...ofDuty },
    'recusa-obrigacao': { kind: 'recusa-obrigacao', ...ofDuty },
    tarefa: { kind: 'tarefa', task: task ?? '' },
  } as const
  return targets[kind]
}

/** Acts on drops and receipts, one at a time; a refusal remains shown. */
export function useReceiptActs() {
  const { busy, refusal, run, refuse } = useSendingActs(touched)
  const act = (call: ReceiptAct, { uuid: id }: { readonly uuid: string }, message: string) =>
    run(() => sendCall(call, { id, body: undefined }, quiet).then(() => ({ message })))
  return {
    busy,
    refusal,
    refuse,
    read: (of: ReceiptDrop) => act(drop.read, of, 'Lendo o que chegou.'),
    again: (of: ReceiptDrop) => act(drop.again, of, 'Lendo o que falta.'),
    /** All of a drop, once its reader read what that means. */
    async undo({ uuid, name, kept, tray }: ReceiptDrop) {
      const sure = await confirm({
        title: `Desfazer “${name}”?`,
        text: `${count(kept ?? 0, { one: 'comprovante guardado sai', many: 'comprovantes guardados saem', gender: 'm' })} de onde ${kept === 1 ? 'está' : 'estão'}, e ${count(tray ?? 0, { one: 'sai', many: 'saem', gender: 'm' })} da bandeja. O que alguém mudou depois fica como está, e é dito.`,
        act: 'Desfazer tudo',
        danger: true,
      })
      if (!sure) return
      await run(async () => {
        const { data } = await sendCall(drop.undo, { id: uuid, body: undefined }, quiet)
        const left = count(data.kept ?? 0, { one: 'comprovante ficou', many: 'comprovantes ficaram', gender: 'm' })
        return { message: data.kept ? `Lote desfeito; ${left}: veja por que em Guardados.` : 'Lote desfeito.' }
      })
    },
    settle: async ({ uuid, name, verdict, why }: SettledReceipt, proposed: ProposedTarget, protocol?: string) => {
      const { kind } = proposed
      const isRefusal = kind === 'recusa' || kind === 'recusa-obrigacao'
      const doubtful = verdict !== null && isRefusalVerdict(verdict) && !isRefusal
      if (doubtful && !(await sureOfReceipt(name, why))) return false
      const refused = { recusa: 'erro registrado', 'recusa-obrigacao': 'recusa registrada' }
      const message = `${name}: ${isRefusal ? refused[kind] : 'guardado'}.`
      const body: CallInput<typeof settleReceipt>['body'] = {
        target: targetIn(proposed),
        ...(protocol && { protocol }),
        ...(doubtful && { sure: true }),
      }
      return run(() => sendCall(settleReceipt, { id: uuid, body }, quiet).then(() => ({ message })))
    },
    setAside: (of: NamedReceipt) => act(receipt.setAside, of, `${of.name}: deixado de lado.`),
    giveBack: (of: NamedReceipt) => act(receipt.giveBack, of, `${of.name}: de volta à bandeja.`),
    undoOne: (of: NamedReceipt) => act(receipt.undo, of, `${of.name}: desfeito, e na bandeja.`),
  }
}
