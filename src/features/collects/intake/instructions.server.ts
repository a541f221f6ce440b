import * as z from 'zod'
import { invalid } from '#kernel/problem.ts'
import { columnNames } from '#features/anatel/layouts.ts'
import { accessMapping } from '#features/collects/intake/asked.ts'
import { mappingSchema } from '#features/intake/mappings.server.ts'
import { noInstructions, type Instructions } from '#features/collects/intake/intake.ts'
import { fieldErrors } from '#kernel/schema.ts'

const text = z.string().max(400)
const column = z.enum(columnNames)
const said = z.strictObject({
  sheet: text.optional(),
  mapping: mappingSchema.nullable().default(null),
  edits: z
    .array(z.strictObject({ line: z.int().positive(), column, value: text }))
    .max(20_000)
    .default([]),
  safe: z.array(z.string().max(40)).max(40).default([]),
})

export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly told: Instructions
}

/**
 * The file of a request with what was said of it: a form with `file` and `instructions` (RFC 7578), or the bytes of the file
 * alone. Throws a 422 of `file` or `instructions`.
 */
export async function sentIn(body: Buffer, media: string | undefined): Promise<SentFile> {
  if (!media?.startsWith('multipart/form-data')) return { name: 'arquivo', bytes: body, told: noInstructions }
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': media } })
    .formData()
    .catch(() => null)
  const file = form?.get('file')
  if (!form || !(file instanceof File)) throw invalid({ file: 'Envie o arquivo no campo `file`.' })
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name.slice(0, 160) || 'arquivo', bytes, told: instructionsIn(form.get('instructions')) }
}

function instructionsIn(given: unknown): Instructions {
  if (typeof given !== 'string') return noInstructions
  const parsed = said.safeParse(jsonIn(given))
  if (!parsed.success) throw invalid({ instructions: Object.values(fieldErrors(parsed.error)).flat() })
  const { mapping, ...rest } = parsed.data
  return { ...rest, mapping: mapping && accessMapping(mapping) }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
