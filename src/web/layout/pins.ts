import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountDutyOf } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { report } from '#web/faults.ts'
import { changeFrame, type Frame } from '#web/layout/frame.ts'
import { firstShown } from '#web/route/state.ts'
import { sessionStore, useUser } from '#web/session/store.ts'
import { isRecord, keep, keys, onStorageChange, recall } from '#web/storage.ts'
import { useStore } from '#web/store.ts'
import { queryClient } from '#web/query.ts'

interface PinnedScreen {
  /** The id of an entry of the menu. */
  readonly screen: string
  /** Null: as the menu calls it. */
  readonly name: string | null
}
export interface PinnedView {
  readonly view: string
  readonly name: string | null
  /** The view's own name. */
  readonly title: string
  readonly list: string
  readonly search: string
  /** How many rows it had when its reader last opened it. */
  readonly seen: number | null
}
export type Pin = PinnedScreen | PinnedView
interface SideMenuChoices {
  /** Which groups were opened (true) or folded (false), by title. */
  readonly groups: Readonly<Record<string, boolean>>
  readonly pins: readonly Pin[]
  /** How the user likes lists: only what they ever chose. */
  readonly look: ListLook
}
type ListLook = Partial<Pick<Frame, 'density' | 'keys'>>

export const sideMenuKey = ['side-menu'] as const
const nothing: SideMenuChoices = { groups: {}, pins: [], look: {} }
const address = '/users/me/menu-lateral'

/** The changes of this tab: how many were begun, how many still wait for an answer, and the end of the last one. */
let [begun, waiting, last] = [0, 0, Promise.resolve<unknown>(undefined)]
const beginChange = () => void begun++
/** Answers a function that says whether nothing was changed since, nor waited then. */
function watchChanges(): () => boolean {
  const [before, isIdle] = [begun, waiting === 0]
  return () => isIdle && begun === before
}
/** Sends one after the other, because each has all that was chosen before it. Answers why it was refused; null where it was not. */
async function sendInTurn(put: () => Promise<unknown>): Promise<unknown> {
  waiting++
  const refusal = last.then(put).then(
    () => null,
    (error: unknown) => error,
  )
  last = refusal
  return refusal.finally(() => waiting--)
}

export const pinKey = (pin: Pin) => ('view' in pin ? pin.view : pin.screen)

const isStored = (value: unknown): value is { readonly user: string; readonly menu: SideMenuChoices } =>
  isRecord(value) &&
  typeof value.user === 'string' &&
  isRecord(value.menu) &&
  Array.isArray(value.menu.pins) &&
  isRecord(value.menu.look)
const storedFor = (user: string) => {
  const stored = recall(keys.sideMenu, isStored)
  return stored?.user === user ? stored.menu : undefined
}
// Another tab pinned or folded.
onStorageChange(keys.sideMenu, () => void queryClient.invalidateQueries({ queryKey: sideMenuKey }))

/** What is sent of a pin: a view is known by its uuid alone. */
const wire = (pin: Pin) =>
  'view' in pin ? { view: pin.view, name: pin.name, seen: pin.seen } : { screen: pin.screen, name: pin.name }

/**
 * What the user pinned and folded, and how they like lists: drawn as this browser remembers it, until the server has answered.
 * What they never chose remains as it was here.
 */
export function useSideMenu() {
  const user = useUser()
  const { uuid, seen } = user
  // Who must set a password or a second factor first is refused all else, in a dialog over what they are doing.
  const isConfined = accountDutyOf(user) !== null
  const isReady = useStore(firstShown) && !isConfined
  const queries = useQueryClient()
  const queryKey = [...sideMenuKey, uuid]
  const store = (menu: SideMenuChoices) => {
    if (JSON.stringify(storedFor(uuid)) !== JSON.stringify(menu)) keep(keys.sideMenu, { user: uuid, menu })
    // Through the eyes of somebody else, one still reads with one's own.
    if (!seen) changeFrame(menu.look)
    return menu
  }
  const { data = nothing } = useQuery({
    queryKey,
    enabled: isReady,
    queryFn: async ({ signal }) => {
      const isUnchanged = watchChanges()
      const { data: menu } = await api.get<{ data: SideMenuChoices }>(address, { signal, quiet: true })
      // It may have been read before a change of this tab was written: that one is newer.
      if (isUnchanged()) return store(menu)
      return queries.getQueryData<SideMenuChoices>(queryKey) ?? menu
    },
    initialData: () => storedFor(uuid),
    initialDataUpdatedAt: 0,
  })
  /** Shows a change at once, and what the server has, with its reason, when it refuses. */
  async function send(next: SideMenuChoices, body: object) {
    beginChange()
    queries.setQueryData(queryKey, next)
    // Nothing is changed through the eyes of somebody else, nor before a duty of the account is done.
    if (seen || isConfined || recall(keys.seeing, isRecord)) return
    // What succeeds does not clear what another act was refused for.
    const refusal = await sendInTurn(async () => {
      // Somebody else may have signed in while it waited.
      if (sessionStore.get().user?.uuid === uuid) await api.put(address, body, { quiet: true })
    })
    if (refusal instanceof ApiError) report(refusal)
    if (refusal) await queries.invalidateQueries({ queryKey })
    else store(now())
  }
  const now = () => queries.getQueryData<SideMenuChoices>(queryKey) ?? data
  return {
    ...data,
    fold: (group: string, open: boolean) =>
      void send({ ...now(), groups: { ...now().groups, [group]: open } }, { groups: { [group]: open } }),
    pin: (change: (pins: readonly Pin[]) => readonly Pin[]) => {
      const pins = change(now().pins)
      void send({ ...now(), pins }, { pins: pins.map(wire) })
    },
    like: (look: ListLook) => {
      changeFrame(look)
      void send({ ...now(), look: { ...now().look, ...look } }, { look })
    },
  }
}
