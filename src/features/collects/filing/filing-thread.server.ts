import { writeAll } from '#features/collects/filing/filing.server.ts'
import { answer } from '#parts/thread/thread.server.ts'

answer(writeAll)
