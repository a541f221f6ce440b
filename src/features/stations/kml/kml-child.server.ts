import { readKml } from '#features/stations/kml/read.server.ts'
import { withTowns } from '#features/stations/kml/towns.server.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import { errand } from '#parts/child/child.server.ts'

const { given, tell } = await errand<{ bytes: Uint8Array }>()
const read = readKml(given.bytes)
tell(typeof read === 'string' ? read : withTowns(await openOutlines(), read))
