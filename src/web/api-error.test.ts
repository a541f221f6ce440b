import { expect, test } from 'vitest'
import { problem, problemBody } from '#kernel/problem.ts'
import { ApiError, errorOf, fieldErrorsOf, flatten } from '#web/api-error.ts'

const refused = problemBody(
  problem('invalid', { errors: { name: ['Preencha este campo.'], 'phones.0.phone': ['a', 'b'] } }),
  'r-1',
  'POST',
)
const answer = (status: number, body: string) => new Response(body, { status })

test('an error carries the body the server sent', async () => {
  const error = await errorOf(answer(422, JSON.stringify(refused)))
  expect(error).toBeInstanceOf(ApiError)
  expect([error.status, error.message, error.body]).toEqual([422, refused.message, refused])
})

test.each(['<html>Bad gateway</html>', '', '{"detail":1}', 'null'])(
  'an answer that is not ours, %j, still has words',
  async body => {
    const error = await errorOf(answer(502, body))
    expect([error.status, error.body]).toEqual([502, null])
    expect(error.message).not.toBe('')
  },
)

test('only a validation answer has errors by field', async () => {
  const error = await errorOf(answer(422, JSON.stringify(refused)))
  expect(fieldErrorsOf(error)).toEqual(refused.errors)
  expect(fieldErrorsOf(await errorOf(answer(409, JSON.stringify(refused))))).toEqual({})
  expect(fieldErrorsOf(new Error('x'))).toEqual({})
})

test('messages by field become one list', () => {
  expect(flatten(fieldErrorsOf(new ApiError(422, '', refused)))).toEqual(['Preencha este campo.', 'a', 'b'])
})
