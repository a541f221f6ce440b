// A process apart, for who runs from the sources.
import { bundleOf } from '../../../scripts/children.mjs'

await import(await bundleOf(process.argv[2]))
