import { acceptedPapers } from './accepted.ts'
import type { MadePaper } from './paper.ts'
import { partlyPapers } from './partly.ts'
import { receivedPapers } from './received.ts'
import { refusedPapers } from './refused.ts'

export const allPapers: readonly MadePaper[] = [refusedPapers, partlyPapers, receivedPapers, acceptedPapers].flat()

const half = (at: number) => (_paper: MadePaper, index: number) => index % 2 === at
/** Those the reader's words were chosen by: every other one of each kind. */
export const knownPapers = allPapers.filter(half(0))
/** The others, which were set aside until the words were chosen. */
export const unseenPapers = allPapers.filter(half(1))
