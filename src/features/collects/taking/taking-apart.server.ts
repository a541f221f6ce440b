import type { Lookups } from '#features/anatel/scm-cells.ts'
import { importScm, type FileContext } from '#features/collects/taking/scm-import.server.ts'
import type { Instructions } from '#features/collects/taking/taking.ts'
import { errand } from '#parts/apart/apart.server.ts'

const { given, tell } = await errand<{ bytes: Uint8Array; lookups: Lookups; known: FileContext; told: Instructions }>()
const { bytes, lookups, known, told } = given
tell(await importScm(bytes, lookups, known, told))
