import { expect, test } from 'vitest'
import { framer } from '#server/database/embedded/frames.ts'

const message = (kind: string, body = '') => {
  const bytes = Buffer.from(`${kind}0000${body}`)
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}
const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])
const begun = () => {
  const due = framer()
  due(startup)
  return due
}

test('the start-up packet goes alone', () => {
  expect(framer()(startup)).toEqual(startup)
})

test('messages wait until one turns the talk over', () => {
  const due = begun()
  expect(due(message('P', 'x'))).toBeUndefined()
  expect(due(message('S'))).toEqual(Buffer.concat([message('P', 'x'), message('S')]))
})

test('a batch cut anywhere arrives whole', () => {
  const batch = Buffer.concat([message('P', 'select 1'), message('B'), message('S')])
  for (let cut = 1; cut < batch.length; cut += 1) {
    const due = begun()
    expect(due(batch.subarray(0, cut))).toBeUndefined()
    expect(due(batch.subarray(cut))).toEqual(batch)
  }
})

test('what follows the last turn waits for the next', () => {
  const due = begun()
  expect(due(Buffer.concat([message('Q', 'a'), message('P', 'b')]))).toEqual(message('Q', 'a'))
  expect(due(message('S'))).toEqual(Buffer.concat([message('P', 'b'), message('S')]))
})

test('the farewell is not passed on', () => {
  expect(begun()(message('X'))).toBeUndefined()
})
