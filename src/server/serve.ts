import * as z from 'zod'
import type { AnswerOf, AnyCall, ServedInput } from '#kernel/call.ts'
import { answerSchema } from '#kernel/wire.ts'
import { key } from '#server/crud.ts'
import type { Answer, AnyOperation, Ctx, LastAnswer } from '#server/operation.ts'

/** What a handler may answer: the declared body, with headers of its own where it needs them, or already written as JSON; bytes where a file is declared. */
type Served<C> = C extends { readonly answer: infer A }
  ? A extends 'file' | 'empty'
    ? Answer | LastAnswer
    : AnswerOf<C> | Answer<AnswerOf<C>> | Answer<Buffer> | LastAnswer
  : never

/**
 * The route that answers a call. The compiler checks what the handler gets and what it returns against the call's schemas.
 * @example
 * serve(postMessage, async (ctx, { id, body }) => done(200, 'Mensagem enviada.', await writeMessage(ctx, id, body)))
 */
export function serve<C extends AnyCall>(
  call: C,
  handle: (ctx: Ctx, input: ServedInput<C>) => Promise<Served<C>>,
): AnyOperation {
  const declared: AnyCall = call
  const { path, of, writes: _, answer, status = 200, params, ...facts } = declared
  const reads = call.method === 'GET'
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const keys = names.length ? z.object(Object.fromEntries(names.map(name => [name, key]))) : undefined
  const checked = params ?? keys
  return {
    access: 'permission',
    rate: reads ? 'read' : 'write',
    audit: reads ? null : call.id,
    ...facts,
    url: `/api/v1${path}`,
    scope: of,
    ...(checked && { params: checked }),
    answers: { [status]: answerSchema(answer) },
    handle: (ctx, { params: found, query, body }) => handle(ctx, { ...found, query, body }),
  }
}
