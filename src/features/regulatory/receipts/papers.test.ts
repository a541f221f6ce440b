import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allPapers } from '#test/support/papers/index.ts'
import { pdfOf } from '#test/support/receipts.ts'
import { receiving } from '#test/support/receiving.ts'

describe('sixty papers dropped at once', () => {
  const { world, sent, dropped, all, receiptsOf, step } = receiving()

  test('no refusal is a receipt, and nothing is processed but what says that it was accepted', async () => {
    const owners = []
    const files: Record<string, Buffer> = {}
    for (const [n, paper] of allPapers.entries()) {
      const owner = await sent(`Papel ${n}`)
      owners.push(owner)
      await sql`update collect_files set rows = ${paper.rows ?? null} where collect_id = ${owner.coleta.id}`.execute(
        world().db,
      )
      const fistel = String(owner.fistel.fistel)
      files[`${paper.name}.pdf`] = await pdfOf(
        paper.lines({ document: owner.document, fistel, protocol: `53500.${10_000 + n}/2026-10` }),
      )
    }
    const drop = await dropped(files, { processed: true })
    const rows = new Map((await all(drop)).map(row => [row.name, row]))
    const { rows: marks } = await sql<{ client_id: number }>`
      select client_id from client_obligations where deleted_at is null`.execute(world().db)
    const wrong: unknown[] = []
    for (const [n, paper] of allPapers.entries()) {
      const [owner, row] = [owners[n], rows.get(`${paper.name}.pdf`)]
      if (!owner || !row) throw new Error(`nothing came of ${paper.name}`)
      const isReceipt = paper.truth === 'aceito' || paper.truth === 'recebido'
      const placed =
        (await receiptsOf(owner.coleta)).length + marks.filter(each => each.client_id === owner.client.id).length
      const now = await step(owner.coleta.uuid)
      const processed = now === 'Processada'
      if (row.state !== (isReceipt ? 'guardado' : 'bandeja') || placed !== (isReceipt ? 1 : 0))
        wrong.push([paper.truth, paper.name, row.state, row.why, placed])
      if (processed && paper.truth !== 'aceito') wrong.push([paper.name, now])
      if (!isReceipt && !/^(?:Parece|O texto|Não sabemos)/.test(row.why ?? '')) wrong.push([paper.name, row.why])
    }
    expect(wrong).toEqual([])
  }, 300_000)
})
