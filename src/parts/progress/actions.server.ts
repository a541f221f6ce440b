import type { Ctx } from '#server/operation.ts'

/** What stopping a job, or beginning it again, changes in its row. */
interface JobChanges {
  readonly state: 'cancelado' | 'na-fila'
  readonly finished_at: string | null
  readonly error?: null
  readonly user_id?: number
}
interface JobRow {
  readonly id: number
  readonly uuid: string
}

/** What `jobVerbs` does; `change` writes it into the row of the job's own section. */
export const jobActions = <R extends JobRow>(
  change: (ctx: Ctx, id: number, changes: JobChanges, event: string) => Promise<R>,
) => ({
  cancelar: async (row: JobRow, ctx: Ctx): Promise<R> => {
    await ctx.jobs.cancel(row)
    return change(ctx, row.id, { state: 'cancelado', finished_at: new Date().toISOString() }, 'cancelar')
  },
  'tentar-de-novo': async (row: JobRow, ctx: Ctx): Promise<R> => {
    await ctx.jobs.again(row)
    const anew = { state: 'na-fila', error: null, finished_at: null, user_id: ctx.user.id } as const
    return change(ctx, row.id, anew, 'tentar-de-novo')
  },
})
