import { useState } from 'react'
import { actOf } from '#kernel/call.ts'
import { addReceipt, beginDrop } from '#features/regulatory/receipts/api.ts'
import { mostFiles, receiptDrops } from '#features/regulatory/receipts/receipts.ts'
import { extOf, fitFile } from '#parts/file/file.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useRenewal } from '#web/call.ts'
import { bytesIn } from '#web/files.ts'
import { announce } from '#web/ui/live.tsx'

/** Concurrent uploads: the server checks and stores each file, so a large drop must not send all at once. */
const atOnce = 4

export interface LeftFile {
  readonly name: string
  readonly why: string
}
/** How far the files dropped here got. */
export interface Dropping {
  readonly done: number
  readonly total: number
  /** Those that did not come in, and why. */
  readonly left: readonly LeftFile[]
  readonly going: boolean
}

/** Why the server would refuse a file, as far as its name and size show. */
const unfit = ({ name, size }: File) =>
  extOf(name) === 'pdf'
    ? fitFile(name, size)
    : 'Só PDFs são lidos aqui. Outro arquivo, guarde na própria coleta, em Envio.'

/** Sends files to a new drop and has them read; refused files remain listed. */
export function useDropping() {
  const renew = useRenewal(addReceipt)
  const [state, set] = useState<Dropping | null>(null)

  async function drop(files: readonly File[], processed: boolean) {
    const left: LeftFile[] = files.flatMap(file => {
      const why = unfit(file)
      return why ? [{ name: file.name, why }] : []
    })
    const fit = files.filter(file => !unfit(file))
    const total = fit.length
    let done = 0
    const show = (going: boolean) => set({ done, total, left: [...left], going })
    if (total > mostFiles) {
      left.push({ name: `${total} arquivos`, why: `Um lote tem até ${mostFiles}: solte em partes.` })
      return show(false)
    }
    if (!total) return show(false)
    show(true)
    try {
      const { data } = await sendCall(beginDrop, { body: { processed } }, { quiet: true })
      const waiting = [...fit]
      const one = async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
          const why = await sendPaper(data.uuid, file)
          if (why) left.push({ name: file.name, why })
          done++
          show(true)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, one))
      await sendCall(actOf(receiptDrops, 'ler'), { id: data.uuid, body: undefined }, { quiet: true })
    } catch (error) {
      left.push({ name: 'O lote', why: reasonOf(error) })
    }
    show(false)
    announce('Arquivos enviados.')
    await renew()
  }
  return { state, drop, forget: () => set(null) }
}

/** Answers why the server refused it; null on success. It retries after a network failure: the same bytes are stored once. */
async function sendPaper(drop: string, file: File, tries = 2): Promise<string | null> {
  try {
    const input = { id: drop, query: { name: file.name }, body: bytesIn(file) }
    const { data } = await sendCall(addReceipt, input, { quiet: true, timeout: 120_000 })
    return data.state === 'recusado' || data.state === 'repetido' ? data.why : null
  } catch (error) {
    return tries > 1 ? sendPaper(drop, file, tries - 1) : reasonOf(error)
  }
}
