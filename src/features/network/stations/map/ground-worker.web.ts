import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities'
import { getStates } from '@brazilian-utils/brazilian-utils/get-states'
import { groundOfOutlines } from '#features/network/stations/map/ground.ts'
import packed from '#parts/address/outlines.json'

// Unpacking takes a quarter of a second, and the file 600 kB: both are apart from the page. A Blob of each part is handed
// over, for the worker of the map reads it by its address: no corner passes through the page.
const names = new Map([
  ...getStates().map(({ ibgeCode, name }) => [Number(ibgeCode), name] as const),
  ...getMunicipalities().map(({ code, name }) => [Number(code), name] as const),
])
const { land, borders, names: named } = groundOfOutlines(packed, names)
const blobOf = (part: object) => new Blob([JSON.stringify(part)], { type: 'application/geo+json' })
self.postMessage({ land: blobOf(land), borders: blobOf(borders), names: blobOf(named) })
