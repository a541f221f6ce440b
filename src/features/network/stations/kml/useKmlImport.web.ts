import { useMemo, useState } from 'react'
import { callsOf } from '#kernel/call.ts'
import { attendanceMiddles } from '#features/lookups.ts'
import { useDrawable } from '#features/network/stations/draw/useDrawable.web.ts'
import { useFresh } from '#features/network/stations/draw/useFresh.web.ts'
import { readKmlFile, type KmlAnswer } from '#features/network/stations/kml/api.ts'
import type { KmlPoint } from '#features/network/stations/kml/kml.ts'
import { proposalOf, tolerances, type KnownNetwork } from '#features/network/stations/kml/proposal.ts'
import { takeAllBack, registerAll, type KmlWritten } from '#features/network/stations/kml/register-all.web.ts'
import { placeOfStation } from '#features/network/stations/map/read.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { reasonOf } from '#web/api-error.ts'
import { bytesIn } from '#web/files.ts'
import { useConfirmLeave } from '#web/ui/leave.ts'

const empty: KmlAnswer = { points: [], lines: [], left: [], notes: [] }

/** The media there are, by what files call them. */
function useMedia() {
  const { data } = useAnswer(callsOf(attendanceMiddles).list, { query: { columns: 'name,slug', pagination: 'false' } })
  return data?.data ?? []
}

/** What the client has, as a proposal is made beside it. */
const useKnown = ({ listed, placed, joined }: ReturnType<typeof useDrawable>) =>
  useMemo(
    (): KnownNetwork => ({
      stations: listed.map(({ id, name }) => {
        const there = placed.get(id)
        return { id, name, at: there ? placeOfStation(there) : null }
      }),
      joined,
    }),
    [listed, placed, joined],
  )

/** A file on its way in: what it says, what is made of that, and how far it is written. */
export function useKmlImport(client: number | null) {
  const network = useDrawable(client === null ? [] : [client])
  const media = useMedia()
  const [read, setRead] = useState<KmlAnswer | null>(null)
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const [cities, setCities] = useState<ReadonlyMap<number, number | null>>(new Map())
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const [tolerance, setTolerance] = useState<number>(tolerances.usual)
  const [medium, setMedium] = useState<number | null>(null)
  const [refused, refuse] = useState<string | null>(null)
  const [busy, setBusy] = useState<'reading' | 'writing' | 'undoing' | null>(null)
  const [written, setWritten] = useState<KmlWritten | null>(null)
  const [whole, setWhole] = useState(false)
  const refresh = useFresh()
  useConfirmLeave(read !== null && written === null)

  const known = useKnown(network)
  const proposal = useMemo(() => {
    const { points, ...rest } = read ?? empty
    const named = points.map((point, key) => ({ ...point, name: names.get(key) ?? point.name }))
    const isTaken = (key: number, isTwin: boolean) => turned.has(key) === isTwin
    return proposalOf({ points: named, ...rest }, known, { tolerance, isTaken })
  }, [read, names, turned, tolerance, known])
  const taken = proposal.stations.filter(({ key, twin }) => turned.has(key) === (twin !== null))
  const nameless = taken.filter(({ name }) => !name.trim()).length

  /** Runs one step; stores its error. */
  async function during(step: NonNullable<typeof busy>, run: () => Promise<void>) {
    setBusy(step)
    refuse(null)
    try {
      await run()
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      setBusy(null)
    }
  }
  const forget = () => {
    setRead(null)
    setNames(new Map())
    setCities(new Map())
    setTurned(new Set())
    setWritten(null)
    setWhole(false)
    refuse(null)
  }
  const send = (file: File) =>
    during('reading', async () => {
      forget()
      const { data } = await sendCall(readKmlFile, { body: bytesIn(file) }, { quiet: true, timeout: 120_000 })
      setRead(data)
    })
  /** What somebody chose, which may be none, or else what the server proposes. */
  const cityOf = (key: number) => {
    const chosen = cities.get(key)
    return chosen === undefined ? (read?.points[key]?.town?.id ?? null) : chosen
  }
  const mediumOf = (said: KmlPoint['medium']) => media.find(({ slug }) => slug === said)?.id ?? medium
  const write = () =>
    during('writing', async () => {
      if (client === null) return
      try {
        await registerAll({ client, stations: taken, links: proposal.links, mediumOf, cityOf }, setWritten)
        setWhole(true)
      } finally {
        await refresh()
      }
    })
  const undo = () =>
    during('undoing', async () => {
      if (!written) return
      try {
        await takeAllBack(written, setWritten)
        forget()
      } finally {
        await refresh()
      }
    })
  const turn = (key: number) => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  return {
    network,
    read,
    proposal,
    taken,
    nameless,
    cityOf,
    setCity: (key: number, city: number | null) => setCities(new Map(cities).set(key, city)),
    tolerance,
    setTolerance,
    medium,
    setMedium,
    refused,
    busy,
    written,
    whole,
    forget,
    send,
    write,
    undo,
    turn,
    rename: (key: number, name: string) => setNames(new Map(names).set(key, name)),
  }
}
export type KmlImport = ReturnType<typeof useKmlImport>
