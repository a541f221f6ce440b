import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { newRowRequests, type MatrixCases } from '#test/support/matrix/cases.ts'

const emptyDraft = { locations: [] }

export const questionsMatrix: MatrixCases = {
  'collects.perguntar': (world, who) =>
    newRowRequests(
      world,
      who,
      collects,
      ({ uuid }) => ({
        url: `collects/${uuid}/perguntar`,
        body: { content: 'Quantos acessos?' },
        audits: 4,
        besides: ['tickets.store', 'ticket-messages.store', 'tickets.aguardar'],
      }),
      emptyDraft,
    ),
}
