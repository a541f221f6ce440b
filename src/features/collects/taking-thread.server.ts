import { importScm, type Known } from '#features/collects/scm-import.server.ts'
import type { Lookups } from '#features/collects/scm-cells.ts'
import type { Instructions } from '#features/collects/taking.ts'
import { errand } from '#parts/thread/thread.server.ts'

const { given, tell } = errand()
const { bytes, lookups, known, told }: { bytes: Uint8Array; lookups: Lookups; known: Known; told: Instructions } =
  Object(given)
tell(await importScm(bytes, lookups, known, told))
