import { expect, test } from 'vitest'
import { anonymousUser } from '#kernel/access.ts'
import { reaction } from '#web/session/heard.ts'

const ana = { ...anonymousUser, uuid: 'ana' }
const bia = { ...anonymousUser, uuid: 'bia' }
const inside = { status: 'logged-in', user: ana } as const
const lapsed = { status: 'lapsed', user: ana } as const
const outside = { status: 'logged-out', user: null } as const
const quiet = { kept: null, expired: false, dirty: false }

test.each([
  ['nobody here enters with who signed in', { ...quiet, here: outside, kept: ana }, 'enter'],
  [
    'the same person changed: another company, other rights',
    { ...quiet, here: inside, kept: ana, dirty: true },
    'enter',
  ],
  ['the same person is back: what waited goes on', { ...quiet, here: lapsed, kept: ana, dirty: true }, 'enter'],
  ['somebody else signed in', { ...quiet, here: inside, kept: bia }, 'reload'],
  ['somebody else signed in, and work waits here', { ...quiet, here: inside, kept: bia, dirty: true }, 'lapse'],
  ['somebody else came and left while work waits here', { ...quiet, here: lapsed, dirty: true }, 'nothing'],
  ['the session expired', { ...quiet, here: inside, expired: true }, 'expire'],
  ['the session expired over unsaved work', { ...quiet, here: inside, expired: true, dirty: true }, 'lapse'],
  ['its owner left, unsaved work or not', { ...quiet, here: inside, dirty: true }, 'leave'],
  ['nobody was here anyway', { ...quiet, here: outside, expired: true }, 'nothing'],
] as const)('%s', (_name, heard, expected) => {
  expect(reaction(heard)).toBe(expected)
})
