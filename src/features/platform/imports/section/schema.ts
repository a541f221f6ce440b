import * as z from 'zod'
import { list, string } from '#kernel/json.ts'
import { listShape, valueShape } from '#kernel/wire.ts'
import type { FileLeftOut, ImportRule, NoticeRule } from '#features/platform/imports/section/section.ts'
import type { Mapping } from '#features/regulatory/intake/mapping.ts'

const among = listShape(z.string()).optional()
const cell = { column: z.string().nullable(), value: z.string(), message: z.string(), among }
const reviewRow = z.object({
  row: z.int(),
  /** The first row of the record this row is part of. */
  lead: z.int().nullable(),
  cells: listShape(z.string()),
  original: listShape(z.string()).nullable(),
  verdict: z.string().nullable(),
  problems: listShape(z.object({ ...cell, rule: valueShape<ImportRule>(string) })),
  notices: listShape(z.object({ ...cell, rule: valueShape<NoticeRule>(string) })),
  changes: listShape(valueShape<readonly [label: string, before: string, after: string]>(list(string))),
  target: z.int().nullable(),
  state: z.string().nullable(),
  said: z.string().nullable(),
})
export type ReviewRow = z.infer<typeof reviewRow>

interface FoundValue {
  readonly value: string
  readonly rows: number
  readonly among?: readonly string[]
}
const group = {
  column: z.string().nullable(),
  label: z.string(),
  message: z.string(),
  rows: z.int(),
  first: z.int(),
  last: z.int(),
  values: valueShape<readonly FoundValue[]>({}),
}
const problemGroup = z.object({ ...group, rule: valueShape<ImportRule>(string) })
export type ProblemGroup = z.infer<typeof problemGroup>
const noticeGroup = z.object({ ...group, rule: valueShape<NoticeRule>(string) })
export type NoticeGroup = z.infer<typeof noticeGroup>

const counts = z.record(z.string(), z.int()).readonly()
export const review = z.object({
  data: listShape(reviewRow),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  rows: z.int(),
  step: valueShape<'ler' | 'conferir' | 'gravar' | 'desfazer'>(string),
  facts: listShape(valueShape<readonly [string, string]>(list(string))),
  /** The tab that was read, among those of its workbook. */
  sheet: z.string().nullable(),
  sheets: listShape(z.string()),
  header: listShape(z.string()),
  mapping: valueShape<Mapping>({}),
  /** The mapping agreed to before that was begun from. */
  remembered: valueShape<{ readonly uuid: string; readonly name: string } | null>({}),
  counts,
  units: counts,
  groups: listShape(problemGroup),
  /** What is left out of rows that go in, or was changed in them. */
  notices: listShape(noticeGroup),
  left: listShape(
    z.object({ what: valueShape<FileLeftOut['what']>(string), text: z.string(), count: z.int().nullable() }),
  ),
})
/** A file's rows as they were judged. */
export type Review = z.infer<typeof review>
