import { expect, test } from 'vitest'
import { questionHelp } from '#features/regulatory/questions/help.ts'

test.each([true, false])('a client who handed the coleta over is not asked to do so (answered: %s)', isAnswered => {
  const client = { staff: false, isAnswered }
  expect(questionHelp({ ...client, isHandedOver: false })).toContain('entregue a coleta')
  expect(questionHelp({ ...client, isHandedOver: true })).not.toContain('entregue a coleta')
  expect(questionHelp({ ...client, isHandedOver: true })).toContain('foi entregue')
})
