import type { Axis } from '#kernel/coordinates.ts'
import type { Meta } from '#kernel/meta.ts'

/** A field is data. How it is stored, checked and drawn hangs off `kind`, never off the field. */
export interface Field<T = unknown, Req extends boolean = boolean, W extends boolean = boolean> {
  readonly kind: Kind
  readonly label: string
  readonly required: Req
  /** False: computed by the server, shown, never accepted. */
  readonly writable: W
  readonly options: Options
  /** Phantom: the TypeScript type rides along, no value ever does. */
  readonly _type?: T
}

export type Kind =
  | 'text'
  | 'longtext'
  | 'richtext'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'flag'
  | 'date'
  | 'instant'
  | 'choice'
  | 'ref'
  | 'words'
  | 'metas'
  | 'many'

export type Fields = Readonly<Record<string, Field>>

/** How a value written as text is checked, normalised and shown; see `#kernel/format.ts`. */
export type Format =
  | 'email'
  | 'url'
  | 'document'
  | 'cnpj'
  | 'phone'
  | 'zipcode'
  | 'fistel'
  | 'station_number'
  | 'uf'
  | 'tag'
  | 'password'

/** How a state looks: done, to be looked at, wrong, under way, at rest. */
export type Tone = 'ok' | 'atencao' | 'erro' | 'info' | 'neutro'

/** Everything a field may say about itself; each kind reads what concerns it. */
export interface Options {
  readonly max?: number
  readonly min?: number
  /** Digits after the comma. */
  readonly scale?: number
  readonly format?: Format
  /** Half of a place on Earth: read and shown in degrees too, and pasted together with the other half. */
  readonly axis?: Axis
  /** A number that counts nothing, without the thousands' dot: a year. */
  readonly plain?: true
  /** A day that cannot be yet to come: a birth, an opening. */
  readonly past?: true
  /** One line under the label helps the user fill it in. */
  readonly hint?: string
  readonly default?: string | number | boolean
  /** No two undeleted rows share it. */
  readonly unique?: true
  /** Only staff receive or send it. */
  readonly internal?: true
  /** Accepted, never sent back. */
  readonly secret?: true
  /** Personal data (LGPD, Lei 13.709/2018 art. 5º I): exports, erasure and the audit trail read this. */
  readonly personal?: true
  /** Reckoned from other rows when it is read: it has no column. */
  readonly derived?: true
  /** Path of the resource a `ref` points to. */
  readonly to?: string
  /** What of the row a `ref` points to travels with its name when a record is read whole; fields of that resource. */
  readonly carries?: Fields
  /** In a line: the row it is a line of. It has no column of its own. */
  readonly owner?: true
  /** Which of its rows may be pointed to, by column: `{ model: 'Collect' }`. */
  readonly among?: Readonly<Record<string, string>>
  /** Who reads the row may read whom it names, seen otherwise or not: who wrote what is answered to them. */
  readonly told?: true
  /** Rows out of use may still be chosen: what is over may owe something yet. */
  readonly retired?: true
  /** May be a row of another client; the section says of which. */
  readonly shared?: true
  /** States a `ref` may name have these tones; others look at rest. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** Values of a `choice`, with what people read. */
  readonly choices?: Readonly<Record<string, string>>
  /** Lines of another section's table, seen from this side through a view: they hold nothing. */
  readonly mirrored?: true
  /** What one line of a `many` is called, to offer another: 'telefone'. */
  readonly one?: string
  /** Fields of the lines of a `many`. */
  readonly shape?: Fields
}

export interface Ref {
  readonly id: number
  readonly uuid: string
  readonly name: string
}

interface Common {
  readonly required?: boolean
  readonly writable?: boolean
  readonly hint?: string
  readonly unique?: true
  readonly internal?: true
  readonly secret?: true
  readonly personal?: true
  readonly derived?: true
}
type Req<O> = O extends { readonly required: true } ? true : false
type Wr<O> = O extends { readonly writable: false } ? false : true

function field<T, const O extends Common>(
  kind: Kind,
  label: string,
  given?: O,
  own?: Options,
): Field<T, Req<O>, Wr<O>> {
  const { required = false, writable = true, ...options }: Common = given ?? {}
  return { kind, label, required, writable, options: { ...options, ...own } } as Field<T, Req<O>, Wr<O>>
}

type TextOptions = Common & { readonly max?: number; readonly format?: Format; readonly default?: string }
type NumberOptions = Common & { readonly min?: number; readonly max?: number; readonly default?: number }

/** One line has at most `max` characters (255 by default). */
export const text = <const O extends TextOptions>(label: string, o?: O) => field<string, O>('text', label, o)
/** Several lines have at most `max` characters (10,000 by default). */
export const longtext = <const O extends Common & { readonly max?: number }>(label: string, o?: O) =>
  field<string, O>('longtext', label, o)
/** Sanitised HTML. */
export const richtext = <const O extends Common & { readonly max?: number }>(label: string, o?: O) =>
  field<string, O>('richtext', label, o)
export const integer = <const O extends NumberOptions & { readonly plain?: true }>(label: string, o?: O) =>
  field<number, O>('integer', label, o)
/** An exact number has `scale` digits after the comma (2 by default). */
export const decimal = <const O extends NumberOptions & { readonly scale?: number; readonly axis?: Axis }>(
  label: string,
  o?: O,
) => field<number, O>('decimal', label, o)
/** Reais, two decimals on the wire, `numeric` in the table, cents in sums. */
export const money = <const O extends NumberOptions>(label: string, o?: O) => field<number, O>('money', label, o)
/** 0 to 100, two decimals. */
export const percent = <const O extends NumberOptions>(label: string, o?: O) => field<number, O>('percent', label, o)
/** Sim or não; never null. */
export const flag = <const O extends Common & { readonly default?: boolean }>(label: string, o?: O) =>
  field<boolean, { readonly required: true; readonly writable: Wr<O> }>('flag', label, {
    ...o,
    required: true,
    writable: (o?.writable ?? true) as Wr<O>,
  })
/** A calendar day, 'YYYY-MM-DD', never a Date. */
export const date = <const O extends Common & { readonly past?: true }>(label: string, o?: O) =>
  field<string, O>('date', label, o)
/** A moment, ISO 8601 in UTC. */
export const instant = <const O extends Common>(label: string, o?: O) => field<string, O>('instant', label, o)
export const choice = <
  const C extends Readonly<Record<string, string>>,
  const O extends Common & { readonly default?: keyof C & string },
>(
  choices: C,
  label: string,
  o?: O,
) => field<keyof C & string, O>('choice', label, o, { choices })
/** A few distinct texts have at most `max` characters each (40 by default); never null. */
export const words = <const O extends Common & { readonly max?: number }>(label: string, o?: O) =>
  field<readonly string[], { readonly required: true; readonly writable: Wr<O> }>('words', label, {
    ...o,
    required: true,
    writable: (o?.writable ?? true) as Wr<O>,
  })
/** Fields defined at run time, with what they hold; never null. */
export const metas = <const O extends Common & { readonly max?: number }>(label: string, o?: O) =>
  field<readonly Meta[], { readonly required: true; readonly writable: Wr<O> }>('metas', label, {
    ...o,
    required: true,
    writable: (o?.writable ?? true) as Wr<O>,
  })
/** In a line, the id of the row it is a line of. */
export const owner = (label: string) =>
  field<number, { readonly required: true; readonly writable: false }>(
    'integer',
    label,
    { required: true, writable: false },
    { owner: true, derived: true, plain: true },
  )
/** Another resource's row: sent as `name: { id, uuid, name }` and `name_id`, accepted as `name_id`. */
export const ref = <
  const O extends Common & Pick<Options, 'among' | 'tones' | 'carries' | 'owner' | 'told' | 'retired' | 'shared'>,
>(
  to: string,
  label: string,
  o?: O,
) => field<Ref, O>('ref', label, o, { to })

/** Lines owned by the row: sent as rows, accepted as drafts. */
export interface Lines<F extends Fields> {
  readonly sent: readonly Row<F>[]
  readonly accepted: readonly Draft<F>[]
}
type ManyOptions = {
  readonly writable?: boolean
  readonly max?: number
  readonly internal?: true
  readonly mirrored?: true
  readonly hint?: string
  readonly one?: string
}
/**
 * Lines belong to a row and die with it; their own table stores at most `max` (1,000 by default).
 * @example
 * phones: many({ responsible: text('Responsável'), phone: text('Telefone', { format: 'phone' }) }, 'Telefones', { max: 50 })
 */
export const lineList = <const F extends Fields, const O extends ManyOptions>(shape: F, label: string, o?: O) => {
  const { writable = true, ...options }: ManyOptions = o ?? {}
  const given = { ...options, required: true, writable: writable as Wr<O> } as const
  return field<Lines<F>, { readonly required: true; readonly writable: Wr<O> }>('many', label, given, {
    shape,
    ...options,
  })
}

type Flat<T> = { [K in keyof T]: T[K] } & {}
type Sent<T> = T extends Lines<infer F> ? readonly (Row<F> & LineStamps)[] : T
type Accepted<T> = T extends Lines<infer F> ? readonly (Draft<F> & { readonly id?: number })[] : T
type Value<X> = X extends Field<infer T, infer R, boolean> ? (R extends true ? Sent<T> : Sent<T> | null) : never
type GivenValue<X> =
  X extends Field<infer T, infer R, boolean> ? (R extends true ? Accepted<T> : Accepted<T> | null) : never

export interface LineStamps {
  readonly id: number
  readonly uuid: string
}

export type RefKey<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<Ref, boolean> ? K & string : never
}[keyof F]
export type LineKey<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<Lines<infer _>, boolean> ? K & string : never
}[keyof F]
type FlagKey<F extends Fields> = { [K in keyof F]: F[K] extends Field<boolean, boolean> ? K & string : never }[keyof F]
type MetasKey<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<readonly Meta[], boolean> ? K & string : never
}[keyof F]
type WordsKey<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<readonly string[], boolean> ? K & string : never
}[keyof F]
type RequiredKey<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, true> ? K & string : never }[keyof F]
type Locked<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, boolean, false> ? K & string : never
}[keyof F]
/** What may be left out of a draft although its value is never null: it has a default, or is empty. */
type Must<F extends Fields> = Exclude<RequiredKey<F>, FlagKey<F> | LineKey<F> | WordsKey<F> | MetasKey<F>>
type Plain<F extends Fields> = Exclude<keyof F & string, RefKey<F> | Locked<F>>

/** What the server sends: every field, and `<name>_id` beside each reference. */
export type Row<F extends Fields> = Flat<
  { [K in keyof F]: Value<F[K]> } & { [K in RefKey<F> & RequiredKey<F> as `${K}_id`]: number } & {
    [K in Exclude<RefKey<F>, RequiredKey<F>> as `${K}_id`]: number | null
  }
>

/** A row as lists show it: without its lines. */
export type Listed<F extends Fields> = Omit<Row<F>, LineKey<F> | MetasKey<F>>

/** What the server accepts: references travel as ids; required keys must be there. */
export type Draft<F extends Fields> = Flat<
  { [K in Plain<F> & Must<F>]: GivenValue<F[K]> } & { [K in Exclude<Plain<F>, Must<F>>]?: GivenValue<F[K]> } & {
    [K in Exclude<RefKey<F> & RequiredKey<F>, Locked<F>> as `${K}_id`]: number
  } & { [K in Exclude<RefKey<F>, RequiredKey<F> | Locked<F>> as `${K}_id`]?: number | null }
>

type KeptValue<X> = X extends Field<infer T, infer R, boolean> ? (R extends true ? Keep<T> : Keep<T> | null) : never
type Keep<T> = T extends Lines<infer F> ? readonly (Stored<F> & { readonly id?: number })[] : T

/** What is written to the table: a draft, plus whatever the server computed. Every draft is one. */
export type Stored<F extends Fields> = Flat<
  { [K in Plain<F> & Must<F>]: KeptValue<F[K]> } & { [K in Exclude<Plain<F>, Must<F>>]?: KeptValue<F[K]> } & {
    [K in Locked<F> & Exclude<keyof F & string, RefKey<F>>]?: KeptValue<F[K]>
  } & { [K in Exclude<RefKey<F> & RequiredKey<F>, Locked<F>> as `${K}_id`]: number } & {
    [K in Exclude<RefKey<F>, RequiredKey<F>> | (RefKey<F> & Locked<F>) as `${K}_id`]?: number | null
  }
>

/** Options of a field that the server computes. */
export const readOnly = { writable: false } as const
