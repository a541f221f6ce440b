import { count } from '#kernel/text.ts'
import { receiptDrops, receipts, type ReceiptDrop } from '#features/receipts/receipts.ts'
import { touched, type ProposedTarget } from '#features/receipts/useReceipts.web.ts'
import { isRefusalVerdict, type PaperVerdict } from '#parts/receipt/verdict.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { api } from '#web/api.ts'
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
type SaidAnswer = { readonly message: string }

/** Acts on drops and receipts, one at a time; a refusal remains shown. */
export function useReceiptActs() {
  const { busy, refusal, run, refuse } = useSendingActs(touched)
  const put = (url: string, said: string, body?: object) =>
    run(() => api.put<SaidAnswer>(url, body, quiet).then(() => ({ message: said })))
  return {
    busy,
    refusal,
    refuse,
    read: (drop: ReceiptDrop) => put(`/${receiptDrops.path}/${drop.uuid}/ler`, 'Lendo o que chegou.'),
    again: (drop: ReceiptDrop) => put(`/${receiptDrops.path}/${drop.uuid}/tentar-de-novo`, 'Lendo o que falta.'),
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
        const { data } = await api.put<{ data: ReceiptDrop }>(
          `/${receiptDrops.path}/${uuid}/desfazer`,
          undefined,
          quiet,
        )
        const left = count(data.kept ?? 0, { one: 'comprovante ficou', many: 'comprovantes ficaram', gender: 'm' })
        return { message: data.kept ? `Lote desfeito; ${left}: veja por que em Guardados.` : 'Lote desfeito.' }
      })
    },
    settle: async (
      { uuid, name, verdict, why }: SettledReceipt,
      { label: _l, note: _n, ...all }: ProposedTarget,
      protocol?: string,
    ) => {
      const { kind, coleta, send, task, client, obligation, period } = all
      const others = {
        recusa: { kind, coleta },
        'recusa-obrigacao': { kind, client, obligation, period },
        obrigacao: { kind, client, obligation, period },
        tarefa: { kind, task },
      }
      const isRefusal = kind === 'recusa' || kind === 'recusa-obrigacao'
      const isOther = isRefusal || kind === 'obrigacao' || kind === 'tarefa'
      const target = isOther ? others[kind] : { kind, coleta, send }
      const doubtful = verdict !== null && isRefusalVerdict(verdict) && !isRefusal
      if (doubtful && !(await sureOfReceipt(name, why))) return false
      const said = { recusa: 'erro registrado', 'recusa-obrigacao': 'recusa registrada' }
      const answer = `${name}: ${isRefusal ? said[kind] : 'guardado'}.`
      return put(`/${receipts.path}/${uuid}/guardar`, answer, {
        target,
        ...(protocol && { protocol }),
        ...(doubtful && { sure: true }),
      })
    },
    setAside: ({ uuid, name }: NamedReceipt) =>
      put(`/${receipts.path}/${uuid}/deixar-de-lado`, `${name}: deixado de lado.`),
    giveBack: ({ uuid, name }: NamedReceipt) =>
      put(`/${receipts.path}/${uuid}/devolver-a-bandeja`, `${name}: de volta à bandeja.`),
    undoOne: ({ uuid, name }: NamedReceipt) =>
      put(`/${receipts.path}/${uuid}/desfazer`, `${name}: desfeito, e na bandeja.`),
  }
}
