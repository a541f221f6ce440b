import { readKml } from '#features/stations/kml/read.server.ts'
import { errand } from '#parts/child/child.server.ts'

const { given, tell } = await errand<{ bytes: Uint8Array }>()
tell(readKml(given.bytes))
