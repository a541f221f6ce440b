/** What each obligation of the calendar is called, by its id. */
export const obligationNames = {
  acessos: 'Arquivo mensal de acessos',
  fust: 'FUST: declaração no SFUST e pagamento',
  funttel: 'FUNTTEL: pagamento',
  economico: 'Coleta econômico-financeira',
  infraestrutura: 'Coleta anual de infraestrutura',
  tff: 'TFF: taxa de fiscalização de funcionamento',
  cfrp: 'CFRP: fomento da radiodifusão pública',
  condecine: 'Condecine das telecomunicações',
  'ato-distribuidoras': 'Ato de outorga às distribuidoras de energia',
  'contratos-de-postes': 'Contratos de uso de postes à Anatel',
  'regularidade-de-rede': 'Atestado de regularidade dos contratados de rede',
  'inscricao-estadual': 'Conferir a inscrição estadual',
} as const
