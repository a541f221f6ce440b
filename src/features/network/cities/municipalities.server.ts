import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities'

export interface Municipality {
  /** IBGE's seven digits. The last digit does not always check: only membership in this list proves a real code. */
  readonly ibge: number
  readonly name: string
  readonly uf: string
}

/** The 5,571 municipalities as IBGE spells them today. On the server alone: the list weighs 51 kB on the wire. */
export const municipalities = (): readonly Municipality[] =>
  getMunicipalities().map(({ code, name, stateCode }) => ({ ibge: Number(code), name, uf: stateCode }))
