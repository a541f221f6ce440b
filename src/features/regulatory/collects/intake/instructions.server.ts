import * as z from 'zod'
import { invalid } from '#kernel/problem.ts'
import { columnNames } from '#features/regulatory/anatel/layouts.ts'
import { accessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { mappingSchema } from '#features/regulatory/intake/schema.ts'
import { noInstructions, type Instructions } from '#features/regulatory/collects/intake/intake.ts'
import { fieldErrors } from '#kernel/schema.ts'
import { parseJson } from '#server/body.ts'

const text = z.string().max(400)
const column = z.enum(columnNames)
const instructionsSchema = z.strictObject({
  sheet: text.optional(),
  mapping: mappingSchema.nullable().default(null),
  edits: z
    .array(z.strictObject({ line: z.int().positive(), column, value: text }))
    .max(20_000)
    .default([]),
  safe: z.array(z.string().max(40)).max(40).default([]),
  answers: z
    .record(text, z.string().max(40))
    .refine(all => Object.keys(all).length <= 200, 'Use no máximo 200.')
    .default({}),
})

export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly told: Instructions
}

/** What a form may have beside its file. */
const formLimits = { parts: 20, bytes: 2 * 1024 * 1024 } as const
const tooLong = () => invalid({ instructions: 'As instruções passam de 2 MB. Corrija o arquivo e envie de novo.' })
const noFile = () => invalid({ file: 'Envie o arquivo no campo `file`.' })

/**
 * Takes file and instructions from a request: a form with `file` and `instructions` (RFC 7578), or the bytes of the file
 * alone. Throws a 422 of `file` or `instructions`.
 */
export async function sentIn(body: Uint8Array, media: string | undefined): Promise<SentFile> {
  if (!media?.startsWith('multipart/form-data')) return { name: 'arquivo', bytes: body, told: noInstructions }
  const { bytes, rest } = takeFile(Buffer.from(body.buffer, body.byteOffset, body.byteLength), media)
  const form = await new Response(Uint8Array.from(rest), { headers: { 'content-type': media } })
    .formData()
    .catch(() => null)
  const file = form?.get('file')
  if (!form || !(file instanceof File)) throw noFile()
  return { name: file.name.slice(0, 160) || 'arquivo', bytes, told: await instructionsIn(form.get('instructions')) }
}

/**
 * The bytes of the first `file` of a form, not copied, and the form without them: the reader of forms would copy each of twenty
 * megabytes several times while nobody else is answered.
 */
function takeFile(body: Buffer, media: string): { readonly bytes: Buffer; readonly rest: Buffer } {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(media) ?? []
  const boundary = Buffer.from(`--${quoted ?? bare ?? ''}`)
  const between = Buffer.concat([Buffer.from('\r\n'), boundary])
  let at = body.indexOf(boundary)
  for (let part = 0; at >= 0 && part < formLimits.parts; part++) {
    if (at > formLimits.bytes) throw tooLong()
    const begin = body.indexOf('\r\n\r\n', at) + 4
    const end = begin < 4 ? -1 : body.indexOf(between, begin)
    if (end < 0) break
    if (/;\s*name="?file"?\s*(?:;|\r)/i.test(body.toString('latin1', at, Math.min(begin, at + 2_000)))) {
      const [before, after] = [body.subarray(0, begin), body.subarray(end)]
      if (before.length + after.length > formLimits.bytes) throw tooLong()
      return { bytes: body.subarray(begin, end), rest: Buffer.concat([before, after]) }
    }
    at = end + 2
  }
  throw noFile()
}

async function instructionsIn(given: unknown): Promise<Instructions> {
  if (typeof given !== 'string') return noInstructions
  const told = jsonIn(given)
  // Others are answered between the two.
  await new Promise(resolve => setImmediate(resolve))
  const parsed = instructionsSchema.safeParse(told)
  if (!parsed.success) throw invalid({ instructions: Object.values(fieldErrors(parsed.error)).flat() })
  const { mapping, ...rest } = parsed.data
  return { ...rest, mapping: mapping && accessMapping(mapping) }
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
