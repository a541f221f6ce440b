import { problem } from '#kernel/problem.ts'

/** How many may work at once and how many may wait, in all and of one person. */
export interface Room {
  readonly working: { readonly all: number; readonly each: number }
  readonly waiting: { readonly all: number; readonly each: number }
}
/** The id of a user identifies whose work it is; `patient` work, for which nobody waits at a screen, is never refused. */
export interface Asker {
  readonly user: number
  readonly patient?: boolean
}
interface WaitingTurn {
  readonly user: number
  readonly begin: () => void
}

/** A refused user may try again after these seconds. */
const retryAfter = 15

/**
 * Gives turns at what only a few may do at once. The user served least recently comes first, so that one person's hundred
 * files are one wait for everybody else; past the room to wait, a 503 says when to try again.
 */
export function openTurns({ working, waiting }: Room) {
  const line: WaitingTurn[] = []
  const busy = new Map<number, number>()
  const served = new Map<number, number>()
  let begun = 0

  const busyOf = (user: number) => busy.get(user) ?? 0
  const all = () => [...busy.values()].reduce((sum, n) => sum + n, 0)
  const isFree = (user: number) => all() < working.all && busyOf(user) < working.each

  function begin(user: number) {
    busy.set(user, busyOf(user) + 1)
    served.set(user, ++begun)
  }
  function end(user: number) {
    const left = busyOf(user) - 1
    if (left) busy.set(user, left)
    else busy.delete(user)
    for (let next = nextOf(); next; next = nextOf()) {
      line.splice(line.indexOf(next), 1)
      begin(next.user)
      next.begin()
    }
    // Nobody waits: who came before whom is forgotten.
    if (!line.length && !busy.size) served.clear()
  }
  /** Of those who may begin, the one served least recently; of one person's, the first. */
  function nextOf(): WaitingTurn | undefined {
    const since = ({ user }: WaitingTurn) => served.get(user) ?? 0
    return line.filter(({ user }) => isFree(user)).toSorted((one, other) => since(one) - since(other))[0]
  }

  return {
    /** Waits for a turn; what it answers gives the turn back. */
    async take({ user, patient = false }: Asker): Promise<() => void> {
      if (isFree(user)) begin(user)
      else {
        const own = line.filter(each => each.user === user).length
        if (!patient && own >= waiting.each)
          throw problem('unavailable', {
            message: 'Há arquivos seus esperando a vez. Aguarde que terminem e tente de novo.',
            retryAfter,
          })
        if (!patient && line.length >= waiting.all)
          throw problem('unavailable', {
            message: 'Há muitos arquivos na fila agora. Tente de novo em instantes.',
            retryAfter,
          })
        await new Promise<void>(turn => line.push({ user, begin: turn }))
      }
      let given = false
      return () => {
        if (!given) end(user)
        given = true
      }
    },
  }
}
