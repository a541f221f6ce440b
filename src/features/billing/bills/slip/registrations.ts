/** How the boletos of an account are registered at its bank. */
export const registrations = {
  manual: 'Pelo escritório, no sistema do banco',
  remessa: 'Por arquivo de remessa (CNAB)',
  asaas: 'Pelo Asaas',
  bb: 'Pela API do Banco do Brasil',
} as const

/** Who registers boletos without a person, by name. */
export const providers = { asaas: 'Asaas', bb: 'Banco do Brasil' } as const
export type SlipEnvironment = 'homologacao' | 'producao'
export type SlipProvider = keyof typeof providers
export const providerOf = (registration: string | null): SlipProvider | null =>
  registration === 'asaas' || registration === 'bb' ? registration : null

/** Whether the boletos of an account go to the bank in a remittance file. */
export const goesByFile = ({ registration }: { readonly registration: string }) => registration === 'remessa'

/** What nobody could verify of a provider outside its documentation: its users read this first. */
export const unverified: Readonly<Record<SlipProvider, readonly string[]>> = {
  asaas: [
    'Feita pela documentação pública da API v3 do Asaas, e ainda não provada numa conta real: teste em homologação antes.',
    'O cálculo que o Asaas faz da multa e dos juros pode diferir do nosso em centavos: vale o que ele cobra.',
  ],
  bb: [
    'Feita pela documentação pública da API de Cobrança v2, e ainda não provada num convênio real: registre e baixe um boleto em homologação antes.',
    'Não confirmamos se o seu convênio exige certificado de cliente (mTLS): esta versão não o envia.',
    'Não confirmamos se em produção a chave da aplicação vai como gw-dev-app-key: é assim que ela é enviada.',
    'Os pagamentos continuam a entrar pelo arquivo de retorno: a API não é consultada por eles.',
  ],
}
