import { readKml } from '#features/network/stations/kml/read.server.ts'
import { withTowns } from '#features/network/stations/kml/towns.server.ts'
import { isInTown } from '#parts/address/judge.server.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import { errand } from '#parts/child/child.server.ts'

const { given, tell } = await errand<{ bytes: Uint8Array }>()
const outlines = await openOutlines()
const readResult = readKml(given.bytes, at => isInTown(outlines, at))
tell(typeof readResult === 'string' ? readResult : withTowns(outlines, readResult))
