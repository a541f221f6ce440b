import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthority } from '#test/support/certificates.ts'
import { openSefin } from '#test/support/sefin.ts'

/** A national emitter on this machine, the settings by which a server finds it, and the certificate by which it knows a company. */
export interface Emitter {
  readonly sefin: Awaited<ReturnType<typeof openSefin>>
  readonly env: Readonly<Record<string, string>>
  readonly pfx: { readonly file: string; readonly password: string }
}

/** Lends an emitter to `use`; `cnpj` is the company's that issues, 14 digits. */
export async function withEmitter(cnpj: string, use: (emitter: Emitter) => Promise<void>): Promise<void> {
  const authority = openAuthority()
  const { key, cert } = authority.issue('127.0.0.1')
  const own = authority.issue(`CONSULTORIA:${cnpj}`)
  const sefin = await openSefin({ key, cert, ca: authority.pem })
  const folder = mkdtempSync(join(tmpdir(), 'outorga-nfse-'))
  writeFileSync(join(folder, 'ca.pem'), authority.pem)
  const env = {
    SECRETS_KEY: randomBytes(32).toString('base64'),
    NFSE_URL: '0',
    NFSE_TEST_URL: sefin.url,
    NFSE_CA: join(folder, 'ca.pem'),
    LOG_LEVEL: 'error',
  }
  await use({ sefin, env, pfx: { file: own.pfx.toString('base64'), password: own.password } })
  await sefin.close()
  rmSync(folder, { recursive: true })
}

/** The company of the emitter's certificate, as `POST empresas` takes it. */
export const issuingCompany = (cnpj: string, municipio_id: number) => ({
  nome_fantasia: 'Consultoria',
  razao_social: 'Consultoria Ltda',
  cnpj,
  inscricao_municipal: '48210',
  municipio_id,
  regime: 'simples-nacional',
  aliquota_iss: 2,
  carga_tributaria: 6,
  emissor: 'nacional',
  ambiente: 'homologacao',
  serie: 1,
  proximo_numero: 1,
  servicos: [{ codigo: '170101', descricao: 'Assessoria e consultoria' }],
})
