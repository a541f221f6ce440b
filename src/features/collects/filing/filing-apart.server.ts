import { writeAll } from '#features/collects/filing/filing.server.ts'
import { answer } from '#parts/apart/apart.server.ts'

answer(writeAll)
