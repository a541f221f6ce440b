// The thread of the engine, for who runs from the sources.
import { bundleOf } from '../../../../scripts/apart.mjs'

await import(await bundleOf('embedded-worker'))
