import { writeAll, type Asked } from '#features/collects/filing/filing.server.ts'
import { answer, rest } from '#parts/apart/apart.server.ts'

answer((asked: Asked) => writeAll(asked, rest))
