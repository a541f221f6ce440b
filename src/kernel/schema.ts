import * as z from 'zod'
import { sixth, type Axis } from '#kernel/coordinates.ts'
import { isFuture } from '#kernel/day.ts'
import type { Field, Fields, Format, Kind } from '#kernel/field.ts'
import { formats, isNone, whyNot } from '#kernel/format.ts'
import { metaDepth, metaMost, metaTypeIds, metaWidths } from '#kernel/meta.ts'
import { isDay } from '#kernel/page.ts'
import { readTyped } from '#kernel/place/address.ts'
import { boundedErrors, mostProblems, type FieldErrors } from '#kernel/problem.ts'
import { keyOf } from '#kernel/resource.ts'
import { tidy } from '#kernel/text.ts'

export const required = 'Preencha este campo.'
const unknown = 'Este campo não é aceito aqui.'
/** What no check of ours puts into words: a list where a form was due, a line that is no line. A choice names its options itself. */
z.config({ customError: ({ code }) => (code === 'invalid_value' ? undefined : 'Este valor não é aceito aqui.') })
const wholeLimit = Number.MAX_SAFE_INTEGER
/** Reais up to what a `numeric(15,2)` holds and a JSON number carries exactly. */
const moneyLimit = 9_999_999_999_999.99

const typeError = (what: string) => ({ error: (issue: { input?: unknown }) => (issue.input == null ? required : what) })

/** Text must be storable. `asTyped` skips trimming and NFC, which alter passwords; the third argument adds schema keywords. */
export const line = (max: number, asTyped = false, told: Readonly<Record<string, unknown>> = {}) =>
  z
    .string(typeError('Informe um texto.'))
    .meta({ maxLength: max, ...told })
    .refine(value => value.isWellFormed() && !value.includes('\0'), 'Há um caractere que não pode ser gravado.')
    .transform(value => (asTyped ? value : value.normalize('NFC').trim()))
    // Nothing else looks at what is too long.
    .refine(value => value.length <= max, {
      error: `Use no máximo ${max.toLocaleString('pt-BR')} caracteres.`,
      abort: true,
    })

/** Line breaks and every other control character: what is of one line has none, wherever it is written on to. */
const controls = /[\p{Cc}\u2028\u2029]/u
export const oneLine = (max: number, told: Readonly<Record<string, unknown>> = {}) =>
  line(max, false, told)
    .refine(
      value => !controls.test(value),
      'Escreva em uma linha só, sem quebras, tabulações nem outros caracteres de controle.',
    )
    .transform(tidy)

const whole = ({ min = -2_147_483_648, max = 2_147_483_647 }: { min?: number | undefined; max?: number | undefined }) =>
  z
    .int(typeError('Informe um número inteiro.'))
    .min(min, `O mínimo é ${min}.`)
    .max(max, `O máximo é ${max.toLocaleString('pt-BR')}.`)

const between = (error: ReturnType<typeof typeError>, min: number, max: number) =>
  z
    .number(error)
    .min(min, `O mínimo é ${min.toLocaleString('pt-BR')}.`)
    .max(max, `O máximo é ${max.toLocaleString('pt-BR')}.`)
const exact = (scale: number, min: number, max: number) =>
  between(typeError('Informe um número.'), min, max).refine(
    value => Number(value.toFixed(scale)) === value,
    `Use no máximo ${scale} casas decimais.`,
  )

/** Half of a place: more decimals than are stored are rounded, by the rule by which what is typed is; a text says why it is no number. */
const coordinate = (axis: Axis, min: number, max: number) => {
  const why = ({ input }: { input?: unknown }) => {
    const read = typeof input === 'string' ? readTyped(input, axis) : null
    return input == null ? required : read && 'why' in read ? read.why : 'Informe um número.'
  }
  return between({ error: why }, min, max).transform(sixth)
}

/** A calendar day, 'AAAA-MM-DD'. */
export const day = z
  .string(typeError('Informe uma data.'))
  .meta({ format: 'date' })
  .refine(isDay, 'Informe uma data que exista.')

const atLeast = (filled: boolean) => (filled ? { minLength: 1 } : {})
const formatMeta = (format: Format, filled: boolean) => ({ ...atLeast(filled), description: formats[format].message })

const tag = oneLine(60, { description: formats.tag.message }).refine(
  given => formats.tag.parse(given) !== null,
  formats.tag.message,
)
const tooDeep = `Use no máximo ${metaDepth} grupos, um dentro do outro.`
const metaFields = (depth: number, max: number): z.ZodType =>
  z
    .array(depth ? metaShape(depth) : z.never(tooDeep), typeError('Informe uma lista.'))
    .max(max, `Use no máximo ${max} campos.`)
const metaShape = (depth: number) =>
  z.strictObject({
    id: z.int().positive().max(wholeLimit).optional(),
    key: tag,
    internal_key: tag.nullable().optional(),
    meta_type_id: z
      .int(typeError('Escolha uma das opções.'))
      .refine(id => metaTypeIds.includes(id), 'Escolha uma das opções.'),
    value: line(5_000).nullable().optional(),
    extras: z.strictObject({
      label: oneLine(120).refine(Boolean, required),
      class: z.enum(Object.keys(metaWidths), typeError('Escolha uma das opções.')).optional(),
      hidden: z.boolean(typeError('Informe sim ou não.')).optional(),
      options: z
        .array(oneLine(200).refine(Boolean, required), typeError('Informe uma lista.'))
        .max(200, 'Use no máximo 200.')
        .optional(),
      model: oneLine(60).nullable().optional(),
      required: z.boolean(typeError('Informe sim ou não.')).optional(),
      hint: oneLine(300).nullable().optional(),
    }),
    fields: metaFields(depth - 1, 50).optional(),
  })

/** Adds up fields and options of a value nobody has checked yet, which may be anything. */
function countMetas(given: unknown, sum = { fields: 0, options: 0 }) {
  if (!Array.isArray(given)) return sum
  sum.fields += given.length
  for (const each of given) {
    const { extras, fields }: { extras?: unknown; fields?: unknown } = Object(each)
    const { options }: { options?: unknown } = Object(extras)
    if (Array.isArray(options)) sum.options += options.length
    countMetas(fields, sum)
  }
  return sum
}

/** Counted before any is checked: lists within lists would be many more than each of them may have. */
const metas = (max: number) =>
  z.preprocess(
    (given, { addIssue }) => {
      const { fields, options } = countMetas(given)
      if (fields > metaMost.fields) addIssue(`Use no máximo ${metaMost.fields.toLocaleString('pt-BR')} campos ao todo.`)
      if (options > metaMost.options)
        addIssue(`Use no máximo ${metaMost.options.toLocaleString('pt-BR')} opções ao todo.`)
      return given
    },
    metaFields(metaDepth, max),
  )

/** How each kind's value is checked on the way in; the same on both sides of the wire. */
const checks = {
  text: ({ required: filled, options: { max = 255, format } }) =>
    format
      ? (format === 'password' ? line(max, true, formatMeta(format, filled)) : oneLine(max, formatMeta(format, filled)))
          .refine(value => isNone(format, value) || formats[format].parse(value) !== null, {
            error: ({ input }) => whyNot(format, String(input)),
          })
          .transform(value => formats[format].parse(value) ?? '')
      : oneLine(max, atLeast(filled)),
  longtext: ({ required: filled, options: { max = 10_000 } }) => line(max, false, atLeast(filled)),
  richtext: ({ required: filled, options: { max = 50_000 } }) => line(max, false, atLeast(filled)),
  integer: ({ options }) => whole(options),
  decimal: ({ options: { scale = 2, min = -1e9, max = 1e9, axis } }) =>
    axis ? coordinate(axis, min, max) : exact(scale, min, max),
  money: ({ options: { min = -moneyLimit, max = moneyLimit } }) => exact(2, min, max),
  percent: ({ options: { min = 0, max = 100 } }) => exact(2, min, max),
  flag: () => z.boolean(typeError('Informe sim ou não.')),
  date: ({ options: { past } }) =>
    past ? day.refine(given => !isFuture(given), 'Este dia ainda não chegou. Confira a data.') : day,
  instant: () => z.iso.datetime({ offset: true, ...typeError('Informe data e hora.') }),
  choice: ({ options: { choices = {} } }) => z.enum(Object.keys(choices), typeError('Escolha uma das opções.')),
  words: ({ options: { max = 40 } }) =>
    z
      .array(oneLine(max).refine(Boolean, required), typeError('Informe uma lista.'))
      .max(20, 'Use no máximo 20.')
      .refine(given => new Set(given).size === given.length, 'Não repita.'),
  metas: ({ options: { max = 200 } }) => metas(max),
  ref: ({ options: { to } }) =>
    z
      .int(typeError('Escolha uma das opções.'))
      .meta({ description: `Código em ${to}` })
      .positive('Escolha uma das opções.')
      .max(wholeLimit),
  many: ({ options: { shape = {}, max = 1_000 } }) =>
    z
      .array(
        z.strictObject({ id: z.int().positive().max(wholeLimit).optional(), ...draftShape(shape, false) }),
        typeError('Informe uma lista.'),
      )
      .max(max, `Use no máximo ${max.toLocaleString('pt-BR')} linhas.`),
} satisfies Record<Kind, (field: Field) => z.ZodType>

function check(field: Field, partial: boolean): z.ZodType {
  const value: z.ZodType = checks[field.kind](field)
  if (['flag', 'words', 'metas', 'many'].includes(field.kind)) return value.optional()
  if (field.required) {
    const filled = value.refine(given => given !== '', required)
    return partial || field.options.default !== undefined ? filled.optional() : filled
  }
  return value
    .nullable()
    .transform(given => (given === '' ? null : given))
    .optional()
}

function draftShape(fields: Fields, partial: boolean, outside = false): Record<string, z.ZodType> {
  const accepted = Object.entries(fields).filter(([, field]) => field.writable && !(outside && field.options.internal))
  return Object.fromEntries(accepted.map(([name, field]) => [keyOf(name, field), check(field, partial)]))
}

const schemasMade = new WeakMap<Fields, z.ZodObject[]>()

/**
 * What a create (or, `partial`, an update) accepts: exactly the declared fields, nothing dropped in silence, nothing coerced.
 * `outside`: for profiles that are not staff, internal fields are unknown ones. Made once of each declaration: to make one
 * takes as long as checking a thousand drafts.
 */
export function draftSchema(fields: Fields, { partial = false, outside = false } = {}) {
  const known = schemasMade.get(fields) ?? []
  schemasMade.set(fields, known)
  return (known[Number(partial) * 2 + Number(outside)] ??= z.strictObject(draftShape(fields, partial, outside)))
}

/** Unknown fields that are named; the rest are counted. */
const mostUnknown = 20

/** Issues of a failed parse, keyed as the wire keys them: 'finances.0.icms_percent'. Of thousands the first are named, and the rest counted. */
export function fieldErrors({ issues }: z.ZodError): FieldErrors {
  // It is a Map: a client may name a field 'toString'.
  const found = new Map<string, string[]>()
  let told = 0
  let uncounted = 0
  const say = (path: readonly PropertyKey[], message: string) => {
    if (told >= mostProblems) return void uncounted++
    const key = path.join('.')
    const said = found.get(key) ?? []
    if (said.includes(message)) return
    found.set(key, [...said, message])
    told++
  }
  let unknownKeys = 0
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') say(issue.path, issue.message)
    else {
      for (const key of issue.keys.slice(0, Math.max(0, mostUnknown - unknownKeys))) say([...issue.path, key], unknown)
      unknownKeys += issue.keys.length
    }
  }
  const unnamed = unknownKeys - mostUnknown
  if (unnamed === 1) say([], 'Outro campo não é aceito aqui.')
  else if (unnamed > 1) say([], `Outros ${unnamed.toLocaleString('pt-BR')} campos não são aceitos aqui.`)
  return boundedErrors(Object.fromEntries(found), uncounted)
}
