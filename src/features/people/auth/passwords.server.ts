import { hash, verify } from '@node-rs/argon2'
import { problem } from '#kernel/problem.ts'
import { newToken } from '#features/people/auth/secrets.server.ts'
import { longestPassword } from '#features/people/auth/password-rules.ts'

/** What one hash costs, and how many are made at once. */
export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly inFlight: number
  /** How many more may wait their turn before the answer is 503. */
  readonly waiting: number
}
const cost: PasswordCost = { memoryCost: 64 * 1024, timeCost: 3, inFlight: 4, waiting: 32 }

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Takes the same time when there is nothing to compare with: `stored` null is an unknown user, or one without a password.
   * Those that are `strained` are compared one at a time, so that a flood of guesses leaves the other turns to everyone else.
   */
  verify(stored: string | null, password: string, strained?: boolean): Promise<boolean>
}

/** Argon2id behind a bounded queue: never in a transaction, for it takes a fifth of a second. */
export function openPasswords(given: Partial<PasswordCost> = {}): Passwords {
  const { memoryCost, timeCost, inFlight, waiting } = { ...cost, ...given }
  const inTurn = turns(inFlight, waiting)
  const oneByOne = turns(1, Math.ceil(waiting / 2))
  const make = (password: string) => hash(password.normalize('NFKC'), { memoryCost, timeCost, parallelism: 1 })
  let nobody: Promise<string> | undefined
  return {
    hash: password => inTurn(() => make(password)),
    verify: (stored, password, strained = false) => {
      const compare = () =>
        inTurn(async () => {
          const comparable = stored !== null && password.length <= longestPassword
          const against = comparable ? stored : await (nobody ??= make(newToken()))
          const same = await verify(against, password.slice(0, longestPassword).normalize('NFKC'))
          return comparable && same
        })
      return strained ? oneByOne(compare) : compare()
    },
  }
}

/** At most `inFlight` at work and `waiting` in line, first come first served. */
function turns(inFlight: number, waiting: number) {
  let working = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working < inFlight) working++
    else if (line.length < waiting) await new Promise<void>(go => line.push(go))
    else throw problem('unavailable', { retryAfter: 2 })
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else working--
    }
  }
}
