import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const liveMatrix: MatrixCases = {
  events: () => [{ about: 'nothing for a moment', url: 'events?seconds=0', status: 200 }],
}
