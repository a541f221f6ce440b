import * as z from 'zod'
import { featureSetting, optional, yesNo, type Config } from '#server/config.ts'

const stores = ['disk', 's3'] as const
/** A folder of the data directory, or a bucket of a service that speaks S3. */
export type StoreKind = (typeof stores)[number]

export const fileStore = featureSetting(
  'OUTORGA_FILES',
  z.enum(stores, { error: 'deve ser disk ou s3' }).default('disk'),
  'Where documents are stored: `disk`, in the data folder, or `s3`, in a bucket of a service that speaks S3; `outorga mudar-arquivos` moves them ([arquivos](docs/operar/arquivos.md))',
)
const bucketEndpoint = featureSetting(
  'S3_ENDPOINT',
  z.url({ protocol: /^https?$/, error: 'deve ser um endereço, como https://s3.exemplo.com.br' }).optional(),
  'Address of the service; unset: Amazon’s of `S3_REGION`',
)
const bucketRegion = featureSetting(
  'S3_REGION',
  z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, 'deve ser uma região, como sa-east-1')
    .default('us-east-1'),
  'Region of the bucket',
)
const bucketName = featureSetting(
  'S3_BUCKET',
  z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'deve ser o nome de um bucket: letras minúsculas, números, ponto e hífen',
    )
    .optional(),
  'Bucket of the documents, which exists and nobody else writes to under `S3_PREFIX`',
)
const bucketPrefix = featureSetting(
  'S3_PREFIX',
  z
    .string()
    .regex(/^[\w-]+(?:\/[\w-]+)*\/?$/, 'deve ser um caminho sem barra no começo, como outorga/documentos')
    .transform(text => `${text.replace(/\/$/, '')}/`)
    .optional(),
  'Begins the key of each document in the bucket, as `outorga/documentos`; unset: none',
)
const bucketPathStyle = featureSetting(
  'S3_PATH_STYLE',
  yesNo.default(false),
  '`1` names the bucket in the path instead of the host, as most services at an address of their own want it',
)
const bucketKeyId = featureSetting(
  'S3_ACCESS_KEY_ID',
  optional,
  'Id of the access key; unset: what the machine has (environment of AWS, role of the instance)',
)
const bucketKey = featureSetting(
  'S3_SECRET_ACCESS_KEY',
  optional,
  'The access key itself, best in a file named by `S3_SECRET_ACCESS_KEY_FILE`',
)

export const fileSettings = [
  fileStore,
  bucketEndpoint,
  bucketRegion,
  bucketName,
  bucketPrefix,
  bucketPathStyle,
  bucketKeyId,
  bucketKey,
] as const

/** A bucket as it is configured. */
export interface BucketSettings {
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  /** '' or ending in '/'. */
  readonly prefix: string
  readonly pathStyle: boolean
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

type Settings = Pick<Config, 'of'>

/** Null where no bucket is named. */
export function bucketSettingsOf(config: Settings): BucketSettings | null {
  const bucket = config.of(bucketName)
  if (!bucket) return null
  const [accessKeyId, secretAccessKey] = [config.of(bucketKeyId), config.of(bucketKey)]
  return {
    endpoint: config.of(bucketEndpoint),
    region: config.of(bucketRegion),
    bucket,
    prefix: config.of(bucketPrefix) ?? '',
    pathStyle: config.of(bucketPathStyle),
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

/** What of these settings does not go together. */
export const storeTroubles = (config: Settings): readonly string[] => [
  ...(config.of(fileStore) === 's3' && !config.of(bucketName)
    ? ['OUTORGA_FILES=s3 precisa de S3_BUCKET: informe o bucket dos documentos']
    : []),
  ...(!config.of(bucketKeyId) !== !config.of(bucketKey)
    ? ['S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY andam juntos: informe os dois ou nenhum']
    : []),
]
