import { PostgresQueryCompiler, type RawNode } from 'kysely'

/** Characters from which a part of a statement is long. */
const longPart = 1_000
/** Statements remembered at once. */
const rememberedStatements = 500

/**
 * Compiles as its parent does, and answers a statement with a long part, of which nothing depends on the request, as the same
 * string as before: reading a row with all its lines takes eleven thousand characters, which were put together for each
 * request, and gone through to find their plan.
 */
export class RememberingCompiler extends PostgresQueryCompiler {
  /** Long parts, and the mark that replaces each while a statement is made: no SQL has a \0. */
  readonly #parts: string[] = []
  readonly #marks = new Map<string, string>()
  /** Whole statements, by what they are with marks in them. */
  readonly #whole = new Map<string, string>()

  protected override visitRaw(node: RawNode): void {
    const text = node.sqlFragments.length === 1 ? node.sqlFragments[0] : undefined
    if (text === undefined || text.length < longPart) super.visitRaw(node)
    else this.append(this.#marks.get(text) ?? this.#mark(text))
  }

  #mark(text: string): string {
    const mark = `\0${this.#parts.push(text) - 1}\0`
    this.#marks.set(text, mark)
    return mark
  }

  protected override getSql(): string {
    const marked = super.getSql()
    if (!marked.includes('\0')) return marked
    const known = this.#whole.get(marked)
    if (known !== undefined) return known
    const whole = marked.replace(/\0(\d+)\0/g, (_mark, at: string) => this.#parts[Number(at)] ?? '')
    this.#whole.set(marked, whole)
    if (this.#whole.size > rememberedStatements) this.#forget()
    return whole
  }

  #forget(): void {
    this.#parts.length = 0
    this.#marks.clear()
    this.#whole.clear()
  }
}
