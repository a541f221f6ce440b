import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { newRowCases, sees, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Cases on a company by its key: an own one, and a foreign one. */
const companyCases = (
  world: World,
  who: Principal,
  url: (company: string) => string,
  status: number,
  body?: unknown,
): readonly MatrixCase[] =>
  (['A', 'B'] as const).map(company => ({
    about: company,
    url: url(String(world.companies[company])),
    ...(body !== undefined && { body }),
    status: sees(who, `${company}1`) ? status : 404,
  }))

/** Cases of an invoice for an own client by an own company, and for foreign ones. */
const requestCases = (world: World, who: Principal, act: string, status: number): readonly MatrixCase[] =>
  (['A', 'B'] as const).map(company => ({
    about: company,
    url: `service-invoices/${act}`,
    body: {
      client_id: world.target('clients', `${company}1`)?.id,
      empresa_id: world.companies[company],
      value: 1,
      description: 'x',
      service: '170101',
      competence: '2026-01-05',
    },
    status: sees(who, `${company}1`) ? status : 422,
  }))

/** Cases of a file that no invoice has yet. */
const missingFileCases = async (world: World, who: Principal, kind: string): Promise<readonly MatrixCase[]> =>
  (await newRowCases(world, who, serviceInvoices, kind)).map(each => ({ ...each, status: 404 }))

export const invoicesMatrix: MatrixCases = {
  // Nobody has a valid token: the installation of the tests stores none.
  'webhooks.asaas': () => [
    { about: 'without its token', url: 'webhooks/asaas', body: { id: 'evt', event: 'INVOICE_CREATED' }, status: 403 },
  ],
  'service-invoices.previa': (world, who) => requestCases(world, who, 'previa', 200),
  // The clients and companies of the world lack most of what an invoice needs.
  'service-invoices.emitir': (world, who) => requestCases(world, who, 'emitir', 422),
  'service-invoices.corrigir': async (world, who) =>
    (await newRowCases(world, who, serviceInvoices, 'corrigir')).map(each => ({
      ...each,
      body: { value: 1, description: 'x', service: '170101', competence: '2026-01-05' },
      status: each.status === 200 ? 409 : each.status,
    })),
  'service-invoices.cancelar': async (world, who) =>
    (await newRowCases(world, who, serviceInvoices, 'cancelar')).map(each => ({
      ...each,
      body: { code: '1', reason: 'Valor informado errado' },
      status: each.status === 200 ? 409 : each.status,
    })),
  'service-invoices.substituir': async (world, who) =>
    (await newRowCases(world, who, serviceInvoices, 'substituir')).map(each => ({
      ...each,
      body: { value: 1, description: 'x', service: '170101', competence: '2026-01-05', code: '01' },
      status: each.status === 200 ? 409 : each.status,
    })),
  'service-invoices.emissor': (world, who) => companyCases(world, who, id => `service-invoices/emissor/${id}`, 200),
  'service-invoices.pdf': (world, who) => missingFileCases(world, who, 'pdf'),
  'service-invoices.xml': (world, who) => missingFileCases(world, who, 'xml'),
  // The installation of the tests has no key to store secrets with.
  'empresas.certificado': (world, who) =>
    companyCases(world, who, id => `empresas/${id}/certificado`, 409, { file: 'AAAA', password: 'x' }),
  'empresas.certificado.esquecer': (world, who) => companyCases(world, who, id => `empresas/${id}/certificado`, 200),
  'empresas.asaas': (world, who) =>
    companyCases(world, who, id => `empresas/${id}/asaas`, 409, { token: 'x'.repeat(30), hook: 'y'.repeat(40) }),
}
