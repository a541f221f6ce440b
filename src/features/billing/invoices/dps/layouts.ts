export type TaxScheme = 'nao-optante' | 'mei' | 'simples-nacional' | 'optante-pendente'

/** How a DPS is written from a day on. Another version of it is another line here, and no code. */
export interface DpsLayout {
  readonly version: string
  /** The first competence it is written for, 'AAAA-MM-DD'; null while no day of production is published. */
  readonly from: string | null
  /** Where it is published. */
  readonly source: string
  /** Each element has these children in this order: the national emitter refuses any other. */
  readonly order: Readonly<Record<string, readonly string[]>>
  /** Codes of `opSimpNac`: a scheme without one cannot be declared. */
  readonly schemes: Readonly<Partial<Record<TaxScheme, string>>>
  /** Schemes that declare IBS and CBS in it. */
  readonly ibscbs: readonly TaxScheme[]
}

/** Layout 1.01 of the national NFS-e, as its XSD has it (DPS_v1.01.xsd, tiposComplexos_v1.01.xsd); only what we fill in. */
const v101: DpsLayout = {
  version: '1.01',
  from: '2026-01-01',
  source: 'NFS-e nacional, XSD 1.01',
  schemes: { 'nao-optante': '1', mei: '2', 'simples-nacional': '3' },
  ibscbs: [],
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
      'subst',
      'prest',
      'toma',
      'serv',
      'valores',
    ],
    subst: ['chSubstda', 'cMotivo', 'xMotivo'],
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

/** The same with the group of IBS and CBS (TCRTCInfoIBSCBS), which companies outside the Simples declare since August 2026. */
const v101WithGroup: DpsLayout = {
  ...v101,
  from: '2026-08-03',
  source: 'NFS-e nacional, XSD 1.01 com o grupo IBSCBS (Anexo VI 1.01.03, NT 004)',
  ibscbs: ['nao-optante'],
  order: {
    ...v101.order,
    infDPS: [...(v101.order.infDPS ?? []), 'IBSCBS'],
    IBSCBS: ['finNFSe', 'cIndOp', 'indDest', 'valores'],
    'IBSCBS/valores': ['trib'],
    'IBSCBS/valores/trib': ['gIBSCBS'],
    gIBSCBS: ['CST', 'cClassTrib'],
  },
}

/**
 * NT 009 v1.01 (01/10/2026) replaces NT 004 and 007. Its day of production is not published (01/12/2026 and 01/01/2027 are both
 * heard), nor is its XSD: version, and the places of `finNFSe` and `indDest`, are to be checked against it before `from` is
 * written. `gTribSN` is of the answer: the emitter calculates it.
 */
const nt009: DpsLayout = {
  ...v101WithGroup,
  version: '1.02',
  from: null,
  source: 'NT SE/CGNFS-e 009 v1.01, Anexo VI 1.04.01: sem data de produção e sem XSD (a conferir)',
  schemes: { ...v101.schemes, 'optante-pendente': '4' },
  ibscbs: ['nao-optante', 'simples-nacional', 'optante-pendente'],
  order: {
    ...v101WithGroup.order,
    infDPS: [
      'tpAmb',
      'dhEmi',
      'verAplic',
      'serie',
      'nDPS',
      'dCompet',
      'tpEmit',
      'cLocEmi',
      'finNFSe',
      'subst',
      'prest',
      'toma',
      'indDest',
      'serv',
      'valores',
      'IBSCBS',
    ],
    regTrib: ['opSimpNac', 'regApTribSN', 'regApIBSCBSSN', 'regEspTrib'],
    IBSCBS: ['cIndOp', 'valores'],
    'IBSCBS/valores/trib': ['CST', 'cClassTrib'],
  },
}

/** The oldest first; those without a day are in force at none. */
export const dpsLayouts: readonly DpsLayout[] = [v101, v101WithGroup, nt009]

/** The one in force for a competence. */
export const layoutOn = (day: string, layouts: readonly DpsLayout[] = dpsLayouts): DpsLayout =>
  layouts.findLast(({ from }) => from !== null && from <= day) ?? v101
