import { useEffect, useMemo, useState } from 'react'
import type { PaletteGroup } from '#features/platform/palette/api.ts'
import { listRecents, searchPalette } from '#features/platform/palette/api.ts'
import {
  actForClient,
  clientSections,
  emptySections,
  entriesForClients,
  foundSections,
  localSections,
  type LocalWorld,
  type Narrowing,
  type PaletteSection,
} from '#features/platform/palette/entries.web.ts'
import { paletteKinds } from '#features/platform/palette/kinds.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { useAnswer } from '#web/call.ts'
import { useDelayed } from '#web/ui/delay.ts'

/** A search is sent this long after the last key, in milliseconds. */
const typingPause = 120

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  // What was cleared is forgotten at once.
  return text === '' ? '' : settled
}

const isKind = (id: string) => paletteKinds.some(({ of }) => of.path === id)
const noGroups: readonly PaletteGroup[] = []

/** What the palette shows of a text, within what it is narrowed to. */
export function usePalette(world: LocalWorld, text: string, narrowing: Narrowing | null, opened: boolean) {
  const only = narrowing?.type === 'group' ? narrowing.id : null
  const inClient = narrowing?.type === 'client'
  const meant = only === null && !inClient ? actForClient(world.user, text) : null
  const settled = useSettled(text)
  const kind = meant ? clients.path : only
  const wanted = meant ? meant.whom : text
  const asks = opened && !inClient && wanted !== '' && /[\p{L}\p{N}]/u.test(wanted) && (kind === null || isKind(kind))
  const sent = meant ? (actForClient(world.user, settled)?.whom ?? wanted) : settled
  const found = useAnswer(
    searchPalette,
    { query: { q: sent, ...(kind !== null && { kind }) } },
    { enabled: asks && sent !== '', keepsPrevious: true },
  )
  const recents = useAnswer(listRecents, {}, { enabled: opened, keepsPrevious: true })
  const isFresh = !asks || (sent === wanted && !found.isPlaceholderData && !found.isPending)
  const groups = asks && !found.isError ? (found.data?.data ?? noGroups) : noGroups
  const shownRecents = recents.data?.data
  const sections = useMemo((): readonly PaletteSection[] => {
    if (narrowing?.type === 'client') return clientSections(world, narrowing, text)
    if (text === '' && only === null) return emptySections(world, shownRecents ?? [])
    if (meant) {
      const entries = entriesForClients(
        meant.acts,
        groups.filter(each => each.kind === clients.path).flatMap(({ rows }) => rows),
      )
      if (entries.length) return [{ id: 'acoes', title: 'Ações', entries }]
    }
    const { before, after } = localSections(world, text, only)
    const server = meant ? [] : foundSections(groups, text)
    return [...before, ...server, ...after]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is meant is read from the text
  }, [world, text, narrowing, only, groups, shownRecents])
  const waiting = useDelayed(asks && !isFresh && !found.isError)
  return {
    sections,
    isFresh: isFresh || found.isError,
    waiting,
    error: asks && found.isError ? found.error : null,
    retry: () => void found.refetch(),
  }
}
