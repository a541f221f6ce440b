import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { importAccesses, type FileContext } from '#features/regulatory/collects/intake/import.server.ts'
import type { Instructions } from '#features/regulatory/collects/intake/intake.ts'
import { errand } from '#parts/child/child.server.ts'

const { given, tell } = await errand<{ bytes: Uint8Array; lookups: Lookups; known: FileContext; told: Instructions }>()
const { bytes, lookups, known, told } = given
tell(await importAccesses(bytes, lookups, known, told))
