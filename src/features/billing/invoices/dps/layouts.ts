/** How a DPS is written from a day on. Another version of it is another line here, and no code. */
export interface DpsLayout {
  readonly version: string
  /** The first day it is sent in, 'AAAA-MM-DD'. */
  readonly from: string
  /** Each element has these children in this order: the national emitter refuses any other. */
  readonly order: Readonly<Record<string, readonly string[]>>
  /** Whether the IBS and CBS groups, required outside the Simples Nacional, are written. */
  readonly ibscbs: boolean
}

/** Layout 1.01 of the national NFS-e, as its XSD has it (DPS_v1.01.xsd, tiposComplexos_v1.01.xsd); only what we fill in. */
const v101: DpsLayout = {
  version: '1.01',
  from: '2026-01-01',
  ibscbs: false,
  order: {
    infDPS: [
      'tpAmb',
      'dhEmi',
      'verAplic',
      'serie',
      'nDPS',
      'dCompet',
      'tpEmit',
      'cLocEmi',
      'prest',
      'toma',
      'serv',
      'valores',
    ],
    prest: ['CNPJ', 'CPF', 'IM', 'fone', 'email', 'regTrib'],
    regTrib: ['opSimpNac', 'regApTribSN', 'regEspTrib'],
    toma: ['CNPJ', 'CPF', 'IM', 'xNome', 'end', 'fone', 'email'],
    end: ['endNac', 'xLgr', 'nro', 'xCpl', 'xBairro'],
    endNac: ['cMun', 'CEP'],
    serv: ['locPrest', 'cServ', 'obra', 'infoCompl'],
    locPrest: ['cLocPrestacao'],
    cServ: ['cTribNac', 'cTribMun', 'xDescServ', 'cNBS', 'cIntContrib'],
    obra: ['cObra'],
    infoCompl: ['idDocTec', 'docRef', 'xPed', 'xInfComp'],
    valores: ['vServPrest', 'trib'],
    vServPrest: ['vServ'],
    trib: ['tribMun', 'totTrib'],
    tribMun: ['tribISSQN', 'tpRetISSQN', 'pAliq'],
    totTrib: ['pTotTrib', 'indTotTrib', 'pTotTribSN'],
    pTotTrib: ['pTotTribFed', 'pTotTribEst', 'pTotTribMun'],
  },
}

/** The oldest first. */
export const dpsLayouts: readonly DpsLayout[] = [v101]

/** The one in force on a day. */
export const layoutOn = (day: string, layouts: readonly DpsLayout[] = dpsLayouts): DpsLayout =>
  layouts.findLast(({ from }) => from <= day) ?? v101
