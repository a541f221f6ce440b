/** A column of a table on paper; `width` is its share of the page. */
export interface PaperColumn {
  readonly title: string
  readonly width: number
  readonly right?: boolean
}
/** Points between the margins, of which a picture has as many in its width. */
export const paperWidth = 511.28
export type PaperInk = 'text' | 'soft' | 'line' | 'fill' | 'accent' | 'pale' | 'alert'
/** A line, or a surface where it has a fill; in points, from the upper left of its picture. */
export interface PaperShape {
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly fill?: PaperInk
  readonly stroke?: PaperInk
  readonly width?: number
  readonly dashed?: boolean
}
/** Small words in a picture; `at` is their middle height, and their left, right or center. */
export interface PaperLabel {
  readonly at: readonly [x: number, y: number]
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
}
/** Blocks are printed one below the other. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  /** A sentence of its own, soft. */
  | { readonly kind: 'note'; readonly text: string }
  /** Figures side by side, each under what it is. */
  | { readonly kind: 'facts'; readonly pairs: readonly (readonly [string, string])[] }
  /** `tall` lines are to write on by hand. */
  | {
      readonly kind: 'table'
      readonly columns: readonly PaperColumn[]
      readonly rows: readonly (readonly string[])[]
      readonly tall: boolean
    }
  | {
      readonly kind: 'picture'
      readonly height: number
      readonly shapes: readonly PaperShape[]
      readonly labels: readonly PaperLabel[]
    }
  /** Where somebody signs, and what they are. */
  | { readonly kind: 'signature'; readonly who: string }
  /** A line through what is known; what is not leaves a gap. */
  | { readonly kind: 'line'; readonly labels: readonly string[]; readonly values: readonly (number | null)[] }

/** A document to print, on A4 with its pages counted. */
export interface Paper {
  readonly title: string
  /** Under the title, on the first page. */
  readonly lines: readonly string[]
  /** At the top of the pages after it. */
  readonly short: string
  /** At the foot of every page. */
  readonly foot: string
  readonly now: Date
  readonly blocks: readonly Block[]
}

/** A column prints each row by `text`. */
export interface TextColumn<R> extends PaperColumn {
  readonly text: (row: R) => string
}

export function tableOn<R>(columns: readonly TextColumn<R>[], rows: readonly R[], tall = false): Block {
  return {
    kind: 'table',
    columns: columns.map(({ title, width, right = false }) => ({ title, width, right })),
    rows: rows.map(row => columns.map(({ text }) => text(row))),
    tall,
  }
}
