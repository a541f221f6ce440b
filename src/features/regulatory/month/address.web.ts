import { collecting } from '#parts/period/period.ts'
import { monthParameter } from '#parts/period/monthParameter.web.ts'
import { textParameter } from '#web/route/search.ts'

/** The parameters of the board's address, whichever way it is looked at. */
export const boardParameters = {
  vista: textParameter,
  modo: textParameter,
  mes: monthParameter(collecting),
  situacao: textParameter,
  busca: textParameter,
  empresa: textParameter,
  responsavel: textParameter,
}
