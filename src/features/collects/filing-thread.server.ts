import { writeAll, type Asked } from '#features/collects/filing.server.ts'
import { answer } from '#parts/thread/thread.server.ts'

answer((asked: Asked) => writeAll(asked))
