/** A refusal has the reason, and advice for the issuer. */
export interface InvoiceRefusal {
  readonly code: string
  readonly message: string
  readonly advice: string
}

const advised: readonly (readonly [RegExp, string])[] = [
  [/^E0004$/, 'Confira a série, o próximo número, o município e o CNPJ da empresa.'],
  [/^E0014$/, 'Este número já é de outra nota. Se outro sistema também emite, ajuste o próximo número da empresa.'],
  [/^E00(?:15|16|08)$/, 'Confira a competência: não pode ser futura nem anterior ao convênio do município.'],
  [/^E0(?:37|38|39|120|121)$/, 'Confira o município e a inscrição municipal da empresa.'],
  [/^E01\d\d$/, 'Confira os dados da empresa: CNPJ, inscrição municipal e regime tributário.'],
  [/^E02\d\d$/, 'Confira o cadastro do cliente: documento, nome e endereço com CEP do mesmo município.'],
  [/^E03[0-2]\d$/, 'Confira o código do serviço na lista da empresa: o município precisa administrá-lo.'],
  [
    /^E0617$/,
    'O município está ativo no sistema nacional, que põe a alíquota: na empresa, marque “Município ativo no sistema nacional: sim” e reenvie.',
  ],
  [/^E0(?:59|6[0-6])\d$/, 'Confira a alíquota e a retenção do ISS para este serviço.'],
  [/^E071[0-9]$/, 'Confira os tributos aproximados e o regime tributário da empresa.'],
  [
    /^E15\d\d$|^E08[3-5]\d$/,
    'Confira, com a contabilidade, o indicador da operação, o CST e a classificação do serviço na empresa.',
  ],
  [/^E12\d\d$|^HTTP 40[13]$|^HTTP 496$/, 'Confira o certificado digital da empresa: validade e CNPJ.'],
]

/** What to do about a code; the words of the refusal are all there is where it is not known. */
export const adviceFor = (code: string): string =>
  advised.find(([pattern]) => pattern.test(code))?.[1] ??
  'Leia o motivo, corrija o que ele aponta e reenvie com o mesmo número.'

/** Lines of a refusal, at most ten, of what an emitter answered. */
export const refusalLines = (
  errors: readonly { readonly code: string; readonly message: string }[],
): readonly InvoiceRefusal[] =>
  errors.slice(0, 10).map(({ code, message }) => ({
    code: code.slice(0, 20) || 'sem código',
    message: message.slice(0, 1_000) || 'O emissor não disse por quê.',
    advice: adviceFor(code),
  }))
