import * as z from 'zod'
import { readSecrets, strangers } from '#server/environment.ts'
import { readTrust } from '#server/proxy.ts'

/** One setting of the installation: its check, its default and what the README says of it. */
interface Setting<T> {
  readonly check: z.ZodType<T>
  readonly about: string
}
const setting = <T>(check: z.ZodType<T>, about: string): Setting<T> => ({ check, about })

const optional = z.string().trim().min(1).optional()
const number = z.coerce.number({ error: 'deve ser um número' })
const integer = number.int('deve ser um número inteiro')
const count = integer.positive('deve ser maior que zero')
const port = integer.min(0, 'deve estar entre 0 e 65535').max(65535, 'deve estar entre 0 e 65535')
const yesNo = z.enum(['0', '1'], { error: 'deve ser 0 ou 1' }).transform(value => value === '1')
/** A service outside, or none. */
const service = z
  .union([z.literal('0'), z.url({ protocol: /^https?$/ })], { error: 'deve ser um endereço, ou 0 para não usar' })
  .transform(value => (value === '0' ? null : value))
const seconds = z.coerce
  .number({ error: 'deve ser um número de segundos' })
  .int('deve ser um número inteiro de segundos')
  .positive('deve ser maior que zero')
const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** A sender: `nome@casa.com.br` or `Casa <nome@casa.com.br>`. */
const sender = /^(?:[^\s@<>]+@[^\s@<>]+|[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>)$/
/** An address of a whole site: mails and links begin with it. */
const isSite = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username
}
/** A user and password with `@`, `/`, `?` or `#` in them end where they should not. */
const isEscaped = (url: string) => !url.includes('@') || /^\w+:\/\/[^@/?#]*@[^@]*$/.test(url)

export const settings = {
  HOST: setting(z.string().default('127.0.0.1'), 'Address to listen on'),
  PORT: setting(port.default(3000), 'Port to listen on'),
  OUTORGA_DATA_DIR: setting(
    z.string().default('./data'),
    'Folder of the embedded database, the documents kept, unsent mail and generated secrets',
  ),
  OUTORGA_ADOPT_FILES: setting(
    yesNo.default(false),
    '`1` for one start: the documents in the data folder become this installation’s, though its database does not know them',
  ),
  OUTORGA_DEMO: setting(
    yesNo.optional(),
    '`1` loads demo data on the very first start, `0` never; unset: only on the embedded database',
  ),
  OUTORGA_URL: setting(
    z
      .url({ error: 'deve ser um endereço, como https://outorga.exemplo.com.br' })
      .refine(isSite, 'deve ser só http(s):// e o nome, sem caminho: https://outorga.exemplo.com.br')
      .optional(),
    'Public address, used in mails and for HTTPS headers; unset: `http://HOST:PORT`',
  ),
  DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'deve começar com postgres:// ou postgresql://')
      .refine(isEscaped, 'tem @, / ou # na senha: escreva %40, %2F ou %23 no lugar')
      .optional(),
    'PostgreSQL 15 or newer; unset: the embedded database',
  ),
  ADMIN_EMAIL: setting(z.email({ error: 'deve ser um e-mail' }).optional(), 'E-mail of the first administrator'),
  ADMIN_PASSWORD: setting(
    z.string().min(12, 'deve ter ao menos 12 caracteres').optional(),
    'Password of the first administrator: 12 characters or more, and none that everyone would try',
  ),
  APP_NAME: setting(z.string().trim().min(1).default('Outorga'), 'Name of the product in titles and mails'),
  OAUTH_CLIENT_ID: setting(optional, 'Client of the interface; unset: generated once per installation'),
  OAUTH_CLIENT_SECRET: setting(optional, 'Secret of that client; unset: generated once per installation'),
  ACCESS_TOKEN_SECONDS: setting(seconds.default(900), 'Life of an access token'),
  REFRESH_IDLE_SECONDS: setting(seconds.default(86_400), 'A session unused for this long ends'),
  REFRESH_MAX_SECONDS: setting(seconds.default(604_800), 'A session ends after this long in any case'),
  SMTP_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\//, 'deve começar com smtp:// ou smtps://')
      .optional(),
    'Where mail is sent; unset: `.eml` files in the data folder',
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(sender, 'deve ser um e-mail, como Outorga <outorga@empresa.com.br>')
      .default('Outorga <nao-responda@localhost>'),
    'Sender of the mails',
  ),
  MAP_STYLE_URL: setting(
    z.url({ error: 'deve ser um endereço' }).optional(),
    'Style of the map; unset: no tiles, points on a plain ground',
  ),
  CNPJ_URL: setting(
    service.default('https://open.cnpja.com'),
    'Where a CNPJ is looked up, CNPJá’s shape of answer; `0` never asks',
  ),
  CNPJ_PER_MINUTE: setting(count.default(5), 'Questions a minute the first takes: 5 is what it gives away'),
  CNPJ_FALLBACK_URL: setting(
    service.default('https://brasilapi.com.br/api'),
    'Where it is looked up when the first does not answer, BrasilAPI’s shape; `0` never asks',
  ),
  CEP_URL: setting(
    service.default('https://viacep.com.br/ws'),
    'Where a CEP is looked up, ViaCEP’s shape; `0` never asks',
  ),
  ANATEL_PROVIDERS_URL: setting(
    service.optional(),
    'Where Anatel’s open file of providers is fetched from when asked to (ZIP or CSV, up to 64 MB, 10 minutes); unset: sent by hand',
  ),
  COLLECT_VARIATION_PERCENT: setting(
    number.positive('deve ser maior que zero').default(30),
    'Growth or drop since last month from which a coleta asks for a second look',
  ),
  EXPORT_INLINE_ROWS: setting(
    integer.min(0, 'deve estar entre 0 e 10000').max(10_000, 'deve estar entre 0 e 10000').default(5_000),
    'Rows of a list up to which its file is made at once; longer ones are made in the background',
  ),
  EXPORT_DAYS: setting(count.default(30), 'Days a file made in the background is kept'),
  IMPORT_DAYS: setting(
    count.default(365),
    'Days the rows and the file of an import are kept after it was last touched, and it can be undone',
  ),
  DELETED_DAYS: setting(
    count.default(1_825),
    'Days a deleted document or attachment is kept, and can be restored; what was filed with Anatel is kept for ever',
  ),
  COLLECT_REMINDER_DAYS: setting(
    z
      .string()
      .regex(/^(\d\d?(,\d\d?)*)?$/, 'deve ser dias, como 3,0')
      .default('3,0'),
    'Days before the 12th on which clients still awaited are asked again by mail; empty: never',
  ),
  COLLECT_UNCHANGED_MONTHS: setting(
    integer.min(2, 'deve ser ao menos 2').default(6),
    'Months with the very same accesses from which a coleta asks for a second look',
  ),
  ECONOMIC_CN: setting(
    z
      .union([z.literal('vazio'), z.string().regex(/^\d{1,2}$/)], { error: 'deve ser um código de área, 0 ou vazio' })
      .default('0')
      .transform(value => (value === 'vazio' ? '' : value)),
    'What the column CN of the economic-financial file says; `vazio` leaves it empty',
  ),
  OBLIGATIONS_FROM: setting(
    z.iso.date({ error: 'deve ser uma data, como 2026-01-01' }).optional(),
    'Due day from which obligations marked by hand are expected; unset: from each client’s registration',
  ),
  OBLIGATIONS_OFF: setting(
    optional,
    'Obligations this house does not follow, by id: `inscricao-estadual,contratos-de-postes`',
  ),
  REQUESTS_PER_MINUTE: setting(
    count.default(1_200),
    'Reads per minute and user; writes have a quarter of it, exports and sign-in a twentieth',
  ),
  TRUST_PROXY: setting(
    z
      .string()
      .refine(
        given => readTrust(given) !== null,
        'deve ser o número de proxies à frente (1) ou seus endereços, como loopback,10.0.0.0/8',
      )
      .default('0'),
    'Proxies in front: how many, or their addresses, networks or `loopback`, `linklocal`, `uniquelocal`; see [proxy](docs/proxy.md)',
  ),
  METRICS_TOKEN: setting(
    z
      .string()
      .regex(/^\S{16,}$/, 'deve ter ao menos 16 caracteres, sem espaços')
      .optional(),
    'Bearer token that opens `/metrics`, the detail of `/readyz` and `/api/docs`; unset: this machine alone, and no proxy on it',
  ),
  API_DOCS: setting(yesNo.default(false), '`1` shows `/api/docs` to everyone'),
  LOG_LEVEL: setting(
    z.enum(levels, { error: `deve ser ${levels.slice(0, -1).join(', ')} ou ${levels.at(-1)}` }).default('info'),
    'How much is logged',
  ),
} as const

type Settings = typeof settings
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never }

/** Reads the settings from the environment. Throws one Error listing, in Portuguese, every setting that is wrong. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, wrong } = readSecrets(env, secrets)
  wrong.push(...strangers(env, Object.keys(settings)))
  const read = Object.entries(settings).map(([name, { check }]) => {
    const given = values[name]?.trim() || undefined
    const result = check.safeParse(given)
    if (!result.success)
      wrong.push(`${name} ${result.error.issues[0]?.message ?? 'não é válido'} (recebido: ${secretive(name, given)})`)
    return [name, result.data]
  })
  const config = Object.fromEntries(read) as Config
  if (!config.ADMIN_EMAIL !== !config.ADMIN_PASSWORD)
    wrong.push('ADMIN_EMAIL e ADMIN_PASSWORD andam juntos: informe os dois ou nenhum')
  if (!config.OAUTH_CLIENT_ID !== !config.OAUTH_CLIENT_SECRET)
    wrong.push('OAUTH_CLIENT_ID e OAUTH_CLIENT_SECRET andam juntos: informe os dois ou nenhum')
  if (wrong.length) throw new Error(`Configuração inválida:\n${wrong.map(line => `  - ${line}`).join('\n')}`)
  return config
}

/** Settings that may be read from a file instead, as containers hand out secrets: `DATABASE_URL_FILE` names it. */
const secrets = ['DATABASE_URL', 'ADMIN_PASSWORD', 'OAUTH_CLIENT_SECRET', 'SMTP_URL', 'METRICS_TOKEN'] as const

/** What is allowed and hardly meant, in words for whoever installs it. */
export const warningsOf = ({ ACCESS_TOKEN_SECONDS }: Config): readonly string[] =>
  ACCESS_TOKEN_SECONDS < 15
    ? [
        `ACCESS_TOKEN_SECONDS=${ACCESS_TOKEN_SECONDS}: com menos de 15 segundos, quase todo pedido renova o acesso antes.`,
      ]
    : []

const secretive = (name: string, value: string | undefined) =>
  /PASSWORD|SECRET|TOKEN$|_URL$/.test(name) && value ? '(oculto)' : JSON.stringify(value ?? '')

/** The address people reach the system at, without a trailing slash. */
export const publicUrl = (config: Config) =>
  (config.OUTORGA_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/\/$/, '')
