import * as z from 'zod'
import { readSecrets, strangers, WrongSettings } from '#server/environment.ts'
import { readTrust } from '#server/proxy.ts'

/** One setting of the installation: its check, its default and what the README says of it. */
interface Checked<T> {
  readonly check: z.ZodType<T>
  readonly about: string
}
const setting = <T>(check: z.ZodType<T>, about: string): Checked<T> => ({ check, about })

/** A setting a feature declares, and reads by the declaration: `config.of(exportDays)`. */
export interface Setting<T> extends Checked<T> {
  readonly name: string
}
export const featureSetting = <T>(name: string, check: z.ZodType<T>, about: string): Setting<T> => ({
  name,
  check,
  about,
})

export const optional = z.string().trim().min(1).optional()
export const anyNumber = z.coerce.number({ error: 'deve ser um número' })
export const wholeNumber = anyNumber.int('deve ser um número inteiro')
export const positive = wholeNumber.positive('deve ser maior que zero')
const port = wholeNumber.min(0, 'deve estar entre 0 e 65535').max(65535, 'deve estar entre 0 e 65535')
export const yesNo = z.enum(['0', '1'], { error: 'deve ser 0 ou 1' }).transform(value => value === '1')
/** A service outside, or none. */
export const service = z
  .union([z.literal('0'), z.url({ protocol: /^https?$/ })], { error: 'deve ser um endereço, ou 0 para não usar' })
  .transform(value => (value === '0' ? null : value))
const seconds = z.coerce
  .number({ error: 'deve ser um número de segundos' })
  .int('deve ser um número inteiro de segundos')
  .positive('deve ser maior que zero')
/** Who serves people, and who does what goes on without them. */
const roles = ['all', 'web', 'jobs'] as const
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

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'deve começar com postgres:// ou postgresql://')
  .refine(isEscaped, 'tem @, / ou # na senha: escreva %40, %2F ou %23 no lugar')

/** These settings configure the server itself. */
/** 'erp=…,portal=…' as names and secrets. */
const registeredPrograms = z
  .string()
  .transform(given => given.split(',').map(each => /^([\w-]{2,40})=(\S{32,200})$/.exec(each.trim())))
  .refine(
    found => found.every(each => each !== null),
    'deve ser nome=segredo, com vírgulas entre eles e ao menos 32 caracteres em cada segredo',
  )
  .transform(found => found.flatMap(each => (each ? [{ id: each[1] ?? '', secret: each[2] ?? '' }] : [])))

const ownSettings = {
  HOST: setting(z.string().default('127.0.0.1'), 'Address to listen on'),
  PORT: setting(port.default(3000), 'Port to listen on'),
  OUTORGA_DATA_DIR: setting(
    z.string().default('./data'),
    'Folder of the packaged PostgreSQL, stored documents, unsent mail and generated secrets',
  ),
  OUTORGA_ADOPT_FILES: setting(
    yesNo.default(false),
    '`1` for one start: the documents in the data folder become this installation’s, though its database does not know them',
  ),
  OUTORGA_URL: setting(
    z
      .url({ error: 'deve ser um endereço, como https://outorga.exemplo.com.br' })
      .refine(isSite, 'deve ser só http(s):// e o nome, sem caminho: https://outorga.exemplo.com.br')
      .optional(),
    'Public address, used in mails and for HTTPS headers; unset: `http://HOST:PORT`',
  ),
  DATABASE_URL: setting(
    databaseAddress.optional(),
    'PostgreSQL 15 or newer; unset: the PostgreSQL that comes with the product, in the data folder',
  ),
  DATABASE_POOL: setting(
    wholeNumber.min(2, 'deve ser 2 ou mais').max(200, 'deve ser 200 ou menos').optional(),
    'Connections of each process to the database; unset: 10, or 6 to the packaged PostgreSQL. One more listens for notices, and as many go to the standby of `DATABASE_READ_URL`',
  ),
  DATABASE_STATEMENT_SECONDS: setting(
    seconds.default(10),
    'Longest a statement of a request may run; an answer that is two seconds late ends the connection',
  ),
  DATABASE_LOCK_SECONDS: setting(seconds.default(3), 'Longest a statement waits for a row that somebody else writes'),
  DATABASE_READ_URL: setting(
    databaseAddress.optional(),
    'A standby of `DATABASE_URL`: files made in the background are read there, once it has what was written before they were asked for; unset: none',
  ),
  DATABASE_READ_LAG_SECONDS: setting(
    seconds.default(5),
    'Seconds the standby may be behind; after that the database itself is read, and `database_copy_reads` counts it',
  ),
  OUTORGA_ROLE: setting(
    z.enum(roles, { error: `deve ser ${roles.slice(0, -1).join(', ')} ou ${roles.at(-1)}` }).default('all'),
    'What this process does: `web` answers people, `jobs` does background work, mail, integrations and automatic tasks and answers `/readyz` alone, `all` both; `web` and `jobs` share a `DATABASE_URL` and a data folder',
  ),
  DRAIN_SECONDS: setting(
    seconds.default(9),
    'Seconds that requests and jobs under way have to end once the server is asked to stop',
  ),
  OUTORGA_DATABASE_USER: setting(
    optional,
    'System user that runs the packaged PostgreSQL where the product runs as root, which PostgreSQL refuses; unset: root itself in a user namespace, or `nobody` where namespaces are forbidden',
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
  UNBOUND_SESSION_SECONDS: setting(
    wholeNumber.min(0, 'deve ser 0 ou mais').default(3_600),
    'A session that is not bound to a key of its browser ends after this long: a sign-in by a plain call, or by a browser without keys (private window, address without HTTPS); `0`: none begins',
  ),
  OAUTH_PROGRAMS: setting(
    registeredPrograms.optional(),
    'Programs that sign people in with a secret of their own, without a proof of possession, as `name=secret` with commas between; each secret 32 characters or more',
  ),
  TOKEN_REQUESTS_PER_MINUTE: setting(
    positive.default(600),
    'Reads per minute and token of a program; writes have a quarter, exports a twentieth',
  ),
  SMTP_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\//, 'deve começar com smtp:// ou smtps://')
      .optional(),
    'Where mail is sent, over TLS unless that is this machine (`?requireTLS=false` at its end gives that up); unset: `.eml` files in the data folder',
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
    'MapLibre style of the map, from the one host its tiles come from; unset: states and municipalities with their names, and no request',
  ),
  REQUESTS_PER_MINUTE: setting(
    positive.default(1_200),
    'Reads per minute and user; writes have a quarter, exports, sign-in and addresses that do not exist a twentieth. Who is not signed in counts by IPv4 address or IPv6 /64. Each process counts by itself',
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
  LOOP_WATCH_SECONDS: setting(
    wholeNumber.min(0, 'deve ser 0 ou mais').default(20),
    'Seconds a server that answers nobody is waited for before it is ended and started again, by the process `npm start` runs beside it; `0` never',
  ),
  LOG_LEVEL: setting(
    z.enum(levels, { error: `deve ser ${levels.slice(0, -1).join(', ')} ou ${levels.at(-1)}` }).default('info'),
    'How much is logged',
  ),
} as const

type OwnSettings = typeof ownSettings
/** The server's own settings by name, and a feature's by its declaration. */
export type Config = { readonly [K in keyof OwnSettings]: OwnSettings[K] extends Checked<infer T> ? T : never } & {
  readonly of: <T>(setting: Setting<T>) => T
}

/** All there is to set, the server's own first. */
export const settingsWith = (ofFeatures: readonly Setting<unknown>[]): readonly Setting<unknown>[] => [
  ...Object.entries(ownSettings).map(([name, each]) => ({ name, ...each })),
  ...ofFeatures,
]

/** Reads the settings from the environment. Throws one Error listing, in Portuguese, every setting that is wrong. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  ofFeatures: readonly Setting<unknown>[],
  troubles: (config: Config) => readonly string[] = () => [],
): Config {
  const settings = settingsWith(ofFeatures)
  const { values, wrong } = readSecrets(env, secrets)
  const names = settings.map(({ name }) => name)
  wrong.push(...strangers(env, names))
  const given = (name: string) => values[name]?.trim() || undefined
  for (const { name, check } of settings) {
    const { error } = check.safeParse(given(name))
    if (error)
      wrong.push(`${name} ${error.issues[0]?.message ?? 'não é válido'} (recebido: ${secretive(name, given(name))})`)
  }
  const own = Object.entries(ownSettings).map(([name, { check }]) => [name, check.safeParse(given(name)).data])
  const config = {
    ...Object.fromEntries(own),
    of: <T>({ name, check }: Setting<T>): T => {
      if (!names.includes(name)) throw new Error(`${name} is in no list of settings`)
      return check.parse(given(name))
    },
  } as Config
  if (!config.ADMIN_EMAIL !== !config.ADMIN_PASSWORD)
    wrong.push('ADMIN_EMAIL e ADMIN_PASSWORD andam juntos: informe os dois ou nenhum')
  if (!config.OAUTH_CLIENT_ID !== !config.OAUTH_CLIENT_SECRET)
    wrong.push('OAUTH_CLIENT_ID e OAUTH_CLIENT_SECRET andam juntos: informe os dois ou nenhum')
  if (!config.DATABASE_URL && config.OUTORGA_ROLE !== 'all')
    wrong.push('OUTORGA_ROLE precisa de DATABASE_URL: o PostgreSQL que vem com o Outorga serve a um processo só')
  if (!config.DATABASE_URL && config.DATABASE_READ_URL)
    wrong.push('DATABASE_READ_URL precisa de DATABASE_URL: é o endereço de uma cópia dele')
  // Settings that are wrong by themselves cannot be read together.
  if (!wrong.length) wrong.push(...troubles(config))
  if (wrong.length) throw new WrongSettings(`Configuração inválida:\n${wrong.map(line => `  - ${line}`).join('\n')}`)
  return config
}

/** Settings that may be read from a file instead, as containers hand out secrets: `DATABASE_URL_FILE` names it. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'ADMIN_PASSWORD',
  'OAUTH_CLIENT_SECRET',
  'OAUTH_PROGRAMS',
  'SMTP_URL',
  'IMAP_URL',
  'METRICS_TOKEN',
  'COPY_KEY',
  'S3_SECRET_ACCESS_KEY',
] as const

/** Older releases of Node have no more security fixes; Node 20 lost them in April 2026. */
const oldestSupportedNode = 22

/** Warns the installer of settings that are allowed and hardly intended. */
export const settingWarnings = ({ ACCESS_TOKEN_SECONDS }: Pick<Config, 'ACCESS_TOKEN_SECONDS'>): readonly string[] =>
  ACCESS_TOKEN_SECONDS < 15
    ? [
        `ACCESS_TOKEN_SECONDS=${ACCESS_TOKEN_SECONDS}: com menos de 15 segundos, quase todo pedido renova o acesso antes.`,
      ]
    : []

/** Warns of a Node past its end; null of one that is supported. */
export const nodeWarning = (node: string): string | null =>
  Number.parseInt(node) < oldestSupportedNode
    ? `Node ${node}: esta versão não recebe mais correções de segurança. Use o Node 24, ou o 22.`
    : null

/** What a start warns of. */
export const warningsOf = (config: Config, node: string): readonly string[] => {
  const ofNode = nodeWarning(node)
  return [...settingWarnings(config), ...(ofNode === null ? [] : [ofNode])]
}

const secretive = (name: string, value: string | undefined) =>
  /PASSWORD|SECRET|PROGRAMS$|TOKEN$|KEY$|_URL$/.test(name) && value ? '(oculto)' : JSON.stringify(value ?? '')

/** The address people reach the system at, without a trailing slash. */
export const publicUrl = (config: Config) =>
  (config.OUTORGA_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/\/$/, '')
