import { useEffect, useRef, useState } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { broughtBy, type FormState } from '#web/form/draft.ts'
import { DraftKeeper } from '#web/form/draftKeeper.ts'
import type { DraftLook, FormPlace } from '#web/form/draftStore.ts'
import { isSavedAlready, offerMeanwhile, offersOf, type DraftOffer } from '#web/form/offers.ts'
import { useDraftWrites } from '#web/form/useDraftWrites.ts'
import { onSaved } from '#web/liveChanges.ts'
import { queryClient } from '#web/query.ts'
import { renewRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

/** Milliseconds a form waits for the server before it offers what this browser has. */
const longestLook = 3_000
/** An address the server takes: up to 500 characters, none of which would need to be written otherwise in a link. */
const plainAddress = /^[\w\-./~%?=&+:,;*!()'@]{1,500}$/

/** Of a new row, the address with what it brings: one of a given client is another form than one of any. */
function placeOf(user: string, { path, fields }: AnyResource, row: string | undefined): FormPlace {
  const { pathname, search } = location
  const short = (address: string) => (plainAddress.test(address) ? address : pathname)
  if (row !== undefined) return { user, resource: path, row, address: short(`${pathname}${search}`) }
  const brought = Object.entries(broughtBy(fields, search)).map(([key, value]) => [key, String(value)])
  const words = new URLSearchParams(brought.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))).toString()
  return { user, resource: path, address: short(words ? `${pathname}?${words}` : pathname) }
}
const numberOf = (version: string | null) => Number(/\d+/.exec(version ?? '')?.[0] ?? 0)

/**
 * Stores unsaved work in this browser and on the server, offers what an earlier visit, another tab or another device left, and
 * knows who else edits the row. Nothing is sent while nobody types, nor while an offer waits for an answer.
 */
export function useDraft(resource: AnyResource, row: string | undefined, form: FormState, dirty: boolean) {
  const { fields } = resource
  const { uuid, seen } = useUser()
  const [keeper] = useState(() => new DraftKeeper(placeOf(uuid, resource, row), !seen))
  const [offers, offer] = useState<readonly DraftOffer[]>([])
  const [gone, setGone] = useState(false)
  // Until the server has answered, nothing is written over what it may have.
  const [settled, settle] = useState(false)
  const waiting = offers.length > 0
  const { editors, heed } = useOthers(resource, row, form.version)

  /** Another tab or device stored other work, or saved or threw away that of this form. */
  const meet = (draft: DraftLook['draft']) => {
    if (!draft && keeper.revision !== null) setGone(true)
    keeper.follow(draft?.revision ?? null)
    if (draft) offer([offerMeanwhile(draft, keeper.device)])
  }
  useOpening({
    keeper,
    settle,
    heed,
    offer: found => {
      const open = found.filter(each => row === undefined || !isSavedAlready(fields, form.before, each))
      offer(open)
      if (found.length > open.length && !open.length) keeper.clear(true)
    },
  })
  useLookAgain({
    keeper,
    row,
    wanted: dirty || editors.length > 0,
    heard: look => {
      heed(look)
      if (dirty && !waiting && look.draft?.revision !== (keeper.revision ?? undefined)) meet(look.draft)
    },
  })
  const writes = useDraftWrites({ keeper, fields, form, dirty, ready: settled && !waiting, heed, meet })

  const without = (given: DraftOffer) => offers.filter(each => each !== given)
  return {
    ...writes,
    /** Work of an earlier visit, or of another tab or device, not yet taken up or thrown away. */
    found: offers[0] ?? null,
    /** The work of this form was saved or thrown away elsewhere while it was open. */
    gone,
    /** Others who type in a form of this row. */
    editors,
    /** It is taken up: the next one is offered. */
    take: () => offer(offers.slice(1)),
    discard: () => {
      const [given] = offers
      if (!given) return
      offer(without(given))
      if (given.local) keeper.forgetLocal()
      if (given.revision !== null) void keeper.forgetServer().catch(() => undefined)
      toast('Rascunho descartado', {
        undo: () => {
          offer(now => [{ ...given, revision: null }, ...now])
          if (!dirty) keeper.writeLocal(given, given.at)
        },
      })
    },
    /** It was saved: what was stored of it is forgotten. */
    forget: () => {
      setGone(false)
      keeper.clear(!waiting)
    },
  }
}

interface Opening {
  readonly keeper: DraftKeeper
  readonly settle: (settled: boolean) => void
  readonly heed: (look: DraftLook) => void
  readonly offer: (found: readonly DraftOffer[]) => void
}
/** Asks the server, once, what it knows of this form, and offers what there is. */
function useOpening({ keeper, settle, heed, offer }: Opening) {
  useEffect(() => {
    let over = false
    const asking = new AbortController()
    const local = keeper.readLocal()
    const open = (look: DraftLook | null) => {
      if (over) return
      over = true
      clearTimeout(slow)
      keeper.follow((look ? look.draft : local)?.revision ?? null)
      const found = offersOf(look || !local ? local : { ...local, sent: false }, look?.draft ?? null, keeper.device)
      offer(found)
      // Saved or thrown away elsewhere.
      if (look && local && !found.length) keeper.clear(false)
      if (look) heed(look)
      settle(true)
    }
    const slow = setTimeout(() => (asking.abort(), open(null)), longestLook)
    keeper.look(asking.signal).then(open, () => open(null))
    return () => {
      over = true
      clearTimeout(slow)
      asking.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form is opened
  }, [keeper])
}

/** Others at the row, and the row read again once the server has a newer one than the form is based on. */
function useOthers(resource: AnyResource, row: string | undefined, version: string | null) {
  const [editors, setEditors] = useState<DraftLook['editors']>([])
  const heed = (look: Pick<DraftLook, 'editors' | 'version'>) => {
    setEditors(now => (JSON.stringify(now) === JSON.stringify(look.editors) ? now : look.editors))
    if (row !== undefined && numberOf(look.version) > numberOf(version)) void renewRow(queryClient, resource, row)
  }
  return { editors, heed }
}

interface LookAgain {
  readonly keeper: DraftKeeper
  readonly row: string | undefined
  /** Whether there is anything to renew: unsaved work, or somebody shown as editing. */
  readonly wanted: boolean
  readonly heard: (look: DraftLook) => void
}
/** Asks again when the tab is looked at again, and when the server says that something about the row changed. */
function useLookAgain({ keeper, row, wanted, heard }: LookAgain) {
  const latest = useRef({ wanted, heard })
  useEffect(() => {
    latest.current = { wanted, heard }
  })
  useEffect(() => {
    const over = new AbortController()
    const look = () =>
      keeper.look(over.signal).then(
        found => found && latest.current.heard(found),
        // Without an answer nothing changes here.
        () => undefined,
      )
    const back = () => document.visibilityState === 'visible' && latest.current.wanted && void look()
    document.addEventListener('visibilitychange', back, { signal: over.signal })
    const deaf = onSaved(({ uuid }) => uuid === row && void look())
    return () => {
      over.abort()
      deaf()
    }
  }, [keeper, row])
}
