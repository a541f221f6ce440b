import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedOf } from '#kernel/resource.ts'
import { mostFiles, receiptDrops, receipts } from '#features/receipts/receipts.ts'
import { extOf, fitFile } from '#parts/file/file.ts'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { upload } from '#web/files.ts'
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
type DroppedFile = { readonly data: ListedOf<typeof receipts> }

/** Why the server would refuse a file, as far as its name and size show. */
const unfit = ({ name, size }: File) =>
  extOf(name) === 'pdf'
    ? fitFile(name, size)
    : 'Só PDFs são lidos aqui. Outro arquivo, guarde na própria coleta, em Envio.'

/** Sends files to a new drop and has them read; refused files remain listed. */
export function useDropping() {
  const queries = useQueryClient()
  const [state, set] = useState<Dropping | null>(null)
  const refresh = () =>
    Promise.all([receiptDrops, receipts].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))

  async function drop(files: readonly File[], processed: boolean) {
    const left: LeftFile[] = files.flatMap(file => {
      const why = unfit(file)
      return why ? [{ name: file.name, why }] : []
    })
    const fit = files.filter(file => !unfit(file))
    const total = fit.length
    let done = 0
    const told = (going: boolean) => set({ done, total, left: [...left], going })
    if (total > mostFiles) {
      left.push({ name: `${total} arquivos`, why: `Um lote tem até ${mostFiles}: solte em partes.` })
      return told(false)
    }
    if (!total) return told(false)
    told(true)
    try {
      const { data } = await api.post<{ data: ListedOf<typeof receiptDrops> }>(
        `/${receiptDrops.path}`,
        { processed },
        { quiet: true },
      )
      const waiting = [...fit]
      const one = async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
          const why = await sendPaper(data.uuid, file)
          if (why) left.push({ name: file.name, why })
          done++
          told(true)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, one))
      await api.put(`/${receiptDrops.path}/${data.uuid}/ler`, undefined, { quiet: true })
    } catch (error) {
      left.push({ name: 'O lote', why: reasonOf(error) })
    }
    told(false)
    announce('Arquivos enviados.')
    await refresh()
  }
  return { state, drop, forget: () => set(null) }
}

/** Answers why the server refused it; null on success. It retries after a network failure: the same bytes are stored once. */
async function sendPaper(drop: string, file: File, tries = 2): Promise<string | null> {
  try {
    const { data } = await upload<DroppedFile>(`/${receiptDrops.path}/${drop}/arquivos`, file)
    return data.state === 'recusado' || data.state === 'repetido' ? data.why : null
  } catch (error) {
    return tries > 1 ? sendPaper(drop, file, tries - 1) : reasonOf(error)
  }
}
