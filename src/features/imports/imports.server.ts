import { problem } from '#kernel/problem.ts'
import { changeOperations } from '#features/imports/change.server.ts'
import { imports, isGoing } from '#features/imports/imports.ts'
import { readOperations } from '#features/imports/look.server.ts'
import { sendOperation } from '#features/imports/send.server.ts'
import { extend } from '#server/extend.ts'

export const importsOnServer = extend(imports, {
  operations: [sendOperation, ...readOperations, ...changeOperations],
  beforeRemove: row => {
    if (isGoing(row)) throw problem('conflict', 'A importação está em andamento: cancele antes de excluir.')
  },
})
