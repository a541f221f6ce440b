// The thread of the engine, for who runs from the sources.
import { bundleOf } from '../../../../scripts/children.mjs'

await import(await bundleOf('embedded-worker'))
