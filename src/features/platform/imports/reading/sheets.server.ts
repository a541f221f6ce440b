import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { titleOf } from '#kernel/resource.ts'
import { comparableText, capital } from '#kernel/text.ts'
import { wordsOfField } from '#features/regulatory/intake/mapping.ts'
import type { TemplateColumn, ImportSection } from '#features/platform/imports/section/section.ts'
import { resourceAt } from '#features/platform/imports/section/targets.ts'
import { columnsOffered, linesOfHelp, columnTitle } from '#features/platform/imports/section/template.ts'
import { Answer, type Ctx } from '#server/operation.ts'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const sheet = (name: string, bytes: Uint8Array) =>
  new Answer(200, Buffer.from(bytes), {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  })

/** Lists longer than this are not copied: a municipality has its code, a client its document. */
const longest = 200
/** Rows of the template that offer their lists. */
const offered = 2_000

/** A section's template: the header and an example, how each column is filled in, and the words and codes it takes. */
export async function templateFile(ctx: Ctx, section: ImportSection): Promise<Answer> {
  const { writeXlsx } = await import('hucre/xlsx')
  const outside = !isStaff(ctx.user)
  const columns = columnsOffered(section, outside)
  const lists = await Promise.all(columns.map(column => wordsOf(ctx, column)))
  const listed = columns.flatMap((column, at) => (lists[at]?.length ? [{ column, at, words: lists[at] }] : []))
  const height = Math.max(0, ...listed.map(({ words }) => words.length))
  const { text } = section.of
  const bytes = await writeXlsx({
    sheets: [
      {
        name: capital(text.many).slice(0, 31),
        // Text, so that a document keeps its zeros.
        columns: columns.map(column => ({ width: Math.max(14, columnTitle(column).length + 2), numFmt: '@' })),
        rows: [columns.map(columnTitle), columns.map(({ example }) => example || null)],
        freezePane: { rows: 1 },
        dataValidations: listed.map(({ at, words }, list) => ({
          type: 'list' as const,
          range: `${letters(at)}2:${letters(at)}${offered}`,
          formula1: `Códigos!$${letters(list)}$2:$${letters(list)}$${words.length + 1}`,
          allowBlank: true,
          // A code does as well as the word.
          showErrorMessage: false,
        })),
      },
      {
        name: 'Como preencher',
        columns: [{ width: 34 }, { width: 14 }, { width: 64 }, { width: 24 }],
        rows: [
          ['Coluna', 'Obrigatória', 'Como preencher', 'Exemplo'],
          ...linesOfHelp(section, outside).map(line => [...line]),
          [],
          [section.about],
          [
            'A linha de exemplo, se ficar como está, não é importada. As colunas podem mudar de ordem ou ser retiradas.',
          ],
          ['Para atualizar o que já existe, uma célula vazia não apaga nada.'],
        ],
        freezePane: { rows: 1 },
      },
      {
        name: 'Códigos',
        columns: listed.map(({ column }) => ({ width: Math.max(16, column.label.length + 2) })),
        rows: [
          listed.map(({ column }) => column.label),
          ...Array.from({ length: height }, (_, i) => listed.map(({ words }) => words[i] ?? null)),
        ],
        freezePane: { rows: 1 },
      },
    ],
  })
  return sheet(`modelo-${section.of.path}.xlsx`, bytes)
}

/** 0 → 'A', 26 → 'AA'. */
const letters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letters(Math.floor(at / 26) - 1) + letters(at % 26)

/** What may be chosen in a column; none where it is too much, or free. */
async function wordsOf(ctx: Ctx, { field }: TemplateColumn): Promise<readonly string[]> {
  const { words } = wordsOfField(field)
  if (words) return words
  const of = field.kind === 'ref' ? resourceAt(field.options.to) : undefined
  if (!of || of.scope === 'client' || ['clients', 'cities', 'fistels'].includes(of.path)) return []
  const among = Object.entries(field.options.among ?? {}).map(([name, value]) => [`filter[${name}]`, value])
  const asked = { ...Object.fromEntries(among), active: 'true' }
  const { total } = await ctx.rows(of).page(listQuery(of, { ...asked, per_page: '1' }))
  if (total > longest) return []
  const data = await ctx.rows(of).list(listQuery(of, { ...asked, pagination: 'false' }))
  return data.map(row => {
    const said: Readonly<Record<string, unknown>> = { ...row }
    // What Anatel's files write, where there is such a word.
    return String(said.term ?? said[titleOf(of)] ?? '')
  })
}

interface RefusedLine {
  readonly row: number
  readonly cells: readonly string[]
  readonly why: string
}

/** The rows that did not come in, as the file has them, with what is wrong beside: put right, it comes in as it is. */
export async function refusedFile(
  ctx: Ctx,
  { id, name }: { readonly id: number; readonly name: string },
  header: readonly string[],
) {
  const { writeXlsxStream } = await import('hucre/xlsx')
  // A file of refused rows that came in again says what was wrong with it then.
  const kept = header.flatMap((title, at) => (comparableText(title) === 'erro' ? [] : [{ title, at }]))
  const titles = [...kept.map(({ title }) => title), 'Erro']
  async function* rows() {
    yield titles
    let last = 0
    for (;;) {
      const { rows: found } = await sql<RefusedLine>`
        select row, cells, concat_ws(' ', said, (
          select string_agg(p ->> 'message', ' ') from jsonb_array_elements(problems || refusals) p)) as why
        from import_rows where import_id = ${id} and row > ${last} and (verdict = 'recusada' or state = 'falhou')
        order by row limit 1000`.execute(ctx.sql)
      if (!found.length) return
      for (const { cells, why } of found) yield [...kept.map(({ at }) => cells[at] ?? ''), why]
      last = found.at(-1)?.row ?? last
    }
  }
  const columns = titles.map((_, at) => ({ width: at === kept.length ? 80 : 20, numFmt: '@' }))
  const parts: Uint8Array[] = []
  for await (const part of writeXlsxStream(rows(), { name: 'Recusadas', columns, freezePane: { rows: 1 } }))
    parts.push(part)
  return sheet(`recusadas-${name.replace(/\.\w+$/, '')}.xlsx`, Buffer.concat(parts))
}
