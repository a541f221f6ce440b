// A process apart, for who runs from the sources.
import { bundleOf } from '../../../scripts/apart.mjs'

await import(await bundleOf(process.argv[2]))
